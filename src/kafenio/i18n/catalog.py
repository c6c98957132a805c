"""The catalogs: every text in every language. English stands in `english`, the others in `po/LANGUAGE.po`."""

from __future__ import annotations

import gettext
import io
import os
from collections.abc import Mapping
from functools import cache
from importlib import resources

from kafenio.i18n.english import ENGLISH

__all__ = ["LANGUAGES", "RIGHT_TO_LEFT", "Catalog", "catalog", "preferred"]

LANGUAGES = ("en", "fr", "ru", "el", "es", "ar")
RIGHT_TO_LEFT = frozenset({"ar"})
ASKED = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # what tells a terminal's language, the first first


class Catalog:
    """The texts of one language; English where one is not translated."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self.translations = translations

    def text(self, key: str, n: int = 0) -> str:
        """The text of an id, its plural chosen by n; places in braces are still open. KeyError for an unknown id."""
        english = ENGLISH[key]
        if isinstance(english, str):
            return self.translations.pgettext(key, english)
        return self.translations.npgettext(key, *english, n)


@cache
def catalog(language: str) -> Catalog:
    """The catalog of one of `LANGUAGES`. KeyError for another."""
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == "en":
        return Catalog(language, gettext.NullTranslations())
    from babel.messages.mofile import write_mo  # late: English needs none of it
    from babel.messages.pofile import read_po

    source = resources.files("kafenio.i18n").joinpath("po", f"{language}.po").read_bytes()
    binary = io.BytesIO()
    write_mo(binary, read_po(io.BytesIO(source), locale=language))
    binary.seek(0)
    return Catalog(language, gettext.GNUTranslations(binary))


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """The language that a terminal's settings ask for: the first that there is, else English."""
    for name in ASKED:
        for wanted in environment.get(name, "").split(":"):
            language = wanted.partition("_")[0].partition(".")[0].lower()
            if language in LANGUAGES:
                return language
        if environment.get(name) and name != "LANGUAGE":
            break
    return "en"
