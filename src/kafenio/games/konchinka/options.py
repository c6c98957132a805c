"""The options of Konchinka and its presets."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kafenio.errors import BadOptions
from kafenio.game import About, Options
from kafenio.message import said

__all__ = ["PRESETS", "KonchinkaOptions"]

SEED, OURS = "the source text", "our choice where it is silent"
UNCLEAR = "the source text, which is unclear here"
APP = "an Android program"


class KonchinkaOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    DEALERS: ClassVar[tuple[str, ...]] = ("random",)

    players: Annotated[Literal[2, 3, 4], About("table", "How many play.", "R2, R16, R55", SEED)] = 2
    partnerships: Annotated[
        bool, About("table", "Four play two against two, partners opposite.", "R56", "the Serbian Končine")
    ] = False
    direction: Annotated[
        Literal["clockwise", "counterclockwise"],
        About(
            "table", "The sense of dealing and playing.", "R6, R7", "the source text; the other: Balkan sister games"
        ),
    ] = "clockwise"
    first_dealer: Annotated[str, About("table", "Who deals first: random, or seat:N.", "R5", SEED)] = "random"
    deal_packet: Annotated[Literal[1, 2, 4], About("deal", "Cards dealt at a time.", "R8", UNCLEAR)] = 1
    hands_open: Annotated[bool, About("deal", "All hands lie face up.", "R8", UNCLEAR)] = False
    layout_check: Annotated[
        Literal["auto", "pairs_and_jacks", "jacks_only", "pairs_only", "none"],
        About(
            "deal",
            "What may not lie in the layout; auto: equal cards, and jacks where they sweep.",
            "R10, R53",
            f"the source text; jacks_only: {APP}, the Serbian Končine",
        ),
    ] = "auto"
    layout_pair_return: Annotated[
        Literal["one", "all"],
        About("deal", "Of equal cards in the layout one goes back, or all.", "R12, R12a", UNCLEAR),
    ] = "one"
    layout_pair_which: Annotated[
        Literal["later", "random"],
        About("deal", "Which of equal cards goes back: the one opened later, or one by lot.", "R12, R12a", OURS),
    ] = "later"
    return_position: Annotated[
        Literal["random_middle", "exact_middle", "random", "bottom"],
        About(
            "deal",
            "Where in the stock a card goes back.",
            "R14",
            f"the source text; random: {APP}; bottom: the Serbian Končine, Tablanette",
        ),
    ] = "random_middle"
    ace_value: Annotated[Literal["1", "none"], About("capture", "What an ace counts in sums.", "R18", UNCLEAR)] = "1"
    capture_obligation: Annotated[
        Literal["if_able", "by_card", "optional"],
        About(
            "capture",
            "Whether a card may be laid although a card of the hand, or this card, can capture.",
            "R24",
            f"the source text; by_card: {APP}; optional: Kontsina, Tablić",
        ),
    ] = "if_able"
    capture_scope: Annotated[
        Literal["one", "several"],
        About(
            "capture",
            "One combination a play, or several that share no card.",
            "R21",
            f"the source text; several: {APP}, Basra, Tablić",
        ),
    ] = "one"
    consecutive_captures: Annotated[
        Literal["unrestricted", "not_twice_running"],
        About("capture", "Whether a player may capture on two turns running.", "R21, R25a", UNCLEAR),
    ] = "unrestricted"
    jack_sweeps: Annotated[
        bool, About("capture", "A jack takes the whole table.", "R22, R52", "the source text; false: its variant")
    ] = True
    figure_values: Annotated[
        Literal["none", "13_12_11", "literal_14", "14_13_12"],
        About(
            "capture",
            "What king, queen and jack count; literal_14: they lie as 13, 12, 11 and take totals of 14, 13, 12.",
            "R18, R50, R51",
            f"the source text's variant; 14_13_12: Tablić; 13_12_11 with sweeping jacks: {APP}",
        ),
    ] = "none"
    sweep_bonus: Annotated[
        int, Meta(ge=0, le=10), About("scoring", "Points for clearing the table.", "R30, R39a", APP)
    ] = 0
    points_each_ace: Annotated[
        int, Meta(ge=0, le=5), About("scoring", "Points for each ace captured.", "R38, R39a", APP)
    ] = 0
    cards_tie: Annotated[
        Literal["none", "one_each"],
        About("scoring", "What level sides score for cards.", "R39", f"our choice; one_each: {APP}, the Polish Skopa"),
    ] = "none"
    clubs_tie: Annotated[
        Literal["none", "one_each"],
        About("scoring", "What level sides score for clubs.", "R39", f"our choice; one_each: {APP}"),
    ] = "none"
    points_cards: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the most cards.", "R36", SEED)] = 2
    points_clubs: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the most clubs.", "R37", SEED)] = 1
    points_2c: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the two of clubs.", "R38", SEED)] = 1
    points_td: Annotated[int, Meta(ge=0, le=10), About("scoring", "Points for the ten of diamonds.", "R38", SEED)] = 1
    target_score: Annotated[
        int, Meta(ge=1, le=500), About("match", "Points that win the match.", "R42, R44, R48", SEED)
    ] = 15
    target_tie: Annotated[
        Literal["highest", "count_order"],
        About(
            "match",
            "Who wins when several reach the target: the highest, or the first as points are counted.",
            "R43, R43a",
            OURS,
        ),
    ] = "highest"
    early_finish: Annotated[
        Literal["auto", "claim", "off"],
        About("match", "Winning in mid-deal: by itself, when it is said, or not at all.", "R44-R47a", UNCLEAR),
    ] = "auto"
    early_finish_test: Annotated[
        Literal["secured_points", "listed_only"],
        About("match", "Whether 7 clubs help a side that lacks 2 points.", "R45", UNCLEAR),
    ] = "secured_points"
    early_finish_others: Annotated[
        Literal["none", "konchinki"],
        About("match", "What the others record when a side finishes.", "R47, R47b", UNCLEAR),
    ] = "none"
    settlement: Annotated[
        Literal["by_points", "pot", "none"],
        About("match", "Losers pay what they lack, or the winner takes a pot.", "R48, R49", SEED),
    ] = "by_points"
    point_value: Annotated[Decimal, About("match", "The price of a point.", "R48", SEED)] = Decimal(1)
    stake: Annotated[Decimal, About("match", "What each player puts into the pot.", "R49", SEED)] = Decimal(1)
    pile_visibility: Annotated[
        Literal["closed", "own", "open"], About("table", "Which captured cards may be looked at.", "R29", OURS)
    ] = "closed"

    def check(self) -> None:
        self.check_dealer(self.first_dealer)
        if self.partnerships and self.players != 4:
            raise BadOptions(f"option partnerships: four players needed, not {self.players}", said("wrong.partners"))
        if self.ace_value == "none" and self.figure_values != "none":
            raise BadOptions(
                f"option ace_value: with figure_values={self.figure_values} the ace counts 1", said("wrong.ace_value")
            )
        if self.layout_pair_which == "random" and self.layout_pair_return == "all":
            raise BadOptions(
                "option layout_pair_which: with layout_pair_return=all there is nothing to draw",
                said("wrong.nothing_to_draw"),
            )
        if not (self.points_cards or self.points_clubs or self.points_2c or self.points_td):
            raise BadOptions(
                "options points_cards, points_clubs, points_2c, points_td: one of them must not be 0",
                said("wrong.no_points"),
            )


PRESETS: Mapping[str, Mapping[str, object]] = {
    "seed": {},
    "figures_with_values": {"jack_sweeps": False, "figure_values": "13_12_11"},
    "figures_literal_14": {"jack_sweeps": False, "figure_values": "literal_14"},
    "figures_tablic": {"jack_sweeps": False, "figure_values": "14_13_12"},
    "open_cards": {"hands_open": True},
    "free_lay": {"capture_obligation": "optional"},
    "not_twice_running": {"consecutive_captures": "not_twice_running", "capture_obligation": "optional"},
    "pot_game": {"settlement": "pot"},
    "two_pairs": {"players": 4, "partnerships": True},
    "house_app": {
        "capture_obligation": "by_card",
        "capture_scope": "several",
        "figure_values": "13_12_11",
        "layout_check": "jacks_only",
        "return_position": "random",
        "sweep_bonus": 1,
        "points_each_ace": 1,
        "cards_tie": "one_each",
        "clubs_tie": "one_each",
    },
}
