"""The commands: what they print, and their exit codes: 0 all is well, 1 what was read does not hold, 2 the line is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kafenio as package
from kafenio.game import load
from kafenio.records import read_all, save, verify
from kafenio.records.format import from_plain, to_json
from records.sample import Ran, kafenio, sample, short
from support import CASES, Case, each_game


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.kaf"
    save(path, [from_plain(short())])
    return path


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Three matches, the second does not hold."""
    path = tmp_path / "three.kaf.jsonl"
    wrong = sample(seed=2)
    wrong["deals"][1]["points"] = [9, 9]
    save(path, [from_plain(r) for r in (sample(seed=1), wrong, sample("kozel", 1))])
    return path


def refused(ran: Ran, says: str) -> None:
    """Exit code 1, one line, nothing printed."""
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 0)
    assert ran.err.startswith(says)


def wrong_line(ran: Ran, says: str) -> None:
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


# verify


def test_verify_tells_that_a_record_holds(good: Path) -> None:
    assert kafenio("verify", good) == (0, f"{good}: holds (1 match, 2 deals, 96 plays)", "")


def test_verify_tells_what_it_could_not_check(tmp_path: Path) -> None:
    record = short()
    del record["result"]
    path = tmp_path / "a.kaf"
    save(path, [from_plain(record)])
    note = "result: not noted; side 0 has won, totals [2, 0]"
    assert kafenio("verify", path) == (0, f"{path}: {note}\n{path}: holds (1 match, 2 deals, 96 plays)", "")


def test_verify_goes_on_after_a_match_that_does_not_hold(many: Path, good: Path) -> None:
    ran = kafenio("verify", many, good)
    assert ran.code == 1
    assert ran.err.startswith(f"{many}, match 2: deal 2: points = [9, 9] stands there; the rules give ")
    assert ran.err.count("\n") == 0
    assert ran.out == f"{many}: 1 of 3 matches do not hold\n{good}: holds (1 match, 2 deals, 96 plays)"


def test_verify_counts_matches_by_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.kaf.jsonl"
    path.write_bytes(to_json(from_plain(short())) + b"\n\n{broken\n")
    ran = kafenio("verify", path)
    assert ran.err.splitlines()[0].startswith(f"{path}, match 3: not JSON: ")


FILES: dict[str, bytes] = {
    "empty.kaf": b"",
    "empty.kaf.jsonl": b"",
    "blank.kaf.jsonl": b"\n \n",
    "zeros.kaf": bytes(1000),
    "zeros.kaf.jsonl": bytes(1000),
    "binary.kaf": bytes(range(256)) * 40,
    "binary.kaf.jsonl": bytes(b for b in range(256) if b != 10) * 40,
    "latin1.kaf": 'format = "kafenio/1"\ngame = "kontsina"\nseats = ["Hélène", "b"]'.encode("latin-1"),
    "surrogate.kaf.jsonl": b'{"format":"kafenio/1","game":"\\udc00"}',
    "deep.kaf": b"a = " + b"[" * 50_000,
    "deep.kaf.jsonl": b"[" * 50_000,
    "long.kaf": b"a = " + b"9" * 50_000,
    "control.kaf.jsonl": b'{"format":"kafenio/1","game":"\\u0000\\n\\u2028\\u202e"}',
    "names.kaf": b'format = "kafenio/1"\ngame = "kontsina"\n"a\\nb" = 0xfffffffffffffffffffff',
}


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_gets_one_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    refused(kafenio("verify", path), str(path))
    refused(kafenio("legal", path, "--deal", 1, "--ply", 0), str(path))
    refused(kafenio("show", path, "--deal", 1, "--ply", 0), str(path))


def test_every_truncated_file_gets_one_line(good: Path) -> None:
    data = good.read_bytes()
    for length in range(0, len(data) - 20, 97):
        good.write_bytes(data[:length])
        ran = kafenio("verify", good)
        assert ran.err.count("\n") == 0
        assert (ran.code == 1) == bool(ran.err)


def test_a_file_that_cannot_be_read_gets_one_line(tmp_path: Path) -> None:
    refused(kafenio("verify", tmp_path / "none.kaf"), f"{tmp_path}/none.kaf: cannot be read: No such file or directory")
    refused(kafenio("verify", tmp_path), f"{tmp_path}: cannot be read: Is a directory")


