"""Thinking time. Plain numbers of seconds; the table tells the clock what time it is and hears when it must act.

A clock runs for one seat at a time, never while a window is open: a window lasts the same for all. What a play took is
stored with it, so that after a restart every seat has what it had. What the present play has used until the restart is
counted too, and the time of the restart is charged to nobody.
"""

from __future__ import annotations

from kafenio.server.wire import ClockTerms

__all__ = ["DAY", "GRACE", "LAG_MOST", "Clocks"]

LAG_MOST = 0.5  # so much of a play's time may have been on the way
GRACE = 10.0  # for each play of who has used up the time of the match
DAY = 86_400.0


class Clocks:
    """The time of every seat under some terms."""

    def __init__(self, terms: ClockTerms, seats: int) -> None:
        self.terms = terms
        self.bank = [float(terms.seconds)] * seats  # kind "match": what is left
        self.seat: int | None = None  # whose time runs …
        self.since = 0.0  # … since then
        self.player: int | None = None  # whose play is waited for …
        self.used = 0.0  # … and what he has used before
        self.held: float | None = None  # the time stands still since then

    @property
    def timed(self) -> bool:
        return self.terms.kind != "untimed"

    def copy(self) -> Clocks:
        twin = Clocks.__new__(Clocks)
        vars(twin).update(vars(self), bank=self.bank.copy())
        return twin

    def charge(self, seat: int, spent_s: float) -> None:
        """A play was made that took so long: live, or read from the store."""
        if self.terms.kind == "match":
            self.bank[seat] = max(0.0, self.bank[seat] - spent_s) + self.terms.increment

    def turn(self) -> None:
        """Another play is waited for: nobody's time runs yet."""
        self.seat = self.player = None
        self.used = 0.0

    def start(self, seat: int | None, now: float) -> bool:
        """The time of a seat runs from now on; None: nobody's. Whether it did not run before."""
        if seat == self.seat:
            return False
        if self.seat is not None:
            self.used = self.taken(self.seat, now)
        if seat is not None and seat != self.player:
            self.player, self.used = seat, 0.0
        self.seat, self.since = seat, now
        return seat is not None

    def resume(self, seat: int, used: float, since: float | None) -> None:
        """A seat has used so much of the present play's time, and it runs since then; None: it stands."""
        self.player, self.used = seat, used
        self.seat, self.since = (None, 0.0) if since is None else (seat, since)

    def hold(self, now: float) -> None:
        """Time stands still, for nobody can play."""
        if self.held is None:
            self.held = now

    def release(self, now: float) -> bool:
        """Time goes on. Whether it stood still."""
        if self.held is None:
            return False
        self.since += now - max(self.held, self.since)
        self.held = None
        return True

    def present(self, now: float) -> float:
        return now if self.held is None else min(now, self.held)

    def taken(self, seat: int, now: float) -> float:
        """How much of the present play's time a seat has used."""
        if seat != self.player:
            return 0.0
        return self.used + (max(0.0, self.present(now) - self.since) if seat == self.seat else 0.0)

    def spent(self, seat: int, now: float, lag_s: float = 0.0) -> float:
        """What a play of this seat has taken, the way of the messages taken off within a bound."""
        return max(0.0, self.taken(seat, now) - min(max(lag_s, 0.0), LAG_MOST))

    def allowance(self, seat: int) -> float:
        """For the present play of a seat, from its beginning."""
        if self.terms.kind == "match":
            return self.bank[seat] or GRACE
        return float(self.terms.seconds) if self.terms.kind == "play" else self.terms.days * DAY

    def left(self, seat: int, now: float) -> float:
        """How much time a seat has; it may be up while the play is on its way."""
        return self.allowance(seat) - self.taken(seat, now)

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
