"""The database of documents: its engine and migrations, the turn to write in SQLite, and transactions."""

import contextlib
import fcntl
import functools
import logging
import sqlite3
from collections.abc import Callable, Iterator
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from alembic.migration import MigrationContext
from flask import Flask, has_request_context, request
from flask_alembic import Alembic
from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy import Connection, Engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from web.common.fairness import FairLock
from web.common.http import network_of
from web.common.start import ROOT, StartError
from web.sync.limits import NotKept
from web.sync.metrics import RETRIES, TRANSACTIONS, Errors, say_reason
from web.sync.models import Base
from web.sync.postgres import Guard, guard_of, read_address
from web.sync.statements import ROWS_OF_A_KEY

FILE = "tally.db"
"""The SQLite database in the data folder."""
HEAD = "0005"
"""The revision that the models describe."""
_MIGRATION_LOCK = 0x54616C6C79
"""The number of PostgreSQL's advisory lock under which one server at a time migrates."""
_errors = Errors()
_logger = logging.getLogger("tally.sync")

db = SQLAlchemy(engine_options={"hide_parameters": True, "pool_size": 4, "max_overflow": 4, "pool_timeout": 4})


def register(app: Flask, url: str) -> Engine:
    """Bind the application to a database and migrate it. No connection is left open, so that workers can be forked.

    LISTEN_URL says that there is a pool between, which gives each transaction another connection of the server: a
    statement prepared in one would be unknown in the next, or be another's of the same name.
    """
    address = make_url(url) if url.startswith("sqlite:") else read_address("DATABASE_URL", url)
    options: dict[str, Any] = {"url": address}
    if app.config.get("LISTEN_URL"):
        options["connect_args"] = {"prepare_threshold": None}
    app.config["SQLALCHEMY_ENGINES"] = {"default": options}
    db.init_app(app)
    # Its closing of asynchronous sessions, of which there are none, would start a thread for each request.
    app.teardown_appcontext_funcs[:] = [
        close for close in app.teardown_appcontext_funcs if not iscoroutinefunction(close)
    ]
    with app.app_context():
        engine = db.engine
        if engine.dialect.name == "sqlite":
            Path(str(engine.url.database)).touch(mode=0o600)  # SQLite gives the files beside it the same mode
            _lock_file(engine).touch(mode=0o600)
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        try:
            _migrate(app, engine)
        except (SQLAlchemyError, OSError) as error:
            raise StartError(f"The database cannot be used: {say_reason(error)}.") from None
        finally:
            engine.dispose()
    if engine.dialect.name == "postgresql":
        Guard(engine)  # after the migration, which may take longer than a request
    return engine


def _migrate(app: Flask, engine: Engine) -> None:
    """Bring the tables up to date, one server and one process at a time."""
    app.config["ALEMBIC"] = {"script_location": str(ROOT / "migrations")}
    alembic = Alembic(app, metadatas=Base.metadata)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the extension would have it report each step
    with _migration_turn(engine):
        with engine.connect() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
        if revision != HEAD:
            alembic.upgrade()
        if engine.dialect.name == "sqlite":
            _allow_vacuum(engine)
            _tell_row_counts(engine)


@contextlib.contextmanager
def _migration_turn(engine: Engine) -> Iterator[None]:
    if engine.dialect.name == "sqlite":
        with write_turn(engine):
            yield
        return
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
        yield


def _allow_vacuum(engine: Engine) -> None:
    """Let a file that was made by a version of before give freed pages back: it is written anew, once."""
    with engine.connect() as connection:
        driver = connection.connection
        if driver.cursor().execute("PRAGMA auto_vacuum").fetchone()[0] == 0:
            try:
                driver.cursor().execute("PRAGMA auto_vacuum=INCREMENTAL")
                driver.cursor().execute("VACUUM")
            except sqlite3.Error as error:  # the disk may lack the room for a second file
                _logger.warning("The database could not be made smaller: %s", error)


def _tell_row_counts(engine: Engine) -> None:
    """Tell SQLite's planner what to expect of the tables; connections that are opened from now on know it."""
    rows = [
        {"table": table, "index": index, "stat": stat}
        for table, stats in ROWS_OF_A_KEY.items()
        for index, stat in stats.items()
    ]
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA analysis_limit = 1")
        connection.exec_driver_sql("ANALYZE")  # makes the table of statistics
        connection.exec_driver_sql("DELETE FROM sqlite_stat1")
        connection.execute(text("INSERT INTO sqlite_stat1 VALUES (:table, :index, :stat)"), rows)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # sqlite3 would begin transactions itself, and too late: `_begin_sqlite` does
    if connection.execute("PRAGMA page_count").fetchone()[0] == 0:  # later it would wait for the turn to write
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # so that freed pages can be given back
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


@contextlib.contextmanager
def write_turn(engine: Engine) -> Iterator[None]:
    """Wait for the turn to write. A writer that finds SQLite busy sleeps and tries again; a file lock is handed on
    at once.

    It ends with its process, so that one that was killed holds nothing. PostgreSQL locks rows instead. Of a process's
    writers the one whose address wrote least lately is next, so that nobody waits behind all of one that writes much.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    file_name = _lock_file(engine)
    with find_lock(file_name).hold(network_of(find_visitor())), file_name.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield


@functools.cache
def find_lock(file: Path) -> FairLock:
    """Return the lock of this process for the writers that wait for a file's lock."""
    return FairLock()


def find_visitor() -> str:
    """Return the address of the visitor for whom this is done, or nothing where the server does it by itself."""
    return (request.remote_addr or "") if has_request_context() else ""


def _lock_file(engine: Engine) -> Path:
    return Path(f"{engine.url.database}.lock")


@functools.lru_cache(maxsize=64)
def _engines(engine: Engine) -> tuple[Engine, Engine]:
    """Return an engine as it writes, and as it reads several times at the same moment; making them anew costs time."""
    is_postgres = engine.dialect.name == "postgresql"
    reader = engine.execution_options(isolation_level="REPEATABLE READ") if is_postgres else engine
    return engine.execution_options(writes=True), reader


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes."""
    with TRANSACTIONS.labels("write").time(), write_turn(engine), _engines(engine)[0].begin() as connection:
        yield connection


@contextlib.contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction whose queries all see the same moment."""
    with TRANSACTIONS.labels("read").time(), _engines(engine)[1].begin() as connection:
        yield connection


P = ParamSpec("P")
R = TypeVar("R")


def translate_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a store's method: retry once after a lost connection, and raise NotKept for other database errors.

    While the database is known to be away nothing is tried.
    """

    @wraps(function)
    def answer(*args: P.args, **options: P.kwargs) -> R:
        guard = guard_of(args[0].engine)  # type: ignore[attr-defined]
        for is_last in (False, True):
            if guard and guard.is_away:
                raise NotKept
            try:
                return function(*args, **options)
            except SQLAlchemyError as error:
                is_lost = bool(getattr(error, "connection_invalidated", False))
                is_away = guard is not None and guard.note_failure(error, is_lost=is_lost and is_last)
                if is_last or not is_lost:
                    if not is_away:
                        _errors.log("The database could not be read or written", say_reason(error))
                    raise NotKept from None
                RETRIES.inc()
        raise AssertionError

    return answer