def test_files_too_large_are_refused_before_they_are_read(tmp_path: Path) -> None:
    for name in ("large.kaf", "large.kaf.jsonl"):
        path = tmp_path / name
        with path.open("wb") as file:
            file.truncate(65 * 1024 * 1024)
        ran = kafenio("verify", path)
        assert ran.err.endswith("larger than 64 MiB, which no record is")


def test_a_line_too_large_does_not_hide_the_next(tmp_path: Path) -> None:
    path = tmp_path / "a.kaf.jsonl"
    path.write_bytes(b" " * (65 * 1024 * 1024) + b"{}\n" + to_json(from_plain(short())) + b"\n")
    ran = kafenio("verify", path)
    assert ran.err == f"{path}, match 1: larger than 64 MiB, which no record is"
    assert ran.out == f"{path}: 1 of 2 matches do not hold"


def test_a_message_is_one_line_of_bearable_length(tmp_path: Path) -> None:
    record = short()
    record["deals"][0]["plays"][0] = "0 " + "\n\x1b[31m" * 10_000
    path = tmp_path / "a.kaf.jsonl"
    save(path, [from_plain(record)])
    ran = kafenio("verify", path)
    assert "\n" not in ran.err
    assert "\x1b" not in ran.err
    assert len(ran.err) < 700


# legal


def test_legal_prints_the_plays_before_a_ply(good: Path) -> None:
    ran = kafenio("legal", good, "--deal", 1, "--ply", 0)
    plays = ["Ad x As", "Td x 5c+4d+As", "Td x 9c+As", "lay Ad", "lay Td", "lay Qh", "lay Kd"]
    assert ran == (0, "\n".join(f"0 {play}" for play in plays), "")


def test_a_recorded_play_is_among_the_legal_ones(tmp_path: Path) -> None:
    for name in ("konchinka", "kontsina", "kozel", "ronda"):
        path = tmp_path / "a.kaf"
        record = sample(name, 5)
        save(path, [from_plain(record)])
        for ply, text in list(enumerate(record["deals"][1]["plays"]))[::9]:
            assert text in kafenio("legal", path, "--deal", 2, "--ply", ply).out.splitlines()


def test_when_the_deal_is_over_nothing_is_legal(good: Path) -> None:
    assert kafenio("legal", good, "--deal", 1, "--ply", 48) == (0, "none", "")


def test_the_match_is_picked_by_its_line(many: Path) -> None:
    ran = kafenio("legal", many, "--deal", 1, "--ply", 0, "--match", 3)
    assert ran.out.split()[1] == "lead"
    refused(kafenio("legal", many, "--deal", 1, "--ply", 0, "--match", 4), f"{many}: no match 4 in it")
    refused(kafenio("show", many, "--deal", 99, "--ply", 0, "--match", 2), f"{many}, match 2: no deal 99: the record ")


def test_a_wrong_claim_does_not_stop_the_arbiter(many: Path) -> None:
    assert kafenio("legal", many, "--deal", 3, "--ply", 0, "--match", 2).code == 0


def test_a_place_that_the_record_does_not_have_is_refused(good: Path) -> None:
    refused(kafenio("legal", good, "--deal", 3, "--ply", 0), f"{good}: no deal 3: the record has deals 1 to 2")
    refused(kafenio("legal", good, "--deal", 1, "--ply", 49), f"{good}: deal 1: no ply 49: 0 to 48 expected")
    refused(kafenio("show", good, "--deal", 1, "--ply", 0, "--seat", 2), f"{good}: no seat 2: seats are 0 to 1")


def test_where_cards_are_unknown_nobody_knows_what_is_legal(tmp_path: Path) -> None:
    record = short()
    record["deals"][0]["pack"] = " ".join(["??"] * 52)
    record["deals"][0]["plays"][0] = "0 ??"
    path = tmp_path / "a.kaf"
    save(path, [from_plain(record)])
    refused(
        kafenio("legal", path, "--deal", 1, "--ply", 0), f"{path}: deal 1, ply 0: the record does not tell the cards"
    )
    assert kafenio("legal", path, "--deal", 2, "--ply", 0).code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["legal", "a.kaf"], "a record needs --deal and --ply, a game --position"),
        (["legal", "kontsina", "--deal", "1", "--ply", "0", "--position", "{}"], "--position goes with a game"),
        (["legal", "chess", "--position", "{}"], "no game 'chess'"),
        (["legal", "a.kaf", "--deal", "0", "--ply", "0"], "--deal"),
        (["legal", "a.kaf", "--deal", "1", "--ply", "-1"], "--ply"),
        (["legal", "a.kaf", "--deal", "one", "--ply", "0"], "--deal"),
        (["legal"], "missing argument"),
        (["verify"], "missing argument"),
        (["show", "a.kaf", "--ply", "0"], "missing option '--deal'"),
        (["sing"], "no such command 'sing'"),
        (["verify", "--loud", "a.kaf"], "no such option"),
    ],
)
def test_a_wrong_command_line_is_told(arguments: list[str], says: str) -> None:
    wrong_line(kafenio(*arguments), says)


