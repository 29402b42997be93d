"""The tables of groups as statements are made of them."""

from typing import cast

from sqlalchemy import ColumnElement, Table, func

from web.groups.store.models import Group, GroupChange, GroupDevice, GroupEntry

groups, entries, log_rows, devices = (
    cast("Table", model.__table__) for model in (Group, GroupEntry, GroupChange, GroupDevice)
)
ENTRY_COLUMNS = tuple(entries.c[name] for name in ("path", "value", "seq", "device", "typed"))
LOG_COLUMNS = tuple(log_rows.c[name] for name in ("path", "value", "seq", "who", "device", "typed", "stands"))
ROW_CHARACTERS = 100
"""Approximate size of a row of the log without its path and value."""
SIZE: ColumnElement[int] = (
    ROW_CHARACTERS + func.length(log_rows.c.path) + func.coalesce(func.length(log_rows.c.value), 0)
)
"""Size of a row of the log in a group's history."""
