"""Figures of event streams and of the database; `web/serving/metrics.py` shows them."""

from prometheus_client import Counter, Gauge, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper limits of the seconds that are counted together."""
STREAMS = Gauge("tally_streams", "Open event streams.", multiprocess_mode="livesum")
MESSAGES = Counter("tally_stream_messages_total", "Changes that were put into event streams, once for each stream.")
TRANSACTIONS = Histogram(
    "tally_database_seconds", "Seconds of transactions, with the wait for a connection.", ["kind"], buckets=BUCKETS
)
AWAY = Gauge(
    "tally_database_away", "1 while a worker finds that the database does not answer.", multiprocess_mode="livemax"
)
RETRIES = Counter("tally_database_retries_total", "Transactions begun again because the connection was lost.")
NOTICES = Counter(
    "tally_notices_total", "Notices of changed documents, told to other workers or heard from any.", ["way"]
)
NOTICES_UNHEARD = Gauge(
    "tally_notices_unheard", "1 while a worker hears no notices and looks for changes.", multiprocess_mode="livemax"
)
