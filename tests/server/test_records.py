"""Records on the server: brought by people, given to everybody, and shuffles that can be checked."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from kafenio.records import format, verify
from kafenio.server.sealed import seal
from server.client import Human, Pair, Refusal, Server, chooser, everybody_agrees, run, table_of
from server.making import Makes
from server.test_matches import SHORT, check

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.kaf"))
WORD = "three sweeps and a ronda"


@pytest.fixture(scope="module")
def public(made_once: Makes) -> Server | Pair:
    """A server of which this module knows every match."""
    return made_once()


# Brought.


@pytest.mark.parametrize("path", GOLDEN[::6], ids=lambda p: p.stem)
def test_a_record_of_ones_own_is_checked_kept_and_shown_again(server: Server, path: Path) -> None:
    human, text = Human(server, "H").come_in(), path.read_text()
    kept = human.http("POST", "/api/records", {"text": text})
    assert kept["game"] == path.stem.partition("-")[0] and kept["title"] and kept["notes"] == []
    assert human.http("POST", "/api/records", {"text": text})["id"] == kept["id"]  # brought twice, kept once
    assert human.http("GET", "/api/records") == [kept]
    assert human.http("GET", f"/api/records/{kept['id']}") == text
    line = format.to_json(format.from_toml(text.encode())).decode()
    assert human.http("POST", "/api/records", {"text": line})["game"] == kept["game"]
    other = Human(server, "O").come_in()
    for method in ("GET", "DELETE"):
        with pytest.raises(Refusal) as refused:
            other.http(method, f"/api/records/{kept['id']}")
        assert refused.value.status == 404
    human.http("DELETE", f"/api/records/{kept['id']}")
    assert len(human.http("GET", "/api/records")) == 1


def changed(old: str, new: str) -> str:
    text = (GOLDEN[0].parent / "kontsina-seed-2-1.kaf").read_text()
    assert old in text
    return text.replace(old, new, 1)


def test_a_record_that_does_not_hold_is_refused_in_a_line_with_its_place(server: Server) -> None:
    human = Human(server, "H").come_in()
    text = (GOLDEN[0].parent / "kontsina-seed-2-1.kaf").read_text()
    record = format.from_toml(text.encode())
    play = record.deals[0].plays[3]
    bad = {
        changed(f'"{play}"', f'"{play[0]} lay 9z"'): "deal 1, ply 3: ",
        changed("points = [", "points = [9, "): "deal 1: points",
        changed("totals = [", "totals = [7, "): "result: totals",
        changed('game = "kontsina"', 'game = "chess"'): "chess",
        "format = ": "not TOML: ",
        '{"format": 1}': "format",
        "/etc/passwd": "not TOML: ",
        "[" * 200_000: "not TOML: ",
    }
    for wrong, words in bad.items():
        with pytest.raises(Refusal) as refused:
            human.http("POST", "/api/records", {"text": wrong})
        said = json.loads(str(refused.value).partition(" ")[2])["error"]
        assert refused.value.status == 409 and words in said and "\n" not in said, said
    assert human.http("GET", "/api/records") == []


def test_a_record_that_is_too_large_is_refused(server: Server) -> None:
    human = Human(server, "H").come_in()
    for size, status in ((300_000, 400), (3_000_000, 413)):
        with pytest.raises((Refusal, OSError)) as refused:  # cut off while sending, or told so
            human.http("POST", "/api/records", {"text": "#" * size})
        if isinstance(refused.value, Refusal):
            assert refused.value.status == status


def test_too_many_unknown_cards_are_not_worked_out(server: Server) -> None:
    human = Human(server, "H").come_in()
    deal = '[[deals]]\ndealer = 0\npack = "' + " ".join(["??"] * 52) + '"\nplays = []\npoints = [0, 0]\n'
    with pytest.raises(Refusal) as refused:
        human.http("POST", "/api/records", {"text": 'format = "kafenio/1"\ngame = "kontsina"\n' + 21 * deal})
    assert "unknown cards" in str(refused.value)


# Sealed.


def test_the_seal_is_shown_before_the_first_card_and_opened_in_the_record(server: Server, tmp_path: Path) -> None:
    async def body() -> tuple[Human, str]:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, "kontsina", options={"deals": 2, "match_tie": "draw", "stop_when_decided": False})
        await everybody_agrees(humans)
        await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate(humans)))
        record = await asyncio.to_thread(humans[0].http, "GET", f"/api/tables/{humans[0].table}/record")
        return humans[0], str(record)

    human, text = run(body())
    record = check(text)
    shown: dict[int, tuple[str, int]] = {}  # by deal: the seal, and the frame in which it was first seen
    dealt: dict[int, int] = {}
    for place, frame in enumerate(map(json.loads, human.frames)):
        table = frame.get("table")
        if table and table.get("seal"):
            known = {seal for seal, _ in shown.values()}
            if table["seal"] not in known:
                shown[len(shown) + 1] = table["seal"], place
        if frame.get("now", {}).get("view"):
            dealt.setdefault(frame["now"]["deal"], place)
    assert len(record.deals) == len(shown) == len(dealt) == 2
    for number, deal in enumerate(record.deals, 1):
        assert deal.salt and deal.pack and deal.salt not in "".join(human.frames)
        assert shown[number][0] == deal.seal == seal(deal.salt, deal.pack)
        assert shown[number][1] < dealt[number]
    path = tmp_path / "match.kaf"
    path.write_text(text.replace(record.deals[0].salt or "", "0" * 32, 1))
    command = [sys.executable, "-c", "from kafenio.cli import main; main()", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "deal 1: seal" in done.stdout + done.stderr


# The public database.


async def played(server: Server | Pair, people: list[Human], open_to_all: bool) -> None:
    await table_of(people, "kontsina", public=open_to_all, options=SHORT["kontsina"])
    await everybody_agrees(people)
    await asyncio.gather(*(h.play_on(chooser(i)) for i, h in enumerate(people)))


def lines_of(server: Server | Pair, query: str = "") -> list[format.Record]:
    text = Human(server, "anybody").http("GET", f"/api/database.kaf.jsonl{query}")
    return [format.from_json(line.encode()) for line in text.splitlines()]


def test_the_public_database_holds_public_matches_with_the_names_that_are_allowed(public: Server) -> None:
    eleni, nikos = Human(public, "Eleni").come_in(), Human(public, "Nikos").come_in()

    async def body() -> None:
        await played(public, [eleni, nikos], False)
        await played(public, [eleni, nikos], True)
        await played(public, [nikos, eleni], True)

    assert lines_of(public) == []
    with pytest.raises(Refusal) as refused:
        eleni.http("POST", "/api/me/named", {"named": True})
    assert refused.value.status == 403  # a guest
    run(body())
    first, second = lines_of(public)
    assert verify(first) == verify(second) == []
    assert all(name.startswith("player-") for name in first.seats) and first.seats == second.seats[::-1]
    assert eleni.id not in repr(first) and str(first.date) == first.date.isoformat()[:10]
    eleni.http("POST", "/api/account", {"login": "eleni.public", "password": WORD})
    assert lines_of(public)[0].seats == first.seats  # an account alone allows nothing
    assert eleni.http("GET", "/api/me/named") == {"named": False}
    eleni.http("POST", "/api/me/named", {"named": True})
    assert lines_of(public)[0].seats == ["Eleni", first.seats[1]]
    eleni.http("POST", "/api/me/named", {"named": False})
    assert lines_of(public)[0].seats == first.seats
    assert [r.extra["match"] for r in lines_of(public, f"?after={first.extra['ended']}")] == [second.extra["match"]]


def test_bots_stand_in_the_database_by_name(public: Server) -> None:
    async def body() -> None:
        human = Human(public, "H").come_in()
        await table_of([human], "kontsina", bots=["random"], public=True, options=SHORT["kontsina"])
        await everybody_agrees([human])
        await human.play_on(chooser(3))

    known = len(lines_of(public))
    run(body())
    found = lines_of(public)
    assert len(found) == known + 1 and found[-1].seats[1].startswith("bot:random@")
