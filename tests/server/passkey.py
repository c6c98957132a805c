"""An authenticator: what a browser does with a passkey, as far as the server can see it."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One passkey for one origin."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.site = ""
        self.user = b""
        self.count = 0

    def client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def data(self, flags: int, more: bytes = b"") -> bytes:
        self.count += 1
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def answer(self, **response: str) -> dict[str, Any]:
        key = b64(self.id)
        return {"id": key, "rawId": key, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.create`."""
        self.site = options["rp"]["id"]
        self.user = base64.urlsafe_b64decode(options["user"]["id"] + "==")
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")}
        key = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        data = self.data(PRESENT | VERIFIED | WITH_KEY, key)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self.client_data("webauthn.create", options)
        return self.answer(clientDataJSON=b64(client), attestationObject=b64(attested))

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.get`."""
        data, client = self.data(PRESENT | VERIFIED), self.client_data("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self.answer(
            clientDataJSON=b64(client),
            authenticatorData=b64(data),
            signature=b64(signature),
            userHandle=b64(self.user),
        )
