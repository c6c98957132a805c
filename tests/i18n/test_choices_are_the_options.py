"""The tables that the rules texts are tested with name the options of the games, with their defaults."""

from __future__ import annotations

from importlib import import_module

import pytest

from kafenio.game import games, load


@pytest.mark.parametrize("name", games())
def test_the_tables_name_every_option_with_its_default(name: str) -> None:
    options = load(name).of().options
    real = {field: getattr(options, field) for field in options.__struct_fields__}
    table = import_module(f"i18n.choices_{name}")
    assert real == table.DEFAULTS
    assert real.keys() <= table.CHOICES.keys()
