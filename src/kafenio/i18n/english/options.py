"""What each choice of an option means, and what decides a match.

An id is the option's name and the choice, `*` for any other value, which is then {value}; {n} is a number of points or cards.
A game whose option of that name means something else has its own texts under `game.option`, a game for money under `money.option`.
"""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["GOALS", "OPTIONS"]

_POINTS_FOR: Mapping[str, Text] = {
    "points_cards": ("The most cards score {value} point.", "The most cards score {value} points."),
    "points_clubs": ("The most clubs score {value} point.", "The most clubs score {value} points."),
    "points_2c": ("The two of clubs scores {value} point.", "The two of clubs scores {value} points."),
    "points_td": ("The ten of diamonds scores {value} point.", "The ten of diamonds scores {value} points."),
    "points_each_ace": ("Each ace scores {value} point.", "Each ace scores {value} points."),
    "sweep_bonus": ("Clearing the table scores {value} point.", "Clearing the table scores {value} points."),
}

GOALS: Mapping[str, Text] = {
    "last_left": (
        "Whoever has {n} penalty point is out; the last one left wins.",
        "Whoever has {n} penalty points is out; the last one left wins.",
    ),
    "first_out": (
        "The match ends when somebody has {n} penalty point; the fewest win.",
        "The match ends when somebody has {n} penalty points; the fewest win.",
    ),
}


