"""Accounts over HTTP: made by a guest out of himself, by password or passkey; log in, log out; my data, and their end.

Who is not let in is never told whether it was the name or the password, and it takes as long.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from litestar import Response, delete
from litestar.params import Parameter
from msgspec import Meta, Struct

from kafenio.server.asking import ERRORS, AnyRequest, read, write
from kafenio.server.doors import Doors
from kafenio.server.hall import Hall
from kafenio.server.passkeys import asked_to_log_in, asked_to_register, credential_id, registered, shown_again
from kafenio.server.passwords import LONGEST, SHORTEST, Passwords, tidy_login
from kafenio.server.people import Me, cookie, me, must_be, no_cookie, person_of, session_of, tidy_name, token_of
from kafenio.server.seating import NotAllowed
from kafenio.server.settings import Settings
from kafenio.server.sockets import same_origin
from kafenio.server.store import Person, Taken
from kafenio.server.store.accounts import Accounts, Passkey
from kafenio.server.store.lives import Lives
from kafenio.server.store.store import now_ms

__all__ = ["ACCOUNT_ROUTES"]

WITHIN_MS = 15 * 60_000
WRONG = "the name or the password is not right"

Word = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
NewWord = Annotated[str, Meta(min_length=SHORTEST, max_length=LONGEST)]
Login = Annotated[str, Meta(min_length=3, max_length=40)]
Handle = Annotated[str, Meta(min_length=1, max_length=64)]
Credential = Annotated[dict[str, Any], Meta(max_length=20)]


class LogIn(Struct, frozen=True, forbid_unknown_fields=True):
    login: Annotated[str, Meta(min_length=1, max_length=100)]
    password: Word


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: NewWord


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Word
    new: NewWord


class Asked(Struct, frozen=True):
    """What the browser's own call is made with; `id` comes back with its answer."""

    id: str
    options: dict[str, Any]


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    id: Handle
    credential: Credential  # as the browser writes it: `credential.toJSON()`
    name: Annotated[str, Meta(min_length=1, max_length=40)] = "passkey"


class ShownPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    id: Handle
    credential: Credential


class PasskeyState(Struct, frozen=True):
    id: str
    name: str
    created: int  # milliseconds since 1970
    used: int | None


class AccountState(Struct, frozen=True):
    login: str | None
    password: bool
    passkeys: list[PasskeyState]


class LogOut(Struct, frozen=True, forbid_unknown_fields=True):
    everywhere: bool = False


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]  # one's own, as a sign that it is meant


def accounts_of(request: AnyRequest) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


def settings_of(request: AnyRequest) -> Settings:
    found: Settings = request.app.state.settings
    return found


async def may_try(request: AnyRequest, name: str = "") -> None:
    """NotAllowed when too much was tried from this address, or for this name."""
    settings = settings_of(request)
    address = request.client.host if request.client else ""
    most = {f"address {address}": settings.tries_of_address}
    if name:
        most[f"login {name}"] = settings.tries_of_name
    if not await accounts_of(request).may_try(most, WITHIN_MS):
        raise NotAllowed("too_many", "too many attempts; try again in a quarter of an hour", "many_tries")


async def enter(request: AnyRequest, person: Person) -> Response[Me]:
    """A new session instead of the old one. What a guest had is the account's from now on."""
    settings, doors = settings_of(request), doors_of(request)
    known, old = await person_of(request), session_of(request)
    token = await accounts_of(request).rotate(token_of(request), person.id)
    tables: list[str] = []
    if known is not None:
        doors.end_sessions(known.id, [old])
        if not known.account and known.id != person.id:
            tables = await lives_of(request).join(known.id, person.id)
            doors.end_sessions(known.id)
    await tell_tables(request, tables)
    return Response(me(person), cookies=[cookie(token, settings)])


def doors_of(request: AnyRequest) -> Doors:
    found: Doors = request.app.state.doors
    return found


def lives_of(request: AnyRequest) -> Lives:
    found: Lives = request.app.state.lives
    return found


