"""The games, a package each: deal (the rules, compiled), options, tally (the match), position."""
