"""The catalogs: complete in every language, with right plurals; ids that exist; no words made anywhere else."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from babel import Locale

import kafenio
from kafenio.audience import Event
from kafenio.game import load
from kafenio.i18n import source
from kafenio.i18n.catalog import LANGUAGES, catalog, preferred
from kafenio.i18n.english import DOMAINS, ENGLISH
from kafenio.i18n.teller import Teller
from kafenio.i18n.words import Words
from kafenio.message import Cards, Message, Row, Seat, Side, said, series
from kafenio.server.wire import Refused
from kafenio.tui.plays import VERBS
from support import CASES, Case, deals, made

HOME = Path(kafenio.__file__).parent
OTHERS = LANGUAGES[1:]
MADE = [  # where words are made
    *(HOME / "i18n").glob("*.py"),
    *(HOME / "i18n/refusals").glob("*.py"),
    *(HOME / "tui").glob("*.py"),
    *(HOME / "games").glob("*.py"),
    *(HOME / "games").glob("*/tally.py"),
    *(HOME / "games").glob("*/picture.py"),
    *(HOME / "bots/greedy").glob("*.py"),
    HOME / "bots/levels.py",
]
ELSEWHERE = {"rules.py", "source.py"}  # rules are pages of their own; the other is a tool
PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
TYPED = {"no claim", "claim moscow", "claim molodka", "claim aces", "announce tringla", "kafenio play --resume "}


def listener(language: str, seat: int | None = 0, game: str = "kontsina", **options: object) -> Words:
    table = load(game).of(**options)
    return Words(table, ["Eleni", "Nikos", "Ira", "Salma", "Omar"][: table.seats], seat, language)


# Every language.


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_its_places_and_its_plurals(language: str) -> None:
    assert list(source.missing(language)) == [], "python -m kafenio.i18n.source update, and translate these"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_of_a_plural_are_chosen_as_the_language_does(language: str) -> None:
    """By gettext here and by Intl.PluralRules in a browser, which has the names of the same forms."""
    rule = Locale(language).plural_form
    assert len(source.FORMS[language]) == source.template(language).num_plurals
    texts = source.exported(language)["event.dealt:hidden"]
    assert isinstance(texts, dict)
    for n in [*range(130), 1000, 1_000_000]:
        assert catalog(language).text("event.dealt:hidden", n) == texts[rule(n)], n


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_deal_is_told_in_every_language(language: str) -> None:
    for case in [case for case in CASES if case.preset == "seed"]:
        game = made(case)
        for history in deals(game, seed=2, most=1):
            for event in [event for events in history.events for event in events]:
                for seat in (0, None):
                    for sentence in Words(game, [f"P{s}" for s in range(game.seats)], seat, language).tell(event):
                        assert re.fullmatch(r"[^{}]+[.!]", sentence), sentence


def test_russian_and_arabic_count_in_their_own_ways() -> None:
    four = [listener("ru", 1).tell(Event("dealt", 0, ("??",) * n)) for n in (1, 2, 5, 21)]
    assert [line for (line,) in four] == [f"Eleni получает {n}." for n in ("1 карту", "2 карты", "5 карт", "21 карту")]
    ar = [listener("ar", 1).say("picture.cards", n=n) for n in (1, 2, 3, 11, 100)]
    assert ar == ["ورقة واحدة", "ورقتان", "3 أوراق", "11 ورقة", "100 ورقة"]


def test_names_cards_and_scores_keep_their_direction_in_arabic() -> None:
    (told,) = listener("ar", 1).tell(Event("captured", 0, ("8h", "3c", "5d")))
    for part in ("Eleni", "8h", "3c", "5d"):
        assert f"\u2068{part}\u2069" in told
    assert listener("ar").say("cell.bura", points=-3).startswith("\u2068-3\u2069 ")
    assert listener("fr", 1).tell(Event("captured", 0, ("8h", "3c", "5d"))) == ["Eleni prend 3c et 5d avec 8h."]


def test_a_list_is_put_together_as_the_language_does() -> None:
    cards = Cards("3c 5d 7h")
    assert [listener(language).value(cards) for language in ("en", "ru", "es")] == [
        *("3c, 5d and 7h", "3c, 5d и 7h", "3c, 5d y 7h")
    ]
    assert listener("ar").value(series([1, 2, 3])) == "1، 2، 3"


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "el_GR"}, "el"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de:ar:fr"}, "ar"),
        ({"LC_ALL": "C", "LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_is_that_of_the_terminal(settings: dict[str, str], language: str) -> None:
    assert preferred(settings) == language


def test_no_other_language_is_there() -> None:
    with pytest.raises(KeyError):
        catalog("de")


# The catalogs as files.


def test_an_update_keeps_every_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(language: str) -> dict[object, object]:
        return {m.context: m.string for m in source.po(language) if m.id}

    before = {language: kept(language) for language in OTHERS}
    for language in OTHERS:
        (tmp_path / f"{language}.po").write_bytes((source.FOLDER / f"{language}.po").read_bytes())
    monkeypatch.setattr(source, "FOLDER", tmp_path)
    assert source.main(["update"]) == 0
    assert {language: kept(language) for language in OTHERS} == before


def test_a_text_that_changes_in_english_waits_for_its_translators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(source, "FOLDER", tmp_path)
    monkeypatch.setattr(source, "OTHERS", ("fr",))
    monkeypatch.setattr(source, "source", lambda: {"a": "One {name}", "b": ("{n} card", "{n} cards")})
    source.main(["update"])
    assert [line.partition(":")[0] for line in source.missing("fr")] == ["a", "b"]
    path = tmp_path / "fr.po"
    filled = path.read_text().replace('msgid "One {name}"\nmsgstr ""', 'msgid "One {name}"\nmsgstr "Un {nom}"')
    path.write_text(re.sub(r'(msgstr\[\d\]) ""', r'\1 "{n} cartes"', filled))
    assert list(source.missing("fr")) == ["a: places ['name'] expected in 'Un {nom}'"]
    monkeypatch.setattr(source, "source", lambda: {"b": ("{n} thin card", "{n} thin cards")})
    source.main(["update"])
    assert source.main(["missing"]) == 1
    assert capsys.readouterr().out == "fr.po: b: not translated: ('{n} thin card', '{n} thin cards')\n"
    assert source.main(["translate"]) == 2


def test_the_browser_gets_every_text_but_those_of_the_terminal(tmp_path: Path) -> None:
    assert source.main(["export", str(tmp_path)]) == 0
    for language in LANGUAGES:
        table, house = (json.loads((tmp_path / f"{language}{part}.json").read_text()) for part in ("", ".house"))
        assert not table.keys() & house.keys()
        assert "ask.capture_scope" in house and "event.laid.you" in table
        assert not any(key.startswith(("terminal.", "web.")) for key in table)
        for text in (*table.values(), *house.values()):
            assert text if isinstance(text, str) else text["other"]


# Messages as data.


def plain(value: Any) -> bool:
    """Whether a value of a message is one that the documentation names."""
    match value:
        case int() | str():
            return True
        case {"id": str(key)}:
            return key in ENGLISH and all(map(plain, value.get("args", {}).values()))
        case {"cards": str()} | {"row": str()} | {"seat": int()} | {"side": int()}:
            return len(value) == 1
        case list():
            return all(map(plain, value))
    return False


@pytest.mark.parametrize("case", CASES, ids=str)
def test_events_and_score_sheets_are_messages_that_json_can_hold(case: Case) -> None:
    game = made(case)
    for history in deals(game, seed=7, most=1):
        tally = game.tally()
        tally.add(tally.judge(history.states[-1]), 0)
        found: list[object] = [*tally.sheet().heads, *(cell for row in tally.sheet().rows for cell in row)]
        for seat in (0, None):
            found += [m for events in history.events for event in events for m in Teller(game, seat).tell(event)]
        assert all(plain(value) for value in msgspec.json.decode(msgspec.json.encode(found)))


def test_every_kind_of_value_has_words() -> None:
    words = listener("en", 1)
    values = [said("and", list="a", last="b"), Row("3c 5d"), Seat(0), Seat(1), Side(0), ("a", "b", "c"), -1]
    assert [words.value(value) for value in values] == ["a and b", "3c 5d", "Eleni", "you", "Eleni", "a, b and c", "-1"]
    assert Message("seat", {"number": 3}) == said("seat", number=3)


def test_every_refusal_of_the_server_has_words() -> None:
    codes = set(get_args(get_type_hints(Refused)["code"]))
    assert codes <= DOMAINS["code"].keys()


# Ids and words in the code.


def constants(path: Path) -> Iterator[tuple[str, bool]]:
    """Every text of a module that is no docstring and in no error; whether it is the beginning of a longer one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aside: set[ast.AST] = set()
    parts: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(node.value)
        if isinstance(node, ast.Raise | ast.Assert):
            aside.update(ast.walk(node))
        if isinstance(node, ast.JoinedStr):
            parts.update(node.values[:1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in aside:
            yield node.value, node in parts


def test_every_id_in_the_code_exists_and_every_text_is_used() -> None:
    domains = [domain for domain in DOMAINS if domain]
    like = re.compile(rf"(?:{'|'.join(domains)})\.[\w.:]*")
    used: set[str] = set()
    begun: set[str] = set()
    for path in HOME.rglob("*.py"):
        if "english" not in path.parts and path.name != "source.py":
            for text, beginning in constants(path):
                if like.fullmatch(text):
                    (begun if beginning or text.endswith(".") else used).add(text)
    assert {key for key in used if key not in ENGLISH} <= {"option.", "reason."}
    for key in ENGLISH:
        if key.split(".")[0] in ("terminal", "refuse", "why", "note", "picture", "cell", "head", "label"):
            base = re.sub(r"\.(you|ours|second)$", "", key)
            assert base in used or base.startswith(tuple(begun)), f"nothing says {key}"


@pytest.mark.parametrize("path", MADE, ids=lambda path: str(path.relative_to(HOME)))
def test_where_words_are_made_none_is_written_in_english(path: Path) -> None:
    if path.name in ELSEWHERE:
        return
    for text, _ in constants(path):
        typed = text in TYPED or set(text.split()) <= VERBS
        assert typed or not PROSE.search(text), f"{path.name}: {text!r} belongs into kafenio.i18n.english"
