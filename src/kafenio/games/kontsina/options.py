"""The options of Kontsina and its presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from kafenio.errors import BadOptions
from kafenio.game import About, Options
from kafenio.message import said

__all__ = ["PRESETS", "KontsinaOptions"]

SEED, OURS = "the source text", "our choice where it is silent"


class KontsinaOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    DEALERS: ClassVar[tuple[str, ...]] = ("random",)

    players: Annotated[Literal[2, 3, 4], About("table", "How many play.", "R2", SEED)] = 2
    partnerships: Annotated[bool, About("table", "Four play two against two, partners opposite.", "R43-R45", SEED)] = (
        False
    )
    direction: Annotated[
        Literal["counterclockwise", "clockwise"],
        About(
            "table", "The sense of dealing and playing.", "R10, R38", "the source text; clockwise: English descriptions"
        ),
    ] = "counterclockwise"
    first_dealer: Annotated[str, About("table", "Who deals first: random, or seat:N.", "R4", OURS)] = "random"
    deal_packet: Annotated[Literal[1, 2, 4], About("deal", "Cards dealt at a time.", "R5", "pagat.com")] = 4
    capture_obligation: Annotated[
        Literal["optional", "by_card", "if_able"],
        About(
            "capture",
            "Whether a card that can capture may be laid.",
            "R17",
            "the source text; if_able: a Greek program; by_card: Casino",
        ),
    ] = "optional"
    capture_scope: Annotated[
        Literal["one", "several"],
        About(
            "capture",
            "One combination a play, or several that share no card.",
            "R13, R16",
            "the source text; several: Diloti, Casino, Basra",
        ),
    ] = "one"
    equal_rank_priority: Annotated[
        bool, About("capture", "While an equal card lies there, that card may not take a set.", "R16", "Scopa")
    ] = False
    sweep_bonus: Annotated[
        int, Meta(ge=0, le=10), About("scoring", "Points for clearing the table.", "R23", "Diloti")
    ] = 0
    pile_visibility: Annotated[
        Literal["closed", "own", "open"], About("table", "Which captured cards may be looked at.", "R22", SEED)
    ] = "closed"
    majority_test: Annotated[
        Literal["most", "more_than_half"],
        About(
            "scoring",
            "Whether the most cards suffice or more than half are needed.",
            "R30, R32, R32a",
            "the source text; a Greek program",
        ),
    ] = "most"
    cards_tie: Annotated[
        Literal["none", "one_each"],
        About("scoring", "What level sides score for cards.", "R31", "the source text; the Polish Skopa"),
    ] = "none"
    clubs_tie: Annotated[
        Literal["none", "one_each"], About("scoring", "What level sides score for clubs.", "R32", OURS)
    ] = "none"
    points_cards: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the most cards.", "R30", SEED)] = 2
    points_clubs: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the most clubs.", "R32", SEED)] = 1
    points_2c: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the good two.", "R33", SEED)] = 1
    points_td: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the good ten.", "R34", SEED)] = 1
    match_format: Annotated[
        Literal["deals", "points"], About("match", "Most deals won, or first to a number of points.", "R39, R41", SEED)
    ] = "deals"
    deals: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        About("match", "Deals of a match; twice the players unless told.", "R39", SEED),
    ] = None
    target_score: Annotated[int, Meta(ge=1, le=500), About("match", "Points that win the match.", "R41", SEED)] = 21
    deal_tie: Annotated[
        Literal["none", "all_tied"],
        About("match", "Who is credited with a deal in which the best are level.", "R37", OURS),
    ] = "none"
    match_tie: Annotated[
        Literal["extra_deal", "draw"],
        About("match", "Extra deals, or a shared match, when the best are level.", "R40", OURS),
    ] = "extra_deal"
    stop_when_decided: Annotated[bool, About("match", "Stop as soon as nobody can catch up.", "R40a", OURS)] = False

    def fill(self) -> Mapping[str, Any]:
        return {"deals": 2 * self.players}

    def check(self) -> None:
        self.check_dealer(self.first_dealer)
        if self.partnerships and self.players != 4:
            raise BadOptions(f"option partnerships: four players needed, not {self.players}", said("wrong.partners"))
        if not (self.points_cards or self.points_clubs or self.points_2c or self.points_td):
            raise BadOptions(
                "options points_cards, points_clubs, points_2c, points_td: one of them must not be 0",
                said("wrong.no_points"),
            )


PRESETS: Mapping[str, Mapping[str, object]] = {
    "seed": {},
    "first_to_21": {"match_format": "points", "target_score": 21},
    "three_handed": {"players": 3},
    "four_alone": {"players": 4},
    "four_partners": {"players": 4, "partnerships": True},
    "four_partners_21": {"players": 4, "partnerships": True, "match_format": "points", "target_score": 21},
    "clockwise": {"direction": "clockwise"},
    "must_capture": {"capture_obligation": "if_able"},
    "cassino_style": {"capture_scope": "several"},
}