_MEANINGS: Mapping[str, Mapping[str, Text]] = {
    # the table
    "players": {"*": ("{value} player.", "{value} players.")},
    "partnerships": {
        "true": "Two play against two, partners opposite each other.",
        "false": "Everybody plays alone.",
    },
    "direction": {
        "clockwise": "Dealing and playing go clockwise.",
        "counterclockwise": "Dealing and playing go counter-clockwise.",
    },
    "first_dealer": {
        "random": "The first dealer is drawn at random.",
        "cut_lowest": "Everybody cuts a card, and the lowest deals first.",
        "*": "Seat {value} deals first.",
    },
    "pile_visibility": {
        "closed": "Captured cards may not be looked at.",
        "own": "You may look at the cards your own side has captured.",
        "open": "All captured cards may be looked at.",
    },
    "hands_open": {
        "true": "All hands lie face up.",
        "false": "Everybody sees only their own hand.",
    },
    # dealing
    "deal_packet": {"*": "Cards are dealt {value} at a time."},
    "layout_check": {
        "auto": "No pair may lie on the first table, and no jack where jacks take everything.",
        "pairs_and_jacks": "Neither a pair nor a jack may lie on the first table.",
        "jacks_only": "No jack may lie on the first table, but pairs may.",
        "pairs_only": "No pair may lie on the first table, but jacks may.",
        "none": "Any four cards may lie on the first table.",
    },
    "layout_pair_return": {
        "one": "Of a pair on the first table only one card goes back.",
        "all": "Of a pair on the first table both cards go back.",
    },
    "layout_pair_which": {
        "later": "Of a pair on the first table the card opened later goes back.",
        "random": "Which card of a pair on the first table goes back is drawn at random.",
    },
    "return_position": {
        "random_middle": "A card that goes back comes somewhere into the middle third of the stock.",
        "exact_middle": "A card that goes back comes into the very middle of the stock.",
        "random": "A card that goes back comes anywhere into the stock.",
        "bottom": "A card that goes back comes to the bottom of the stock.",
    },
    "opening": {
        "auto": "Two or three start with four cards on the table, four with hands of four and none.",
        "table": "The deal starts with hands of three and four cards on the table.",
        "four_cards": "The deal starts with hands of four and an empty table.",
    },
    "table_run_limit": {
        "*": (
            "{value} rank may not lie on the first table.",
            "{value} neighbouring ranks may not lie on the first table.",
        )
    },
    "table_fix": {
        "replace": "A card at fault on the first table is replaced.",
        "redeal_all": "If the first table is at fault, the whole pack is dealt again.",
    },
    # capturing
    "capture_obligation": {
        "optional": "Capturing is never compulsory.",
        "by_card": "A card that can capture may not be laid.",
        "if_able": "As long as any card in your hand can capture, you must capture.",
    },
    "capture_scope": {
        "one": "A play takes one equal card or one sum.",
        "several": "A play may take several equal cards and sums together.",
    },
    "equal_rank_priority": {
        "true": "While an equal card lies there, a card may not take a sum.",
        "false": "A card may take a sum though an equal card lies there.",
    },
    "consecutive_captures": {
        "unrestricted": "You may capture turn after turn.",
        "not_twice_running": "After a capture you must lay a card on your next turn.",
    },
    "jack_sweeps": {
        "true": "A jack takes the whole table.",
        "false": "A jack has no privilege.",
    },
    "figure_values": {
        "none": "Jack, queen and king have no value.",
        "13_12_11": "King, queen and jack count 13, 12 and 11 in sums.",
        "literal_14": "King, queen and jack count 13, 12 and 11, but take sums of 14, 13 and 12.",
        "14_13_12": "King, queen and jack count 14, 13 and 12 in sums.",
    },
    "ace_value": {
        "1": "An ace counts 1.",
        "none": "An ace has no value: it takes only an ace.",
    },
    # scoring
    **{name: {"*": text} for name, text in _POINTS_FOR.items()},
    "majority_test": {
        "most": "Whoever has the most scores for it.",
        "more_than_half": "Only a side that has more than half scores for the most cards or clubs.",
    },
    "cards_tie": {
        "none": "Level sides score nothing for cards.",
        "one_each": "Level sides score 1 each for cards.",
    },
    "clubs_tie": {
        "none": "Level sides score nothing for clubs.",
        "one_each": "Level sides score 1 each for clubs.",
    },
    # the match
    "match_format": {
        "deals": "The side that wins the most deals wins the match.",
        "points": "The points of all deals are added up, and whoever reaches the target wins.",
    },
    "deals": {"*": ("The match has {value} deal.", "The match has {value} deals.")},
    "kozel.deals": {
        "0": "The match goes on until one side is left.",
        "*": (
            "The match has {value} deal; the fewest penalty points win.",
            "The match has {value} deals; the fewest penalty points win.",
        ),
    },
    "money.deals": {
        "0": "The match goes on until somebody cannot pay into the pot; then the most tokens win.",
        "*": (
            "The match has {value} deal at most; the most tokens win.",
            "The match has {value} deals at most; the most tokens win.",
        ),
    },
    "target_score": {"*": ("{value} point wins the match.", "{value} points win the match.")},
    "target_tie": {
        "highest": "If several reach the target in one deal, the highest total wins.",
        "count_order": "If several reach the target in one deal, the first in the order of counting wins.",
    },
    "deal_tie": {
        "none": "A deal in which the best are level is won by nobody.",
        "all_tied": "A deal in which the best are level is won by each of them.",
    },
    "match_tie": {
        "extra_deal": "Level at the end, the sides play extra deals.",
        "draw": "Level at the end, the sides share the match.",
    },
    "stop_when_decided": {
        "true": "The match stops as soon as nobody can catch up.",
        "false": "All deals are played, even when the match is decided.",
    },
    "early_finish": {
        "auto": "Whoever lacks 1 or 2 points wins at once by capturing them.",
        "claim": "Whoever lacks 1 or 2 points and has captured them may say so and win at once.",
        "off": "No match ends in the middle of a deal.",
    },
    "early_finish_test": {
        "secured_points": "Two points that are lacking may be a good card and seven clubs.",
        "listed_only": "Two points that are lacking must be both good cards.",
    },
    "early_finish_others": {
        "none": "When a match ends early, the others score nothing for that deal.",
        "konchinki": "When a match ends early, the others still score for good cards they have.",
    },
    "settlement": {
        "by_points": "Each loser pays for the points they lack.",
        "pot": "Everybody stakes the same, and the winner takes the pot.",
        "none": "Nothing is paid.",
    },
    "point_value": {"*": "A point is worth {value}."},
    "stake": {"*": "Everybody stakes {value}."},
    "purse": {"*": ("Everybody starts with {value} token.", "Everybody starts with {value} tokens.")},
    # Kozel
    "shokha": {
        "true": "The six of spades beats everything.",
        "false": "The six of spades is an ordinary card.",
    },
    "shokha_lead": {
        "spade": "The six of spades is led with spades only.",
        "wild": "The six of spades may be led with cards of any one suit.",
    },
    "shokha_turnup": {
        "spades_trump": "If the six of spades is turned up, spades are trump.",
        "no_trump": "If the six of spades is turned up, there is no trump.",
    },
    "remove_6c": {
        "true": "The six of clubs is left out.",
        "false": "All 36 cards are used.",
    },
    "lead_sizes": {"*": "The cards of an ordinary lead: {value}."},
    "special_leads": {
        "nothing": "There is neither Moscow nor Molodka.",
        "molodka": "There is a Molodka, but no Moscow.",
        "moscow": "There is a Moscow, but no Molodka.",
        "molodka moscow": "Moscow and Molodka may be claimed.",
    },
    "special_lead_effect": {
        "auto_win": "Moscow and Molodka cannot be beaten.",
        "lead_only": "Moscow and Molodka give the lead, but can be beaten.",
    },
    "special_lead_first_trick": {
        "true": "Moscow and Molodka may be claimed before the first trick too.",
        "false": "Nothing may be claimed before the first trick.",
    },
    "discards": {
        "face_down": "Discards lie face down.",
        "face_up": "Discards lie face up.",
    },
    "discard_view": {
        "winner": "Whoever takes a trick sees the discards in it.",
        "nobody": "Nobody sees the discards before the count.",
        "all": "Everybody sees the discards when the trick is taken.",
    },
    "refill_order": {
        "one_at_a_time": "After a trick the players draw one card each in turn.",
        "fill_up": "After a trick each player draws up to four before the next.",
    },
    "short_hand": {
        "cap_lead": "A lead has no more cards than the shortest hand.",
        "play_all": "Whoever has too few cards for a lead throws them all.",
    },
    "scale_2p": {
        "flat": "The loser of two pays 2 penalty points.",
        "thresholds": "The loser of two pays 2, 4 or 6, by their card points.",
    },
    "scale_3p": {
        "rank": "Second pays 2 penalty points, third 4.",
        "thresholds": "The losers of three pay 2, 4 or 6, by their card points.",
    },
    "saved_at": {
        "*": ("A loser with {value} card point pays only 2.", "A loser with {value} card points pays only 2.")
    },
    "zero_test": {
        "points": "A loser without a card point pays 6.",
        "tricks": "A loser without a trick pays 6.",
    },
    "tie_rule": {
        "best_free": "Level best sides pay nothing.",
        "both_pay_2": "Level best sides pay 2 each.",
        "double_next": "When nobody pays, the next deal counts double.",
    },
    "penalty_limit": {"*": ("Whoever has {value} penalty point is out.", "Whoever has {value} penalty points is out.")},
    "elimination": {
        "continue": "The others play on when somebody is out.",
        "first_out_ends": "The match ends when the first is out.",
    },
    "money": {
        "true": "It is played for tokens: everybody pays into a pot before each deal.",
        "false": "It is played for penalty points.",
    },
    "bura_wins": {
        "on_lead": "Three trumps in one lead win the pot at once.",
        "if_trick_won": "Three trumps in one lead win the pot if they win the trick.",
        "off": "Three trumps in one lead win nothing special.",
    },
    "four_aces_win": {
        "true": "Four aces win the pot at once.",
        "false": "Four aces win nothing special.",
    },
    "money_tie": {
        "split": "Level best players share the pot.",
        "carry": "If the best players are level, the pot stays.",
    },
    # Ronda
    "game_end": {
        "immediate": "Whoever gets there wins at once, in the middle of a deal too.",
        "deal_end": "Totals are looked at only after a deal.",
    },
    "announce_timing": {
        "own_first_turn": "You announce before your first card of a round.",
        "before_play": "Everybody is asked for announcements before the first card of a round.",
    },
    "announce_in_four_card_hand": {
        "true": "You may announce in a hand of four cards too.",
        "false": "Nothing is announced in a hand of four cards.",
    },
    "two_pairs": {
        "highest": "Two pairs are one ronda, the higher.",
        "two_rondas": "Two pairs are two rondas.",
    },
    "ronda_tie": {
        "split": "Equal rondas share the points.",
        "cancel": "Equal rondas score nothing.",
    },
    "four_rondas": {
        "highest": "Of four rondas the highest wins.",
        "lowest": "Of four rondas the lowest wins.",
    },
    "tringla_points": {"*": ("A tringla scores {value} point.", "A tringla scores {value} points.")},
    "tringla_winner": {
        "lowest": "Of several tringlas the lowest wins.",
        "highest": "Of several tringlas the highest wins.",
    },
    "hidden_ronda": {
        "automatic": "Whoever kept back a ronda that would have lost pays when it is seen.",
        "challenge": "Whoever kept back a ronda that would have lost pays only if somebody calls it.",
        "off": "A ronda may be kept back freely.",
    },
    "hidden_ronda_points": {"*": ("A ronda kept back costs {value} point.", "A ronda kept back costs {value} points.")},
    "hidden_ronda_mode": {
        "transfer": "The points for a ronda kept back go from its owner to the winner.",
        "award": "For a ronda kept back the winner gains, and nobody loses.",
    },
    "missa_last_hand": {
        "none": "In the last round a missa scores nothing.",
        "all_but_last_card": "In the last round only the very last card makes no missa.",
    },
    "tap_points": {"*": "Bount, khamsa and aachra score {value}."},
    "tap_chain": {
        "all": "A tap may be answered in every game.",
        "four_players": "A tap may be answered only with four players.",
        "off": "A tap may not be answered.",
    },
    "tap_optional": {
        "true": "The card just laid may be taken quietly, without a tap.",
        "false": "Taking the card just laid is always a tap.",
    },
    "tap_across_rounds": {
        "true": "The last card of a round may be tapped in the next round.",
        "false": "The last card of a round cannot be tapped in the next.",
    },
    "dealer_last": {
        "off": "The dealer's last card brings nothing special.",
        "on": "The dealer's last card must capture, or the others get 5 points.",
    },
}

OPTIONS: Mapping[str, Text] = {
    f"{option}.{choice}": text for option, choices in _MEANINGS.items() for choice, text in choices.items()
}
