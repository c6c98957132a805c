"""Thinking time. Plain numbers of seconds; the table tells the clock what time it is and hears when it must act.

A clock runs for one seat at a time, never while a window is open: a window lasts the same for all. What a play took is
stored with it, so that after a restart every seat has what it had, and the time of the restart is charged to nobody.
"""

from __future__ import annotations

from kafenio.server.wire import ClockTerms

__all__ = ["LAG_MOST", "Clocks"]

LAG_MOST = 0.5  # so much of a play's time may have been on the way
GRACE = 10.0  # for each play of who has used up the time of the match
DAY = 86_400.0


class Clocks:
    """The time of every seat under some terms."""

    def __init__(self, terms: ClockTerms, seats: int) -> None:
        self.terms = terms
        self.bank = [float(terms.seconds)] * seats  # kind "match": what is left
        self.seat: int | None = None
        self.since = 0.0

    @property
    def timed(self) -> bool:
        return self.terms.kind != "untimed"

    def charge(self, seat: int, spent_s: float) -> None:
        """A play was made that took so long: live, or read from the store."""
        if self.terms.kind == "match":
            self.bank[seat] = max(0.0, self.bank[seat] - spent_s) + self.terms.increment

    def start(self, seat: int | None, now: float) -> None:
        """The time of a seat runs from now on; None: nobody's. It goes on running where it runs already."""
        if seat != self.seat:
            self.seat, self.since = seat, now

    def again(self, now: float) -> None:
        """The seat whose time runs has it anew: after a restart, or when its player is back."""
        self.since = now

    def spent(self, seat: int, now: float, lag_s: float = 0.0) -> float:
        """What a play of this seat has taken, the way of the messages taken off within a bound."""
        if seat != self.seat:
            return 0.0
        return max(0.0, now - self.since - min(max(lag_s, 0.0), LAG_MOST))

    def allowance(self, seat: int) -> float:
        """For the present play of a seat, from its beginning."""
        if self.terms.kind == "match":
            return self.bank[seat] or GRACE
        return float(self.terms.seconds) if self.terms.kind == "play" else self.terms.days * DAY

    def left(self, seat: int, now: float) -> float:
        """How much time a seat has; it may be up while the play is on its way."""
        return self.allowance(seat) - (now - self.since if seat == self.seat else 0.0)

    def due(self, now: float, lag_s: float = 0.0) -> float | None:
        """In how many seconds the time of the running seat is up; None: never."""
        if not self.timed or self.seat is None:
            return None
        return max(0.0, self.left(self.seat, now) + min(max(lag_s, 0.0), LAG_MOST))

    def warn_before(self, seat: int) -> float:
        """So many seconds before the end the player is warned."""
        return min(self.allowance(seat) / 3, 3600.0 if self.terms.kind == "days" else 10.0)

    def shown(self, now: float) -> list[float] | None:
        """What every seat has left, to a tenth; None where nothing is limited."""
        if not self.timed:
            return None
        return [round(max(0.0, self.left(seat, now)), 1) for seat in range(len(self.bank))]