# legal --position


def test_a_bare_position_is_answered() -> None:
    ran = kafenio("legal", "kontsina", "--position", '{"hand": "6s 9d", "table": "6c 2d 4h"}')
    assert ran == (0, "0 6s x 6c\n0 6s x 2d+4h\n0 lay 6s\n0 lay 9d", "")


def test_a_position_without_plays_says_none() -> None:
    assert kafenio("legal", "kontsina", "--position", '{"seat": 1}') == (0, "none", "")


def test_positions_of_a_file_are_answered_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"hand": "7h", "table": "7c"}\n\n{"hand": "Kh", "table": "Td"}\n{"hand": ""}\n')
    assert kafenio("legal", "kontsina", "--position", f"@{path}").out == "0 7h x 7c\n0 lay 7h\n\n0 lay Kh\n\nnone"
    single = tmp_path / "a.json"
    single.write_text('{"hand": "7h",\n "table": "7c"}\n')
    assert kafenio("legal", "kontsina", "--position", f"@{single}").out == "0 7h x 7c\n0 lay 7h"


def test_a_refused_position_in_a_file_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"hand": "7h"}\n{"hand": "7h", "table": "7h"}\n{"hand": "8h"}\n')
    ran = kafenio("legal", "kontsina", "--position", f"@{path}")
    assert ran == (1, "0 lay 7h\n\n0 lay 8h", f"{path}, line 2: table: 7h is in two places")


BAD_POSITIONS = [
    "",
    "{",
    "[]",
    "null",
    "[" * 100_000,
    "1" * 100_000,
    '{"hand": "7h", "colour": 1}',
    '{"options": {"jokers": 1}}',
    '{"options": {"players": 9}}',
    '{"options": []}',
    '{"preset": "none"}',
    '{"preset": 3}',
    '{"hand": "1h"}',
    '{"hand": 7}',
    '{"hand": "\\u0000\\n"}',
    '{"hand": "7h", "hands": ["7h", "8h"]}',
    '{"hand": "7h 7h"}',
    '{"hand": "7h", "table": "7h"}',
    '{"seat": 2}',
    '{"seat": true}',
    '{"seat": 1e300}',
    '{"seat": 99999999999999999999}',
    '{"version": 2}',
    '{"stock": 1000000000000}',
    '{"scores": [1, 2, 3]}',
    '{"scores": [99999999999, 0]}',
    '{"last_round": 1}',
    '{"plays": "0 lay 7h"}',
    '{"plays": [1]}',
    '{"hands": ["7h"]}',
    '{"hand": "7h", "sizes": [5, 5]}',
]


@pytest.mark.parametrize("position", BAD_POSITIONS)
@each_game
def test_a_wrong_position_is_refused_in_one_line(name: str, position: str) -> None:
    ran = kafenio("legal", name, "--position", position)
    if name != "kontsina" and ran.code == 0:
        return  # other packs, other names of cards
    refused(ran, "position: ")


def test_a_missing_file_of_positions_gets_one_line(tmp_path: Path) -> None:
    refused(
        kafenio("legal", "ronda", "--position", f"@{tmp_path}/x.json"), f"{tmp_path}/x.json: cannot be read: No such"
    )


# show


def test_show_prints_the_table_as_a_seat_sees_it(good: Path) -> None:
    ran = kafenio("show", good, "--deal", 1, "--ply", 2, "--seat", 0)
    assert ran.code == 0
    assert ran.out.splitlines()[:7] == [
        "Kontsina, deal 1, before ply 2 of 48",
        "seat 0 is bot:random@1",
        "seat 1 is bot:random@1",
        "dealer: seat 1",
        "to act: seat 0",
        "Table: 5c 9c",
        "Your hand: Td Qh Kd",
    ]
    assert "seat 1: 3 cards" in ran.out


