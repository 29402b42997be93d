"""Reading and checking the requests of the JSON APIs."""

from sys import float_info
from typing import Any, NamedTuple

from scorers.model import N_, Fault
from web.sync.requests import is_count, not_text, not_whole, unknown_keys
from web.together import limits


class Request(NamedTuple):
    """A change as a device sends it: to a path of the sheet's JSON, or to a field of the form, whose value is then a
    list of texts.
    """

    path: str
    value: Any
    n: int
    base: int
    age: float
    is_field: bool = False


def read_sync(
    data: dict[str, Any], faults: list[Fault], *, with_fields: bool = False
) -> tuple[str, int, list[Request]]:
    """Return the device, `since` and the changes of a request to sync; what is wrong is added to `faults`."""
    device, since, changes = read_device(data, faults), data.get("since", 0), data.get("changes", [])
    if not is_count(since):
        faults.append(not_whole("since"))
    if not isinstance(changes, list):
        faults.append(Fault("changes", "type", N_("%(label)s must be a list"), {"label": "changes"}))
        changes = []
    elif len(changes) > limits.MAX_CHANGES:
        raise limits.TooMuch
    sent = (
        _read_change(change, f"changes.{number}", faults, with_fields=with_fields)
        for number, change in enumerate(changes)
    )
    return device, since, [one for one in sent if one]


def read_device(data: dict[str, Any], faults: list[Fault]) -> str:
    """Return the device that sends a request; what is wrong is added to `faults`."""
    device = data.get("device")
    if not is_device(device):
        faults.append(Fault("device", "type", N_("“device” must be 16 to 64 random characters")))
    return str(device)


def is_device(device: object) -> bool:
    """Whether this can be what a device calls itself."""
    return (
        isinstance(device, str)
        and limits.MIN_DEVICE_CHARACTERS <= len(device) <= limits.MAX_DEVICE_CHARACTERS
        and device.isprintable()
    )


def _read_change(data: object, path: str, faults: list[Fault], *, with_fields: bool) -> Request | None:
    """One change of a request; None where it is none."""
    if not isinstance(data, dict):
        faults.append(Fault(path, "type", N_("%(label)s: each must be an object"), {"label": "changes"}))
        return None
    before = len(faults)
    faults += unknown_keys(
        data, {"path", "value", "n", "base", "age"} | ({"field"} if with_fields else set()), f"{path}."
    )
    is_field = with_fields and "path" not in data
    name, value = data.get("field" if is_field else "path"), data.get("value")
    if not isinstance(name, str) or ("field" in data and "path" in data):
        faults.append(not_text(f"{path}.path"))
    faults += [
        not_whole(f"{path}.{key}") for key in ("n", "base") if not is_count(data.get(key, 0 if key == "base" else None))
    ]
    if data.get("n") == 0:
        faults.append(not_whole(f"{path}.n"))
    age = data.get("age", 0)
    if isinstance(age, bool) or not isinstance(age, int | float) or not abs(age) <= float_info.max:
        faults.append(Fault(f"{path}.age", "type", N_("%(label)s must be a number of seconds"), {"label": "age"}))
    if is_field:
        value = [] if value is None else value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in value):
            faults.append(not_text(f"{path}.value"))
    return (
        Request(str(name), value, data["n"], data.get("base", 0), float(age), is_field)
        if len(faults) == before
        else None
    )
