"""What is sent to one who reads, who reads late, and who does not read."""

from __future__ import annotations

import asyncio

from kafenio.server import wire
from kafenio.server.outbox import WAITING_MOST, Connection
from kafenio.server.store import Person
from server.ear import Ear


def muted(count: int) -> list[dict[str, object]]:
    return [{"t": "muted", "people": [str(n)]} for n in range(count)]


def test_what_has_no_room_waits_and_comes_in_order() -> None:
    async def body() -> None:
        ear = Ear()
        connection = Connection(Person("1", "Eleni", "blue"), ear)
        connection.open()
        for n in range(6):
            ear.has_room = n < 2
            connection.put(wire.Muted([str(n)]))
        assert ear.told() == muted(6)[:2]
        ear.has_room = True
        assert ear.drained is not None
        ear.drained()
        connection.put(wire.Muted(["6"]))
        assert ear.told() == muted(7)[2:]
        connection.close(1000, "")
        assert ear.hung_up and not ear.aborted

    asyncio.run(body())


def test_who_does_not_read_is_cut_off() -> None:
    async def body() -> None:
        ear = Ear()
        connection = Connection(Person("1", "Eleni", "blue"), ear)
        connection.open()
        ear.has_room = False
        for n in range(WAITING_MOST):
            connection.put(wire.Muted([str(n)]))
        assert not ear.aborted
        connection.put(wire.Muted([]))
        assert ear.aborted and connection.closing == (1013, "too slow") and not connection.waiting

    asyncio.run(body())
