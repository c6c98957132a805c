"""Numbers for Prometheus, on a port of their own. No names, no ids: how much there is, how often, how long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from kafenio.server.hall import Hall

__all__ = ["ANSWERS", "BATCH", "INHERITED", "NOT_STORED", "PLAYS", "REFUSED", "REGISTRY", "STORED_S", "published"]

REGISTRY = CollectorRegistry()
PLAYS = Counter("kafenio_plays", "Rows of matches stored by this process.", registry=REGISTRY)
NOT_STORED = Counter(
    "kafenio_not_stored", "Times the database took something not, or did not say so.", registry=REGISTRY
)
REFUSED = Counter("kafenio_refused", "Messages of sockets that were refused.", ["code"], registry=REGISTRY)
ANSWERS = Counter("kafenio_http_answers", "Answers over HTTP.", ["status"], registry=REGISTRY)
INHERITED = Counter("kafenio_inherited_tables", "Tables taken over from processes that are no more.", registry=REGISTRY)
BATCH = Histogram(
    "kafenio_batch_rows", "Rows in one commit.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512), registry=REGISTRY
)
STORED_S = Histogram(
    "kafenio_commit_seconds",
    "How long one commit took.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)


class Present(Collector):
    """What there is now, counted when somebody asks."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def collect(self) -> Iterable[Metric]:
        found = list(self.hall.tables.values())
        tables = GaugeMetricFamily("kafenio_tables", "Tables that are live in this process.", labels=["state"])
        for state in ("open", "playing", "over"):
            tables.add_metric([state], sum(table.state == state for table in found))
        yield tables
        owned = sum(table.state == "playing" and table.owned for table in found)
        yield GaugeMetricFamily("kafenio_owned_tables", "Tables in play that this process looks after.", owned)
        sockets = sum(len(table.seating.here) for table in found)
        yield GaugeMetricFamily("kafenio_table_sockets", "Sockets at tables.", sockets)
        waiting = sum(len(table.inbox) for table in found)
        yield GaugeMetricFamily("kafenio_inbox_messages", "Messages that wait at tables.", waiting)


def published(hall: Hall, host: str, port: int) -> Callable[[], None]:
    """Serve the numbers until what is given back is called. Port 0: nobody can read them. OSError."""
    if not port:
        return lambda: None
    present = Present(hall)
    REGISTRY.register(present)
    server, thread = start_http_server(port, host, REGISTRY)

    def close() -> None:
        server.shutdown()
        server.server_close()
        thread.join()
        REGISTRY.unregister(present)

    return close
