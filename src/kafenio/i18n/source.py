"""Making and keeping the catalogs, by Babel.

`python -m kafenio.i18n.source update` brings `po/*.po` to what is said in English now: new texts are added, old ones dropped, those
whose English has changed marked `fuzzy`. `… missing` lists what is not translated, with exit code 1 if there is anything.
`… export FOLDER` writes what the browser reads.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from kafenio.i18n.catalog import LANGUAGES
from kafenio.i18n.english import ENGLISH, Text

__all__ = [
    "FOLDER",
    "FORMS",
    "OTHERS",
    "WEB",
    "exported",
    "forms",
    "main",
    "missing",
    "po",
    "source",
    "template",
    "web",
]

OTHERS = LANGUAGES[1:]  # than English

FOLDER = Path(__file__).with_name("po")
WEB = Path(__file__).parents[3] / "web/src/lib/i18n/en.json"  # what the browser alone says; there in a checkout only
PREFIX = "web."  # of its ids in the catalogs
FORMS: Mapping[
    str, tuple[str, ...]
] = {  # the plural forms of a catalog, in order, as CLDR names them; many: millions in fr, es
    "en": ("one", "other"),
    "fr": ("one", "many", "other"),
    "ru": ("one", "few", "many"),
    "el": ("one", "other"),
    "es": ("one", "many", "other"),
    "ar": ("zero", "one", "two", "few", "many", "other"),
}
NUMBERS = {"n", "value", "count"}
PLACE = re.compile(r"\{(\w+)\}")
# needed where house rules are chosen only
HOUSE = ("topic.", "ask.", "preset.", "source.", "option.", "goal.", "wrong.")
ELSEWHERE = ("terminal.", "cards.", "label.", "picture.", "write.")  # of the terminal alone
CHANGING = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|'
    rb"Generated-By|Project-Id-Version): .*\n",
    re.MULTILINE,
)


def web(path: Path = WEB) -> dict[str, Text]:
    """What the browser alone says, in English, by the ids of the catalogs."""
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        PREFIX + key: text if isinstance(text, str) else (text["one"], text["other"]) for key, text in found.items()
    }


def source() -> dict[str, Text]:
    """Every English text by id."""
    return {**ENGLISH, **web()}


def template(language: str = "en") -> Catalog:
    """A catalog of every text, none of them translated; an id is the context (msgctxt) of its English."""
    found = Catalog(locale=language, fuzzy=False, header_comment="# The words of Kafenio. English stands in msgid.")
    for key, text in sorted(source().items()):
        found.add(text, context=key)
    return found


def po(language: str) -> Catalog:
    """The catalog of a language as it is kept."""
    with open(FOLDER / f"{language}.po", "rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The catalog with the texts of now, its translations kept."""
    old = {m.context: m for m in po(language) if m.id} if (FOLDER / f"{language}.po").exists() else {}
    found = template(language)
    for message in found:
        before = old.get(message.context)
        if message.id and before and isinstance(before.id, str) == isinstance(message.id, str):
            message.string = before.string
            if before.fuzzy or english(before) != english(message):
                message.flags.add("fuzzy")
    return found


def update() -> None:
    """Write every catalog anew."""
    FOLDER.mkdir(exist_ok=True)
    for language in OTHERS:
        written = io.BytesIO()
        write_po(written, updated(language), width=0)
        (FOLDER / f"{language}.po").write_bytes(CHANGING.sub(b"", written.getvalue()))


def english(message: Message) -> Text:
    """What a message translates."""
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def forms(message: Message) -> tuple[str, ...]:
    """The translation, in every plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def missing(language: str) -> Iterator[str]:
    """What is wrong in a catalog: texts that lack a translation or a form of it, and places that are not those of the English."""
    kept = {m.context: m for m in po(language) if m.id}
    wanted = source()
    yield from (f"{key}: no text has this id" for key in kept if key not in wanted)
    for key, text in wanted.items():
        message = kept.get(key)
        if message is None or english(message) != text or message.fuzzy or not all(forms(message)):
            yield f"{key}: not translated: {text}"
            continue
        if not isinstance(text, str) and len(forms(message)) != len(FORMS[language]):
            yield f"{key}: {len(forms(message))} forms, {len(FORMS[language])} expected"
        places = set(PLACE.findall(text if isinstance(text, str) else text[1]))
        for form in forms(message):
            spare = set() if isinstance(text, str) else NUMBERS  # "one card" needs no figure
            if not places - spare <= set(PLACE.findall(form)) <= places:
                yield f"{key}: places {sorted(places)} expected in {form!r}"


def exported(language: str) -> dict[str, str | dict[str, str]]:
    """A catalog as the browser reads it: text by id, plural forms by their CLDR names. What is not translated is left out."""
    if language == "en":
        texts: dict[str, tuple[str, ...]] = {k: (v,) if isinstance(v, str) else v for k, v in source().items()}
    else:
        texts = {str(m.context): forms(m) for m in po(language) if m.id and not m.fuzzy and all(forms(m))}
    found: dict[str, str | dict[str, str]] = {}
    for key, text in sorted(texts.items()):
        if not key.startswith(ELSEWHERE):
            named = dict(zip(FORMS[language], text, strict=False))
            named.setdefault("other", text[-1])  # Russian has it for fractions only
            found[key.removeprefix(PREFIX)] = text[0] if len(text) == 1 else named
    return found


def export(folder: Path) -> None:
    """For each language `LANGUAGE.json`, and `LANGUAGE.house.json` for the screen of house rules."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        texts = exported(language)
        house = {key: texts.pop(key) for key in [*texts] if key.startswith(HOUSE)}
        for name, part in ((language, texts), (f"{language}.house", house)):
            text = json.dumps(part, ensure_ascii=False, indent=1)
            (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update"]:
            update()
        case ["missing"]:
            found = [f"{language}.po: {line}" for language in OTHERS for line in missing(language)]
            print("\n".join(found) or "everything is translated")
            return 1 if found else 0
        case ["export", folder]:
            export(Path(folder))
        case _:
            print("update, missing or export FOLDER expected", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
