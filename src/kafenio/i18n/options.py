"""What an option means, in a sentence: `SENTENCES` by option and value, `*` for any value, which is then {value}.

A game whose option of that name means something else has its own sentences under `game.option`, and a game for money under
`money.option`. The texts are the msgids
of the catalogs; a pair is singular and plural, chosen by the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kafenio.i18n.words import N_, NN_, Text, Words

if TYPE_CHECKING:
    from kafenio.game import Options

__all__ = ["SENTENCES", "differences", "goal", "meaning"]

POINTS_FOR = {
    "points_cards": NN_("The most cards score {value} point.", "The most cards score {value} points."),
    "points_clubs": NN_("The most clubs score {value} point.", "The most clubs score {value} points."),
    "points_2c": NN_("The two of clubs scores {value} point.", "The two of clubs scores {value} points."),
    "points_td": NN_("The ten of diamonds scores {value} point.", "The ten of diamonds scores {value} points."),
    "points_each_ace": NN_("Each ace scores {value} point.", "Each ace scores {value} points."),
    "sweep_bonus": NN_("Clearing the table scores {value} point.", "Clearing the table scores {value} points."),
}

GOALS: Mapping[str, Text] = {
    "last_left": NN_(
        "Whoever has {n} penalty point is out; the last one left wins.",
        "Whoever has {n} penalty points is out; the last one left wins.",
    ),
    "first_out": NN_(
        "The match ends when somebody has {n} penalty point; the fewest win.",
        "The match ends when somebody has {n} penalty points; the fewest win.",
    ),
}

SENTENCES: Mapping[str, Mapping[str, Text]] = {
    # the table
    "partnerships": {
        "true": N_("Two play against two, partners opposite each other."),
        "false": N_("Everybody plays alone."),
    },
    "direction": {
        "clockwise": N_("Dealing and playing go clockwise."),
        "counterclockwise": N_("Dealing and playing go counter-clockwise."),
    },
    "first_dealer": {
        "random": N_("The first dealer is drawn at random."),
        "cut_lowest": N_("Everybody cuts a card, and the lowest deals first."),
        "*": N_("Seat {value} deals first."),
    },
    "pile_visibility": {
        "closed": N_("Captured cards may not be looked at."),
        "own": N_("You may look at the cards your own side has captured."),
        "open": N_("All captured cards may be looked at."),
    },
    "hands_open": {
        "true": N_("All hands lie face up."),
        "false": N_("Everybody sees only their own hand."),
    },
    # dealing
    "deal_packet": {"*": N_("Cards are dealt {value} at a time.")},
    "layout_check": {
        "auto": N_("No pair may lie on the first table, and no jack where jacks take everything."),
        "pairs_and_jacks": N_("Neither a pair nor a jack may lie on the first table."),
        "jacks_only": N_("No jack may lie on the first table, but pairs may."),
        "pairs_only": N_("No pair may lie on the first table, but jacks may."),
        "none": N_("Any four cards may lie on the first table."),
    },
    "layout_pair_return": {
        "one": N_("Of a pair on the first table only one card goes back."),
        "all": N_("Of a pair on the first table both cards go back."),
    },
    "layout_pair_which": {
        "later": N_("Of a pair on the first table the card opened later goes back."),
        "random": N_("Which card of a pair on the first table goes back is drawn at random."),
    },
    "return_position": {
        "random_middle": N_("A card that goes back comes somewhere into the middle third of the stock."),
        "exact_middle": N_("A card that goes back comes into the very middle of the stock."),
        "random": N_("A card that goes back comes anywhere into the stock."),
        "bottom": N_("A card that goes back comes to the bottom of the stock."),
    },
    "opening": {
        "auto": N_("Two or three start with four cards on the table, four with hands of four and none."),
        "table": N_("The deal starts with hands of three and four cards on the table."),
        "four_cards": N_("The deal starts with hands of four and an empty table."),
    },
    "table_run_limit": {
        "*": NN_(
            "{value} rank may not lie on the first table.",
            "{value} neighbouring ranks may not lie on the first table.",
        )
    },
    "table_fix": {
        "replace": N_("A card at fault on the first table is replaced."),
        "redeal_all": N_("If the first table is at fault, the whole pack is dealt again."),
    },
    # capturing
    "capture_obligation": {
        "optional": N_("Capturing is never compulsory."),
        "by_card": N_("A card that can capture may not be laid."),
        "if_able": N_("As long as any card in your hand can capture, you must capture."),
    },
    "capture_scope": {
        "one": N_("A play takes one equal card or one sum."),
        "several": N_("A play may take several equal cards and sums together."),
    },
    "equal_rank_priority": {
        "true": N_("While an equal card lies there, a card may not take a sum."),
        "false": N_("A card may take a sum though an equal card lies there."),
    },
    "consecutive_captures": {
        "unrestricted": N_("You may capture turn after turn."),
        "not_twice_running": N_("After a capture you must lay a card on your next turn."),
    },
    "jack_sweeps": {
        "true": N_("A jack takes the whole table."),
        "false": N_("A jack has no privilege."),
    },
    "figure_values": {
        "none": N_("Jack, queen and king have no value."),
        "13_12_11": N_("King, queen and jack count 13, 12 and 11 in sums."),
        "literal_14": N_("King, queen and jack count 13, 12 and 11, but take sums of 14, 13 and 12."),
        "14_13_12": N_("King, queen and jack count 14, 13 and 12 in sums."),
    },
    "ace_value": {
        "1": N_("An ace counts 1."),
        "none": N_("An ace has no value: it takes only an ace."),
    },
    # scoring
    **{name: {"*": text} for name, text in POINTS_FOR.items()},
    "majority_test": {
        "most": N_("Whoever has the most scores for it."),
        "more_than_half": N_("Only a side that has more than half scores for the most cards or clubs."),
    },
    "cards_tie": {
        "none": N_("Level sides score nothing for cards."),
        "one_each": N_("Level sides score 1 each for cards."),
    },
    "clubs_tie": {
        "none": N_("Level sides score nothing for clubs."),
        "one_each": N_("Level sides score 1 each for clubs."),
    },
    # the match
    "match_format": {
        "deals": N_("The side that wins the most deals wins the match."),
        "points": N_("The points of all deals are added up, and whoever reaches the target wins."),
    },
    "deals": {"*": NN_("The match has {value} deal.", "The match has {value} deals.")},
    "kozel.deals": {
        "0": N_("The match goes on until one side is left."),
        "*": NN_(
            "The match has {value} deal; the fewest penalty points win.",
            "The match has {value} deals; the fewest penalty points win.",
        ),
    },
    "money.deals": {
        "0": N_("The match goes on until somebody cannot pay into the pot; then the most tokens win."),
        "*": NN_(
            "The match has {value} deal at most; the most tokens win.",
            "The match has {value} deals at most; the most tokens win.",
        ),
    },
    "target_score": {"*": NN_("{value} point wins the match.", "{value} points win the match.")},
    "target_tie": {
        "highest": N_("If several reach the target in one deal, the highest total wins."),
        "count_order": N_("If several reach the target in one deal, the first in the order of counting wins."),
    },
    "deal_tie": {
        "none": N_("A deal in which the best are level is won by nobody."),
        "all_tied": N_("A deal in which the best are level is won by each of them."),
    },
    "match_tie": {
        "extra_deal": N_("Level at the end, the sides play extra deals."),
        "draw": N_("Level at the end, the sides share the match."),
    },
    "stop_when_decided": {
        "true": N_("The match stops as soon as nobody can catch up."),
        "false": N_("All deals are played, even when the match is decided."),
    },
    "early_finish": {
        "auto": N_("Whoever lacks 1 or 2 points wins at once by capturing them."),
        "claim": N_("Whoever lacks 1 or 2 points and has captured them may say so and win at once."),
        "off": N_("No match ends in the middle of a deal."),
    },
    "early_finish_test": {
        "secured_points": N_("Two points that are lacking may be a good card and seven clubs."),
        "listed_only": N_("Two points that are lacking must be both good cards."),
    },
    "early_finish_others": {
        "none": N_("When a match ends early, the others score nothing for that deal."),
        "konchinki": N_("When a match ends early, the others still score for good cards they have."),
    },
    "settlement": {
        "by_points": N_("Each loser pays for the points they lack."),
        "pot": N_("Everybody stakes the same, and the winner takes the pot."),
        "none": N_("Nothing is paid."),
    },
    "point_value": {"*": N_("A point is worth {value}.")},
    "stake": {"*": N_("Everybody stakes {value}.")},
    "purse": {"*": NN_("Everybody starts with {value} token.", "Everybody starts with {value} tokens.")},
    # Kozel
    "shokha": {
        "true": N_("The six of spades beats everything."),
        "false": N_("The six of spades is an ordinary card."),
    },
    "shokha_lead": {
        "spade": N_("The six of spades is led with spades only."),
        "wild": N_("The six of spades may be led with cards of any one suit."),
    },
    "shokha_turnup": {
        "spades_trump": N_("If the six of spades is turned up, spades are trump."),
        "no_trump": N_("If the six of spades is turned up, there is no trump."),
    },
    "remove_6c": {
        "true": N_("The six of clubs is left out."),
        "false": N_("All 36 cards are used."),
    },
    "lead_sizes": {"*": N_("The cards of an ordinary lead: {value}.")},
    "special_leads": {
        "": N_("There is neither Moscow nor Molodka."),
        "molodka": N_("There is a Molodka, but no Moscow."),
        "moscow": N_("There is a Moscow, but no Molodka."),
        "molodka moscow": N_("Moscow and Molodka may be claimed."),
    },
    "special_lead_effect": {
        "auto_win": N_("Moscow and Molodka cannot be beaten."),
        "lead_only": N_("Moscow and Molodka give the lead, but can be beaten."),
    },
    "special_lead_first_trick": {
        "true": N_("Moscow and Molodka may be claimed before the first trick too."),
        "false": N_("Nothing may be claimed before the first trick."),
    },
    "discards": {
        "face_down": N_("Discards lie face down."),
        "face_up": N_("Discards lie face up."),
    },
    "discard_view": {
        "winner": N_("Whoever takes a trick sees the discards in it."),
        "nobody": N_("Nobody sees the discards before the count."),
        "all": N_("Everybody sees the discards when the trick is taken."),
    },
    "refill_order": {
        "one_at_a_time": N_("After a trick the players draw one card each in turn."),
        "fill_up": N_("After a trick each player draws up to four before the next."),
    },
    "short_hand": {
        "cap_lead": N_("A lead has no more cards than the shortest hand."),
        "play_all": N_("Whoever has too few cards for a lead throws them all."),
    },
    "scale_2p": {
        "flat": N_("The loser of two pays 2 penalty points."),
        "thresholds": N_("The loser of two pays 2, 4 or 6, by their card points."),
    },
    "scale_3p": {
        "rank": N_("Second pays 2 penalty points, third 4."),
        "thresholds": N_("The losers of three pay 2, 4 or 6, by their card points."),
    },
    "saved_at": {
        "*": NN_("A loser with {value} card point pays only 2.", "A loser with {value} card points pays only 2.")
    },
    "zero_test": {
        "points": N_("A loser without a card point pays 6."),
        "tricks": N_("A loser without a trick pays 6."),
    },
    "tie_rule": {
        "best_free": N_("Level best sides pay nothing."),
        "both_pay_2": N_("Level best sides pay 2 each."),
        "double_next": N_("When nobody pays, the next deal counts double."),
    },
    "penalty_limit": {
        "*": NN_("Whoever has {value} penalty point is out.", "Whoever has {value} penalty points is out.")
    },
    "elimination": {
        "continue": N_("The others play on when somebody is out."),
        "first_out_ends": N_("The match ends when the first is out."),
    },
    "money": {
        "true": N_("It is played for tokens: everybody pays into a pot before each deal."),
        "false": N_("It is played for penalty points."),
    },
    "bura_wins": {
        "on_lead": N_("Three trumps in one lead win the pot at once."),
        "if_trick_won": N_("Three trumps in one lead win the pot if they win the trick."),
        "off": N_("Three trumps in one lead win nothing special."),
    },
    "four_aces_win": {
        "true": N_("Four aces win the pot at once."),
        "false": N_("Four aces win nothing special."),
    },
    "money_tie": {
        "split": N_("Level best players share the pot."),
        "carry": N_("If the best players are level, the pot stays."),
    },
    # Ronda
    "game_end": {
        "immediate": N_("Whoever gets there wins at once, in the middle of a deal too."),
        "deal_end": N_("Totals are looked at only after a deal."),
    },
    "announce_timing": {
        "own_first_turn": N_("You announce before your first card of a round."),
        "before_play": N_("Everybody is asked for announcements before the first card of a round."),
    },
    "announce_in_four_card_hand": {
        "true": N_("You may announce in a hand of four cards too."),
        "false": N_("Nothing is announced in a hand of four cards."),
    },
    "two_pairs": {
        "highest": N_("Two pairs are one ronda, the higher."),
        "two_rondas": N_("Two pairs are two rondas."),
    },
    "ronda_tie": {
        "split": N_("Equal rondas share the points."),
        "cancel": N_("Equal rondas score nothing."),
    },
    "four_rondas": {
        "highest": N_("Of four rondas the highest wins."),
        "lowest": N_("Of four rondas the lowest wins."),
    },
    "tringla_points": {"*": NN_("A tringla scores {value} point.", "A tringla scores {value} points.")},
    "tringla_winner": {
        "lowest": N_("Of several tringlas the lowest wins."),
        "highest": N_("Of several tringlas the highest wins."),
    },
    "hidden_ronda": {
        "automatic": N_("Whoever kept back a ronda that would have lost pays when it is seen."),
        "challenge": N_("Whoever kept back a ronda that would have lost pays only if somebody calls it."),
        "off": N_("A ronda may be kept back freely."),
    },
    "hidden_ronda_points": {
        "*": NN_("A ronda kept back costs {value} point.", "A ronda kept back costs {value} points.")
    },
    "hidden_ronda_mode": {
        "transfer": N_("The points for a ronda kept back go from its owner to the winner."),
        "award": N_("For a ronda kept back the winner gains, and nobody loses."),
    },
    "missa_last_hand": {
        "none": N_("In the last round a missa scores nothing."),
        "all_but_last_card": N_("In the last round only the very last card makes no missa."),
    },
    "tap_points": {"*": N_("Bount, khamsa and aachra score {value}.")},
    "tap_chain": {
        "all": N_("A tap may be answered in every game."),
        "four_players": N_("A tap may be answered only with four players."),
        "off": N_("A tap may not be answered."),
    },
    "tap_optional": {
        "true": N_("The card just laid may be taken quietly, without a tap."),
        "false": N_("Taking the card just laid is always a tap."),
    },
    "tap_across_rounds": {
        "true": N_("The last card of a round may be tapped in the next round."),
        "false": N_("The last card of a round cannot be tapped in the next."),
    },
    "dealer_last": {
        "off": N_("The dealer's last card brings nothing special."),
        "on": N_("The dealer's last card must capture, or the others get 5 points."),
    },
}


def meaning(words: Words, option: str, value: object) -> str:
    """What an option with this plain value means."""
    names = [f"{words.game.NAME}.{option}", option]
    if getattr(words.game.options, "money", False):
        names.insert(0, f"money.{option}")
    table = next(SENTENCES[name] for name in names if name in SENTENCES)
    if value is None or isinstance(value, bool):
        key = str(value).lower()
    elif isinstance(value, list) and all(isinstance(v, str) for v in value):
        key = " ".join(value)
    else:
        key = str(value)
    text = table[key] if key in table else table["*"]
    shown = words.listed([str(v) for v in value]) if isinstance(value, list) else key.removeprefix("seat:")
    return words.say(text, value=shown, n=value if isinstance(value, int) else 2)


def differences(words: Words, options: Options) -> Iterator[tuple[str, str]]:
    """The option and what it means, for each that is not as usual for so many players."""
    for name, value in options.differing().items():
        if name != "players":
            yield name, meaning(words, name, value)


def goal(words: Words, options: Options) -> str:
    """What decides the match: its deals, the points that win it, the penalty points that put a side out, or the purses."""
    plain = options.plain()
    if plain.get("money") or (plain.get("deals") and plain.get("match_format", "deals") == "deals"):
        return meaning(words, "deals", plain["deals"])
    if "target_score" in plain:
        return meaning(words, "target_score", plain["target_score"])
    last = "last_left" if plain["elimination"] == "continue" else "first_out"
    return words.say(GOALS[last], n=plain["penalty_limit"])