def test_show_opens_everything_without_a_seat(good: Path) -> None:
    ran = kafenio("show", good, "--deal", 1, "--ply", 2)
    assert "last play: 1 4c x 4d" in ran.out
    assert "seat 1: 3c Jd Kc" in ran.out
    assert "Stock: 40 cards: Qs Tc" in ran.out


def test_show_keeps_from_a_seat_what_others_threw_face_down(tmp_path: Path) -> None:
    record = sample("kozel", 1)
    plays = record["deals"][0]["plays"]
    ply = next(i for i, text in enumerate(plays) if " discard " in text)
    seat = plays[ply].split()[0]
    path = tmp_path / "a.kaf"
    save(path, [from_plain(record)])
    place = ("--deal", 1, "--ply", ply + 1)
    assert f"last play: {plays[ply]}" in kafenio("show", path, *place, "--seat", seat).out
    assert "last play" not in kafenio("show", path, *place, "--seat", 1 - int(seat)).out


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_every_place_can_be_shown(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "a.kaf"
    record = sample(case.name, 1, players=case.players)
    save(path, [from_plain(record)])
    plays = len(record["deals"][0]["plays"])
    for ply in (0, plays // 2, plays):
        for seat in (None, case.players - 1):
            extra = () if seat is None else ("--seat", seat)
            assert kafenio("show", path, "--deal", 1, "--ply", ply, *extra).code == 0


# simulate


def test_simulate_writes_records_that_hold(tmp_path: Path) -> None:
    path = tmp_path / "a.kaf.jsonl"
    ran = kafenio("simulate", "kontsina", "--players", 3, "--matches", 2, "--seed", 5, "--out", path)
    assert ran == (0, f"{path}: 2 matches of kontsina", "")
    records = list(read_all(path))
    assert [verify(r) for r in records] == [[], []]
    assert records[0].seats == ["bot:random@1"] * 3
    assert records[0].date is None
    first = path.read_bytes()
    kafenio("simulate", "kontsina", "--players", 3, "--matches", 2, "--seed", 5, "--out", path)
    assert path.read_bytes() == first


@each_game
def test_greedy_bots_play_every_game(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.kaf"
    ran = kafenio("simulate", name, "--bots", "greedy,random@1", "--matches", 1, "--seed", 1, "--out", path)
    assert ran.code == 0
    (record,) = read_all(path)
    assert record.seats == ["bot:greedy@1", "bot:random@1"]
    assert verify(record) == []


def options(tmp_path: Path, *arguments: str) -> dict[str, object]:
    """The options of a match simulated with these arguments."""
    path = tmp_path / "a.kaf"
    ran = kafenio("simulate", *arguments, "--matches", 1, "--seed", 1, "--out", path, "--force")
    assert ran.code == 0, ran.err
    (record,) = read_all(path)
    return record.options


def test_an_option_goes_before_the_preset(tmp_path: Path) -> None:
    given = ["kontsina", "--preset", "four_partners", "--option", "partnerships=false", "--option", "deals=1"]
    assert options(tmp_path, *given) == {"players": 4, "deals": 1}


def test_presets_are_written_out(tmp_path: Path) -> None:
    assert options(tmp_path, "konchinka", "--preset", "figures_tablic") == {
        "figure_values": "14_13_12",
        "jack_sweeps": False,
    }


def test_lists_are_written_with_commas_and_the_empty_one_as_nothing(tmp_path: Path) -> None:
    given = options(tmp_path, "kozel", "--option", "lead_sizes=1,3", "--option", "special_leads=")
    assert given == {"lead_sizes": [1, 3], "special_leads": []}


def test_a_file_is_written_over_only_when_told_so(good: Path) -> None:
    before = good.read_bytes()
    line = ["simulate", "kozel", "--matches", 1, "--seed", 1, "--out", good]
    wrong_line(kafenio(*line), f"--out {good}: the file exists; --force writes over it")
    assert good.read_bytes() == before
    assert kafenio(*line, "--force").code == 0
    assert good.read_bytes() != before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "no game 'chess'"),
        (["kontsina", "--preset", "none"], "no preset 'none'; presets: seed, "),
        (["kontsina", "--option", "deals"], "option 'deals': key=value expected"),
        (["kontsina", "--option", "jokers=2"], "no option 'jokers'; options: players, "),
        (["kontsina", "--option", "deals=many"], "option deals: 'many' is not "),
        (["kontsina", "--option", "deals=" + "9" * 5000], "option deals: "),
        (["kontsina", "--option", "deals=2", "--option", "deals=3"], "option deals is given twice"),
        (["kontsina", "--players", "3", "--option", "players=4"], "option players is given twice"),
        (["kontsina", "--players", "7"], "option players: 7 is not "),
        (
            ["kontsina", "--preset", "four_partners", "--players", "2"],
            "option partnerships: four players needed, not 2",
        ),
        (["kontsina", "--bots", "genius"], "no bot 'genius'; bots: random@1, greedy@1"),
        (["kontsina", "--bots", "random@9"], "no bot 'random@9'"),
        (["kontsina", "--bots", "random,random,random"], "bots: 3 for 2 seats"),
        (["kontsina", "--matches", "2"], "a .kaf holds one match; a .kaf.jsonl holds many"),
        (["kontsina", "--matches", "0"], "--matches"),
        (["kontsina", "--out", "a.txt"], "--out a.txt: .kaf or .kaf.jsonl expected"),
    ],
)
def test_a_wrong_line_writes_nothing(tmp_path: Path, arguments: list[str], says: str) -> None:
    path = tmp_path / "a.kaf"
    usual = [("--matches", "1"), ("--seed", "1"), ("--out", str(path))]
    rest = [part for name, value in usual if name not in arguments for part in (name, value)]
    wrong_line(kafenio("simulate", *arguments, *rest), says)
    assert not path.exists()


