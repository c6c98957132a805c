"""The score-sheet: heads of columns, and cells that are no plain numbers."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["CELLS", "HEADS"]

HEADS: Mapping[str, Text] = {
    "deal": "deal",
    "dealer": "dealer",
    "event": "event",
    "trump": "trump",
    "won_by": "won by",
    "points": "{side} points",
    "total": "{side} total",
    "deals": "{side} deals",
    "record": "{side} record",
    "penalty": "{side} penalty",
    "won": "{side} won",
    "purse": "{side} purse",
}

CELLS: Mapping[str, Text] = {
    "nobody": "nobody",
    "out": "{points} out",
    "bura": "{points} (Bura)",
    "four_aces": "{points} (four aces)",
    "aces": ("{counts}/{n} ace", "{counts}/{n} aces"),
    "sweeps": ("{counts}/{n} sweep", "{counts}/{n} sweeps"),
    # the scoring steps of Ronda
    "noted": "as noted at the table",
    "only_ronda": "{side} only ronda",
    "only_rondas": "{side} alone two rondas",
    "ronda": "{side} ronda",
    "tringla": "{side} tringla",
    "rondas.level": ("{count} ronda announced, {sides} level", "{count} rondas announced, {sides} level"),
    "rondas.higher": ("{count} ronda announced, {sides} the higher", "{count} rondas announced, {sides} the higher"),
    "rondas.highest": (
        "{count} ronda announced, {sides} the highest",
        "{count} rondas announced, {sides} the highest",
    ),
    "rondas.lowest": ("{count} ronda announced, {sides} the lowest", "{count} rondas announced, {sides} the lowest"),
    "missa": "{side} missa",
    "bount": "{first} bount",
    "khamsa": "{first} bount on {laid_by}, answered by {second} with khamsa",
    "aachra": "{first} bount on {laid_by}, answered by {second} with khamsa, by {third} with aachra",
    "with_missa": "{what}, with missa",
    "hidden": "{side} hid {what}, {others} had announced {best}",
    "call": "{side} called {other}, who hid {what}",
    "call.nothing": "{side} called {other}, who hid nothing",
    "a_ronda": "a ronda of {rank}",
    "a_tringla": "a tringla of {rank}",
    "dealer_last": "dealer {side}: last card {card} captures",
    "dealer_last.nothing": "dealer {side}: last card {card} captures nothing",
    "gain": "{side} {points}",
    "cards": "cards {counts}: {gains}, deal won by {who}",
    "cards.even": "cards {counts}, deal won by {who}",
}