async def tell_tables(request: AnyRequest, tables: list[str]) -> None:
    """Tables whose people have changed in the database."""
    hall: Hall = request.app.state.hall
    for key in tables:
        await hall.changed(key)


async def still(request: AnyRequest, person: Person) -> Person:
    """The same one, who has an account now."""
    return Person(person.id, person.name, person.colour, True)


# By password.


@write("/api/account")
async def new_account(request: AnyRequest, data: NewAccount) -> Response[Me]:
    """An account for who is here as a guest, or a password for who comes by passkey alone. All that he has stays his."""
    person, login = await must_be(request), tidy_login(data.login)
    await may_try(request)
    account = await accounts_of(request).of(person.id)
    if account is not None and account.password is not None:
        raise NotAllowed("not_now", "you have an account; log out first")
    word = await passwords_of(request).hashed(data.password)
    try:
        await accounts_of(request).set_password(person.id, login, word)
    except Taken:
        raise NotAllowed("taken", "another login, please: this one is taken", "login_taken") from None
    return await enter(request, await still(request, person))


def passwords_of(request: AnyRequest) -> Passwords:
    found: Passwords = request.app.state.passwords
    return found


@write("/api/login")
async def log_in(request: AnyRequest, data: LogIn) -> Response[Me]:
    """By name and password. A guest's seats, matches and friends come along into the account."""
    try:
        login = tidy_login(data.login)
    except NotAllowed:
        login = ""
    await may_try(request, login or data.login)
    accounts, passwords = accounts_of(request), passwords_of(request)
    account = await accounts.by_login(login) if login else None
    right = await passwords.right(account.password if account else None, data.password)
    person = await request.app.state.store.person(account.person) if account and right else None
    if account is None or person is None:
        raise NotAllowed("not_yours", WRONG, "wrong_login")
    await accounts.forgive(f"login {login}")
    if account.password and passwords.outdated(account.password):
        await accounts.set_password(person.id, login, await passwords.hashed(data.password))
    return await enter(request, person)


@write("/api/account/password")
async def change_password(request: AnyRequest, data: NewPassword) -> Response[Me]:
    """A new password. Every other session ends, and links that were made to come back are no longer good."""
    person = await must_be(request)
    accounts, passwords = accounts_of(request), passwords_of(request)
    account = await accounts.of(person.id)
    await may_try(request, account.login or "" if account else "")
    right = await passwords.right(account.password if account else None, data.old)
    if account is None or account.login is None or not right:
        raise NotAllowed("not_yours", WRONG, "wrong_login")
    await accounts.set_password(person.id, account.login, await passwords.hashed(data.new))
    token = await accounts.rotate(token_of(request), person.id, everywhere=True)
    doors_of(request).end_sessions(person.id)
    return Response(me(person), cookies=[cookie(token, settings_of(request))])


# By passkey.


@write("/api/passkeys/options")
async def ask_for_passkey(request: AnyRequest) -> Asked:
    """What to ask the browser for a new passkey."""
    person, accounts = await must_be(request), accounts_of(request)
    challenge, options = asked_to_register(settings_of(request), person, await accounts.passkeys(person.id))
    return Asked(await accounts.new_challenge("register", challenge, person.id), options)


@write("/api/passkeys")
async def new_passkey(request: AnyRequest, data: NewPasskey) -> Response[Me]:
    """The browser's answer. A guest has an account then."""
    person, accounts = await must_be(request), accounts_of(request)
    await may_try(request)
    challenge = await accounts.take_challenge(data.id, "register", person.id)
    if challenge is None:
        raise NotAllowed("not_now", "this took too long; begin again", "too_long")
    found = registered(settings_of(request), challenge, data.credential)
    try:
        await accounts.add_passkey(
            Passkey(found.id, person.id, found.key, found.sign_count, tidy_name(data.name), now_ms(), None)
        )
    except Taken:
        raise NotAllowed("taken", "this passkey is known already, or there are too many", "passkey_taken") from None
    if person.account:
        return Response(me(person))
    return await enter(request, await still(request, person))


