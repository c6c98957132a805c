"""The options of Ronda and its presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kafenio.errors import BadOptions
from kafenio.game import About, Options
from kafenio.message import said

__all__ = ["PRESETS", "RondaOptions"]

SEED, OURS = "the source text", "our choice where it is silent"


class RondaOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    DEALERS: ClassVar[tuple[str, ...]] = ("random", "cut_lowest")
    SHAPES: ClassVar[Mapping[str, Sequence[tuple[int, ...]]]] = {"tap_points": ((1, 5, 10), (1, 5, 2))}

    players: Annotated[Literal[2, 3, 4], About("table", "How many play; four are two teams.", "R1", SEED)] = 2
    target_score: Annotated[
        Literal[21, 31, 41, 61],
        About("match", "Points that win the match.", "R53", "the source text; the others: published programs"),
    ] = 41
    game_end: Annotated[
        Literal["immediate", "deal_end"],
        About(
            "match",
            "Whether the target wins at once or after the count of the deal.",
            "R53",
            "the source text read word for word; deal_end: published programs",
        ),
    ] = "immediate"
    first_dealer: Annotated[
        str,
        About("table", "Who deals first: random, cut_lowest, or seat:N.", "R6", "the source text leaves it open"),
    ] = "random"
    opening: Annotated[
        Literal["auto", "table", "four_cards"],
        About(
            "deal",
            "A first round of three cards each and four on the table, or of four each and none; auto: the latter with four.",
            "R9, R12, R14",
            "the source text; table: pagat.com; four_cards: published programs",
        ),
    ] = "auto"
    table_run_limit: Annotated[
        Literal[2, 3, 4],
        About(
            "deal",
            "So many consecutive ranks may not open on the table.",
            "R10",
            "the source text and pagat.com; 3: published programs",
        ),
    ] = 4
    table_fix: Annotated[
        Literal["replace", "redeal_all"],
        About(
            "deal",
            "What is done about a wrong table: a card replaced, or everything dealt again.",
            "R11",
            "the source text; redeal_all: a published program",
        ),
    ] = "replace"
    return_position: Annotated[
        Literal["random_middle", "exact_middle"],
        About(
            "deal",
            "Where the card goes back: somewhere in the middle third of the stock, or exactly in the middle.",
            "R11",
            OURS,
        ),
    ] = "random_middle"
    announce_timing: Annotated[
        Literal["own_first_turn", "before_play"],
        About(
            "announcements",
            "Announced at the seat's first turn, or everybody asked before the first card.",
            "R18, R27",
            "the source text; before_play: pagat.com",
        ),
    ] = "own_first_turn"
    announce_in_four_card_hand: Annotated[
        bool, About("announcements", "Announcements in hands of four cards too.", "R18, R30", OURS)
    ] = True
    two_pairs: Annotated[
        Literal["highest", "two_rondas"],
        About(
            "announcements",
            "Two pairs in a hand are one ronda, or two.",
            "R17, R23",
            "our choice; two_rondas: published programs",
        ),
    ] = "highest"
    ronda_tie: Annotated[
        Literal["split", "cancel"],
        About(
            "announcements",
            "Equal best rondas share the tokens, or nobody gets them.",
            "R24",
            "the source text; cancel: a published program",
        ),
    ] = "split"
    four_rondas: Annotated[
        Literal["highest", "lowest"],
        About(
            "announcements",
            "Which ronda wins when all four players announce one.",
            "R23",
            "the source text; lowest: published programs",
        ),
    ] = "highest"
    tringla_points: Annotated[
        Literal[3, 5],
        About("announcements", "Points for a tringla.", "R25", "the source text; 5: pagat.com and nearly all others"),
    ] = 3
    tringla_winner: Annotated[
        Literal["lowest", "highest"],
        About(
            "announcements", "Which of several tringlas wins.", "R26", "the source text; highest: published programs"
        ),
    ] = "lowest"
    hidden_ronda: Annotated[
        Literal["automatic", "challenge", "off"],
        About(
            "announcements",
            "Whether a combination kept back is fined by itself, when an opponent calls it, or never.",
            "R28-R30",
            "the source text; challenge: a published program",
        ),
    ] = "automatic"
    hidden_ronda_points: Annotated[
        int,
        Meta(ge=1, le=10),
        About("announcements", "Points for a combination kept back.", "R28", "the source text; 1: a published program"),
    ] = 5
    hidden_ronda_mode: Annotated[
        Literal["transfer", "award"],
        About(
            "announcements",
            "Whether the side that kept it back loses the points that the other gains.",
            "R29",
            "the source text; award: a published program",
        ),
    ] = "transfer"
    capture_obligation: Annotated[
        Literal["optional", "if_able"],
        About("capture", "Whether a card that captures must be played.", "R35", OURS),
    ] = "optional"
    missa_last_hand: Annotated[
        Literal["none", "all_but_last_card"],
        About(
            "scoring",
            "Whether a missa counts in the last round.",
            "R37",
            "the source text; all_but_last_card: published programs",
        ),
    ] = "none"
    tap_points: Annotated[
        tuple[int, ...],
        About("taps", "Points for bount, khamsa and aachra.", "R48", "the source text, which has both"),
    ] = (1, 5, 10)
    tap_chain: Annotated[
        Literal["all", "four_players", "off"],
        About(
            "taps",
            "Whether a tap can be answered: always, with four players only, never.",
            "R41, R42",
            "our choice; the others: published programs",
        ),
    ] = "all"
    tap_optional: Annotated[
        bool,
        About("taps", "The card just laid may be captured quietly.", "R39", "a published program"),
    ] = False
    tap_across_rounds: Annotated[
        bool,
        About("taps", "Taps and open chains go over into the next round of the deal.", "R47", "a published program"),
    ] = False
    dealer_last: Annotated[
        Literal["off", "on"],
        About("scoring", "Points for what the dealer's last card does.", "R57-R60", "the source text, as an extra"),
    ] = "off"

    def check(self) -> None:
        self.check_dealer(self.first_dealer)
        if self.opening == "four_cards" and self.players == 3:
            raise BadOptions("option opening: four_cards needs two or four players, not 3", said("wrong.four_cards"))


PRESETS: Mapping[str, Mapping[str, object]] = {
    "seed": {},
    "seed_extras": {"dealer_last": "on"},
    "seed_point_list": {"tap_points": [1, 5, 2]},
    "pagat_like": {
        "opening": "table",
        "announce_timing": "before_play",
        "tringla_points": 5,
        "tringla_winner": "highest",
        "hidden_ronda": "off",
    },
    "cafe": {
        "tringla_points": 5,
        "four_rondas": "lowest",
        "ronda_tie": "cancel",
        "dealer_last": "on",
        "opening": "four_cards",  # auto with three players
    },
    "bluff": {
        "hidden_ronda": "challenge",
        "hidden_ronda_points": 1,
        "tringla_points": 5,
        "tringla_winner": "highest",
        "game_end": "deal_end",
        "dealer_last": "on",
        "table_run_limit": 3,
        "table_fix": "redeal_all",
    },
    "quick": {"target_score": 21},
}
