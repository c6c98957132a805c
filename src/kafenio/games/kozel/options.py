"""The options of Kozel and its presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from kafenio.errors import BadOptions
from kafenio.game import About, Options
from kafenio.message import said

__all__ = ["PRESETS", "KozelOptions"]

SEED, OURS = "the source text", "our choice where it is silent"
SKT, DM = "s-k-tools.com", "pagat.com, as the durak-master project reports it"
MOST_TOKENS = 1_000_000  # bounds what a deal's numbers must hold


class KozelOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    DEALERS: ClassVar[tuple[str, ...]] = ("cut_lowest", "random")

    players: Annotated[Literal[2, 3, 4, 5], About("table", "How many play; five only for money.", "R1, R56", SEED)] = 2
    partnerships: Annotated[
        bool | None,
        About("table", "Four play two against two, partners opposite; never otherwise.", "R1, R43, R55", SEED),
    ] = None
    first_dealer: Annotated[
        str,
        About(
            "table",
            "Who deals first: cut_lowest, random, or seat:N.",
            "R6",
            "the source text; random, seat:N: our choice",
        ),
    ] = "cut_lowest"
    shokha: Annotated[bool, About("shokha", "The six of spades beats every card.", "R4, R23, R27, R28", SEED)] = True
    shokha_lead: Annotated[
        Literal["spade", "wild"],
        About("shokha", "What the 6s may be led with: spades, or cards of any suit.", "R18", f"the source text; {DM}"),
    ] = "spade"
    shokha_turnup: Annotated[
        Literal["spades_trump", "no_trump"],
        About("shokha", "What is trump when the 6s is turned up.", "R11", f"{OURS}; 6 card goat"),
    ] = "spades_trump"
    remove_6c: Annotated[
        bool, About("deal", "Three or five players play without the six of clubs.", "R12, R41, R51", SEED)
    ] = False
    lead_sizes: Annotated[
        frozenset[Literal[1, 2, 3, 4]],
        About("lead", "How many cards an ordinary lead may have.", "R17, R18a", SEED),
    ] = frozenset({1, 2, 3, 4})
    special_leads: Annotated[
        frozenset[Literal["moscow", "molodka"]],
        About("claims", "The combinations that may be claimed and led.", "R27-R36", SEED),
    ] = frozenset({"moscow", "molodka"})
    special_lead_effect: Annotated[
        Literal["auto_win", "lead_only"],
        About(
            "claims", "Whether a special lead wins its trick or can be beaten.", "R32, R33", f"the source text; {DM}"
        ),
    ] = "auto_win"
    special_lead_first_trick: Annotated[
        bool, About("claims", "There is a claim window before the first trick too.", "R29", OURS)
    ] = True
    discards: Annotated[
        Literal["face_down", "face_up"],
        About("trick", "How cards that do not contest are thrown.", "R22", "the source text; bkozel.igrafan.ru"),
    ] = "face_down"
    discard_view: Annotated[
        Literal["winner", "nobody", "all"],
        About("trick", "Who sees face-down cards when the trick is taken.", "R26", f"{OURS}; nobody: {DM}"),
    ] = "winner"
    refill_order: Annotated[
        Literal["one_at_a_time", "fill_up"],
        About("trick", "Whether all draw a card each in turn, or one after the other fills up.", "R38", OURS),
    ] = "one_at_a_time"
    short_hand: Annotated[
        Literal["cap_lead", "play_all"],
        About(
            "trick",
            "With unequal hands: nobody leads more than the shortest hand holds, or who has fewer throws all.",
            "R41",
            f"{OURS}; {DM}",
        ),
    ] = "cap_lead"
    scale_2p: Annotated[
        Literal["flat", "thresholds"],
        About("scoring", "What the loser of two players pays: 2, or by his card points.", "R44, R46", f"{SEED}; {SKT}"),
    ] = "flat"
    scale_3p: Annotated[
        Literal["rank", "thresholds"],
        About("scoring", "What losers of three pay: by place, or by their card points.", "R45", f"{SEED}; {DM}"),
    ] = "rank"
    saved_at: Annotated[
        Literal[31, 32],
        About("scoring", "The least card points with which a loser pays only 2.", "R46", f"{SEED}; 31: {SKT}"),
    ] = 32
    zero_test: Annotated[
        Literal["points", "tricks"],
        About("scoring", "What costs 6: no card points, or no trick.", "R45, R46", f"{SEED}; tricks: {SKT}"),
    ] = "points"
    tie_rule: Annotated[
        Literal["best_free", "both_pay_2", "double_next"],
        About(
            "scoring",
            "Level best sides pay nothing, or 2 each, or nothing while the next penalties are multiplied.",
            "R47-R48a",
            f"{SEED}; both_pay_2: {DM}; double_next: {SKT}",
        ),
    ] = "best_free"
    penalty_limit: Annotated[
        int, Meta(ge=6, le=24), About("match", "Penalty points with which a side is out.", "R50", SEED)
    ] = 12
    elimination: Annotated[
        Literal["continue", "first_out_ends"],
        About("match", "Three play on as two, or the first to be out ends the match.", "R51, R52", f"{SEED}; {SKT}"),
    ] = "continue"
    deals: Annotated[
        int, Meta(ge=0, le=50), About("match", "Deals of a match; 0: until it is decided.", "R54, R61", SEED)
    ] = 0
    money: Annotated[bool, About("money", "Play for a pot of tokens, each for himself.", "R56-R61", SEED)] = False
    stake: Annotated[
        int, Meta(ge=1, le=MOST_TOKENS), About("money", "Tokens that everyone puts into the pot.", "R56", SEED)
    ] = 1
    purse: Annotated[
        int, Meta(ge=1, le=MOST_TOKENS), About("money", "Tokens of each player at the start.", "R56, R61", OURS)
    ] = 20
    bura_wins: Annotated[
        Literal["on_lead", "if_trick_won", "off"],
        About("money", "Whether three trumps in a lead win the pot: at once, with the trick, never.", "R57", SEED),
    ] = "on_lead"
    four_aces_win: Annotated[bool, About("money", "Four aces win the pot at once.", "R58", SEED)] = True
    money_tie: Annotated[
        Literal["split", "carry"], About("money", "Level best players share the pot, or it stays.", "R60", OURS)
    ] = "split"

    def fill(self) -> Mapping[str, Any]:
        return {"partnerships": self.players == 4 and not self.money}

    def usual(self) -> KozelOptions:
        """Five play only for money, which a record must therefore name."""
        return KozelOptions() if self.players == 5 else KozelOptions(players=self.players)

    def check(self) -> None:
        self.check_dealer(self.first_dealer)
        if self.players == 5 and not self.money:
            raise BadOptions("option players: 5 play only with money", said("wrong.five"))
        teams = self.players == 4 and not self.money
        if self.partnerships is not teams:
            raise BadOptions(f"option partnerships: it is {str(teams).lower()} with these players", said("wrong.teams"))
        if self.remove_6c and self.players in (2, 4):
            raise BadOptions(f"option remove_6c: 3 or 5 players needed, not {self.players}", said("wrong.remove_6c"))
        if 1 not in self.lead_sizes:
            raise BadOptions("option lead_sizes: 1 must be in it", said("wrong.lead_sizes"))
        if self.purse < self.stake:
            raise BadOptions(
                f"option purse: {self.purse} does not pay a stake of {self.stake}",
                said("wrong.purse", purse=self.purse, stake=self.stake),
            )


PRESETS: Mapping[str, Mapping[str, object]] = {
    "seed": {},
    "no_shokha": {"shokha": False},
    "teams_plain": {"players": 4, "special_leads": []},
    "three_35": {"players": 3, "remove_6c": True},
    "short_session": {"deals": 6},
    "money": {"money": True, "deals": 10},
    "pagat_points": {
        "shokha_lead": "wild",
        "special_lead_effect": "lead_only",
        "scale_2p": "thresholds",
        "scale_3p": "thresholds",
        "saved_at": 31,
        "zero_test": "tricks",
        "tie_rule": "both_pay_2",
        "discard_view": "nobody",
        "short_hand": "play_all",
    },
    "pagat_money": {"money": True, "shokha": False, "special_leads": [], "lead_sizes": [1, 3]},
    "burkozel_online": {
        "players": 2,
        "shokha": False,
        "special_leads": ["molodka"],
        "special_lead_effect": "lead_only",
        "scale_2p": "thresholds",
        "saved_at": 31,
        "zero_test": "tricks",
        "tie_rule": "double_next",
    },
}