@delete("/api/passkeys/{passkey:str}", responses=ERRORS, guards=[same_origin])
async def drop_passkey(request: AnyRequest, passkey: Annotated[str, Parameter(max_length=1400)]) -> None:
    """A passkey that is lost. The last way in stays."""
    person = await must_be(request)
    try:
        dropped = await accounts_of(request).drop_passkey(person.id, passkey)
    except Taken:
        raise NotAllowed("unknown", "no such passkey") from None
    if not dropped:
        raise NotAllowed("not_now", "it is your only way in: set a password first", "only_way")


@write("/api/login/passkey/options")
async def ask_to_log_in(request: AnyRequest) -> Asked:
    """What to ask the browser for a passkey; it is the same for everybody."""
    challenge, options = asked_to_log_in(settings_of(request))
    return Asked(await accounts_of(request).new_challenge("login", challenge, None), options)


@write("/api/login/passkey")
async def log_in_by_passkey(request: AnyRequest, data: ShownPasskey) -> Response[Me]:
    """The browser's answer. A guest's seats, matches and friends come along into the account."""
    await may_try(request)
    accounts = accounts_of(request)
    challenge = await accounts.take_challenge(data.id, "login", None)
    known = await accounts.passkey(credential_id(data.credential)) if challenge else None
    count = shown_again(settings_of(request), challenge, data.credential, known) if challenge and known else None
    person = await request.app.state.store.person(known.person) if known and count is not None else None
    if known is None or count is None or person is None:
        raise NotAllowed("not_yours", "this passkey is not known here", "no_passkey")
    try:
        await accounts.used(known.id, count)
    except Taken:
        raise NotAllowed("not_yours", "this passkey is not known here", "no_passkey") from None
    return await enter(request, person)


# Here, and gone.


@read("/api/account")
async def my_account(request: AnyRequest) -> AccountState:
    """How I can come back."""
    person, accounts = await must_be(request), accounts_of(request)
    account = await accounts.of(person.id)
    keys = [PasskeyState(k.id, k.name, k.created, k.used) for k in await accounts.passkeys(person.id)]
    return AccountState(account.login if account else None, bool(account and account.password), keys)


@write("/api/logout", status_code=200)
async def log_out(request: AnyRequest, data: LogOut) -> Response[None]:
    """End this session, or all of them; their sockets close. A guest without a link to come back is gone for good."""
    person, accounts, doors = await must_be(request), accounts_of(request), doors_of(request)
    if data.everywhere:
        await accounts.log_out_everywhere(person.id)
        doors.end_sessions(person.id)
    else:
        await accounts.log_out(person.id, session_of(request))
        doors.end_sessions(person.id, [session_of(request)])
    return Response(None, cookies=[no_cookie(settings_of(request))])


@read("/api/me/export")
async def my_data(request: AnyRequest) -> Response[dict[str, Any]]:
    """Everything that is kept about me; my matches as records are at /api/me/records."""
    person = await must_be(request)
    return Response(
        await lives_of(request).written_out(person.id),
        headers={"Content-Disposition": 'attachment; filename="kafenio.json"'},
    )


@write("/api/me/delete", status_code=200)
async def delete_me(request: AnyRequest, data: Farewell) -> Response[None]:
    """Delete me. Matches that others have played stay theirs, without my name; a bot takes my seats."""
    person = await must_be(request)
    if tidy_name(data.name) != person.name:
        raise NotAllowed("not_now", "write your name as it stands, if you mean it")
    doors_of(request).end_sessions(person.id)
    await tell_tables(request, await lives_of(request).end(person.id, secrets.token_hex(10)))
    doors_of(request).end_sessions(person.id)  # one that came in meanwhile
    return Response(None, cookies=[no_cookie(settings_of(request))])


ACCOUNT_ROUTES: list[Any] = [
    new_account, log_in, change_password, ask_for_passkey, new_passkey, drop_passkey, ask_to_log_in, log_in_by_passkey,
    my_account, log_out, my_data, delete_me,
]  # fmt: skip
