"""What the page on records shows is true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from kafenio.records import read, replay, save, verify, write
from kafenio.records.format import from_plain
from kafenio.records.line import split
from records.sample import kafenio, sample

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.parametrize("block", blocks("console"))
def test_a_command_prints_what_the_page_shows(block: str) -> None:
    command, _, shown = block.partition("\n")
    assert command.startswith("$ kafenio ")
    ran = kafenio(*shlex.split(command)[2:])
    assert (ran.code, ran.err, ran.out) == (0, "", shown.rstrip())


def test_the_record_of_the_page_holds_and_is_written_as_it_stands() -> None:
    whole, part = blocks("toml")
    assert write(read(whole)) == whole
    assert verify(read(whole))[0] == "deal 1: kept without its plays; its points are added as they stand"
    for line in re.findall(r'^  "(.*)",$', part, re.M):
        assert split(line) is not None


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = from_plain(sample("kontsina", 1))
    save("match.kaf", [record])
    save("many.kaf.jsonl", [record, record])
    (code,) = blocks("python")
    names: dict[str, object] = {}
    exec(code, names)
    assert names["notes"] == []
    assert Path("copy.kaf.jsonl").read_bytes() == Path("many.kaf.jsonl").read_bytes()
    assert replay(record, 2, 17).actors()
