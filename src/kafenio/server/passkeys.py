"""Passkeys: what a browser is asked, and whether its answer is good. All of WebAuthn is the library's."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.options_to_json_dict import options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from kafenio.server.seating import NotAllowed
from kafenio.server.settings import Settings
from kafenio.server.store import Person
from kafenio.server.store.accounts import Passkey

__all__ = ["Registered", "asked_to_log_in", "asked_to_register", "credential_id", "registered", "shown_again"]


class Registered(NamedTuple):
    id: str
    key: str
    sign_count: int


def asked_to_register(settings: Settings, person: Person, known: list[Passkey]) -> tuple[str, dict[str, Any]]:
    """A challenge, and what `navigator.credentials.create` is called with. The passkey is one that finds itself."""
    challenge = secrets.token_bytes(32)
    options = generate_registration_options(
        rp_id=settings.site,
        rp_name="Kafenio",
        user_name=person.name,
        user_id=person.id.encode(),
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(p.id)) for p in known],
    )
    return bytes_to_base64url(challenge), options_to_json_dict(options)


def registered(settings: Settings, challenge: str, credential: dict[str, Any]) -> Registered:
    """What is kept of a new passkey. NotAllowed if the answer is not good."""
    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=settings.site,
            expected_origin=sorted(settings.origins),
        )
    except Exception:  # bytes of a stranger, in four formats: whatever is wrong with them, the answer is not good
        raise NotAllowed("not_now", "this is no passkey for here") from None
    return Registered(
        bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key), found.sign_count
    )


def asked_to_log_in(settings: Settings) -> tuple[str, dict[str, Any]]:
    """A challenge, and what `navigator.credentials.get` is called with. It names nobody."""
    challenge = secrets.token_bytes(32)
    options = generate_authentication_options(
        rp_id=settings.site, challenge=challenge, user_verification=UserVerificationRequirement.PREFERRED
    )
    return bytes_to_base64url(challenge), options_to_json_dict(options)


def credential_id(credential: dict[str, Any]) -> str:
    """Which passkey it says it is, as it is kept; empty for what cannot be one."""
    try:
        return bytes_to_base64url(base64url_to_bytes(credential["rawId"]))
    except Exception:  # bytes of a stranger
        return ""


def shown_again(settings: Settings, challenge: str, credential: dict[str, Any], known: Passkey) -> int | None:
    """The passkey's counter now; None if the answer is not good."""
    try:
        return verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=settings.site,
            expected_origin=sorted(settings.origins),
            credential_public_key=base64url_to_bytes(known.key),
            credential_current_sign_count=known.sign_count,
        ).new_sign_count
    except Exception:  # bytes of a stranger
        return None