def test_a_place_that_cannot_be_written_gets_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.kaf"
    ran = kafenio("simulate", "kontsina", "--matches", 1, "--seed", 1, "--out", path)
    refused(ran, f"{path}: cannot be written: No such file or directory")


# As people start it.


def started(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; sys.argv[0] = 'kafenio'; from kafenio.cli import main; main()"
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, check=False)


def test_version_tells_whether_it_is_compiled() -> None:
    how = "compiled" if package.compiled else "interpreted"
    assert started("--version").stdout == f"kafenio {package.__version__}, {how}\n"
    assert started("--version", KAFENIO_INTERPRETED="1").stdout.endswith(", interpreted\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["verify", "--deep"], "kafenio verify: no such option: --deep"),
        (["verify"], "kafenio verify: missing argument 'FILE…';"),
        (["show", "match.kaf", "--deal", "1"], "kafenio show: missing option '--ply';"),
        (["show", "match.kaf", "--deal", "one", "--ply", "0"], "kafenio show: invalid value for '--deal': "),
        (["show", "match.kaf", "--deal", "0", "--ply", "0"], "kafenio show: invalid value for '--deal': "),
        (["shuffle"], "kafenio: no such command 'shuffle';"),
        (["simulate", "kozel", "--seed"], "kafenio: option '--seed' requires an argument;"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_in_one_line(arguments: list[str], says: str) -> None:
    ran = kafenio(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 0)
    assert ran.err.startswith(says) and ran.err.endswith("--help tells what there is")


def test_without_a_command_help_is_given() -> None:
    assert kafenio() == kafenio("--help")


def test_help_names_the_commands() -> None:
    out = started("--help").stdout
    assert all(name in out for name in ("verify", "legal", "show", "simulate"))


def test_a_narrow_encoding_is_no_obstacle(tmp_path: Path) -> None:
    record = short()
    record["seats"] = ["Ελένη", "b"]
    path = tmp_path / "a.kaf"
    save(path, [from_plain(record)])
    ran = started("show", str(path), "--deal", "1", "--ply", "0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "seat 0 is \\u0395" in ran.stdout
    ran = started("verify", os.fsdecode(b"\xff\xfe.kaf"), PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)


def test_every_preset_is_a_command_line(tmp_path: Path) -> None:
    for name in ("konchinka", "kontsina", "kozel", "ronda"):
        preset = list(load(name).PRESETS)[-1]
        assert options(tmp_path, name, "--preset", preset) == load(name).of(preset).options.differing()


def test_positions_may_be_made_by_programs() -> None:
    position = {"options": {"lead_sizes": [1, 3]}, "hand": "Kd Jd 9d 7d"}
    ran = kafenio("legal", "kozel", "--position", json.dumps(position))
    assert (ran.code, len(ran.out.splitlines())) == (0, 9)  # K57
