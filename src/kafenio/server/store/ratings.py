"""Ratings: changed in the transaction that ends a match, so each match counts once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select, update

from kafenio.server.skills import Entry, Skill, skills_after
from kafenio.server.store import schema

if TYPE_CHECKING:
    from kafenio.server.store.store import Store

__all__ = ["Rating", "count_match", "ratings_of", "skill_of"]


class Rating(NamedTuple):
    game: str
    form: str
    skill: Skill
    matches: int


def count_match(c: Connection, rated: str, winners: Sequence[int], now: int) -> int:
    """A rated match has ended; the time at which it counts, later than whatever else was counted for who played it.

    Who has deleted himself meanwhile is rated no more; the others are as if he had stayed.
    """
    match = msgspec.json.decode(rated, type=Entry)
    r = schema.ratings.c
    here = (r.game == match.game) & (r.form == match.form)
    who = sorted({name for side in match.sides for name in side})  # locked in order
    known = {
        row.who: (Skill(row.mu, row.sigma), row.matches, row.changed)
        for row in c.execute(
            select(r.who, r.mu, r.sigma, r.matches, r.changed)
            .where(here, r.who.in_(who))
            .order_by(r.who)
            .with_for_update()
        )
    }
    when: int = max([now, *(changed + 1 for _, _, changed in known.values())])
    people = set(c.execute(select(schema.people.c.id).where(schema.people.c.id.in_(who))).scalars())
    after = skills_after(match.sides, winners, {name: known[name][0] if name in known else Skill() for name in who})
    for name, skill in sorted(after.items()):
        if name in known:
            c.execute(
                update(schema.ratings)
                .where(here, r.who == name)
                .values(mu=skill.mu, sigma=skill.sigma, matches=known[name][1] + 1, changed=when)
            )
        elif name in people or name.startswith("bot:"):
            c.execute(
                insert(schema.ratings).values(
                    who=name, game=match.game, form=match.form, mu=skill.mu, sigma=skill.sigma, matches=1, changed=when
                )
            )
    return when


async def skill_of(store: Store, who: str, game: str, form: str) -> Skill:
    """What is believed of somebody in one form of a game; of whom nothing is known, what is believed of everybody."""
    found = (r for r in await ratings_of(store, who) if (r.game, r.form) == (game, form))
    return next((r.skill for r in found), Skill())


async def ratings_of(store: Store, who: str) -> list[Rating]:
    """By game and form."""
    r = schema.ratings.c
    found = await store.read(
        lambda c: c.execute(
            select(r.game, r.form, r.mu, r.sigma, r.matches).where(r.who == who).order_by(r.game, r.form)
        ).all()
    )
    return [Rating(game, form, Skill(mu, sigma), matches) for game, form, mu, sigma, matches in found]
