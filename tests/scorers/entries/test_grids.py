"""Painted grids: notation, faults, districts and schema."""

import pytest

from scorers.entries import Grid, LoadContext, Square, find_districts
from scorers.model import N_

LAND = Grid(
    label=N_("Land"), rows=3, columns=4, palette={"W": N_("Wheat"), "F": N_("Forest")}, marks=N_("Crowns"), most_marks=3
)


def load(text: object) -> tuple[object, list[tuple[str, str]]]:
    """Return the squares that a grid loads, and the path and code of each fault."""
    context = LoadContext()
    return LAND.load(text, "land", context), [(fault.path, fault.code) for fault in context.faults]


@pytest.mark.parametrize("text", ["W F2/.W", "w f2 / . w", "WF2-.W", "W F2\r\n. W", "W F2 . . / . W / . ."])
def test_notation_is_read_with_any_spacing(text: str) -> None:
    assert load(text) == ({"r1c1": Square("W"), "r1c2": Square("F", 2), "r2c2": Square("W")}, [])


def test_first_row_may_be_empty() -> None:
    painting, _ = load("./W")
    assert painting == {"r2c1": Square("W")}
    assert dict(LAND.write_query(painting, "land")) == {"land": "-W"}  # type: ignore[arg-type]
    assert load("-W") == (painting, [])


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (7, "type"),
        ("X", "choice"),
        ("W4", "choice"),
        ("3", "choice"),
        ("WWWWW", "too_many"),
        ("W/W/W/W", "too_many"),
        ("W" * 9999, "too_many"),
    ],
)
def test_invalid_painting_is_a_fault(raw: object, code: str) -> None:
    _, faults = load(raw)
    assert ("land", code) in faults


def test_districts_touch_by_their_sides_only() -> None:
    painting, _ = load("W W F / F W W1 / W F W2")
    districts = [(one.kind, len(one.places), one.marks) for one in find_districts(painting)]  # type: ignore[arg-type]
    # Wheat: five squares in a snake with 1 + 2 crowns, and the last row's first alone; three forests touch at corners only.
    assert districts == [("W", 5, 3), ("F", 1, 0), ("F", 1, 0), ("W", 1, 0), ("F", 1, 0)]


@pytest.mark.parametrize("text", ["W.W/WWW", ".W/WW", "WW/.W/WW"])
def test_district_grows_in_every_direction(text: str) -> None:
    """Up again from the row below, and back to the left."""
    painting, _ = load(text)
    (district,) = find_districts(painting)  # type: ignore[arg-type]
    assert len(district.places) == text.count("W")


def test_notation_is_read_up_to_its_limit() -> None:
    """A grid of 12 × 12, with four characters for each square: 576."""
    assert load(" " * 575 + "W") == ({"r1c1": Square("W")}, [])
    assert load("W" + " " * 575) == ({"r1c1": Square("W")}, [])
    assert load("W" + " " * 576) == ({"r1c1": Square("W")}, [("land", "too_many")])
    assert load("W/W/W\n")[1] == []  # the end of the last line is no row


def test_text_without_squares_is_blank_in_a_link() -> None:
    assert LAND.read_query({"land": ["./-. \r\n"]}, "land", 2) is None
    assert LAND.read_query({"land": ["W"]}, "land", 2) == "W"
    assert LAND.read_query({"land": ["X"]}, "land", 2) == "X", "only load refuses it"


def test_schema_has_the_letters_and_marks_of_a_grid() -> None:
    plain = Grid(label=N_("Land"), rows=3, columns=4, palette={"W": N_("Wheat")})
    assert LAND.schema(str) == {"type": "string", "maxLength": 576, "pattern": r"^([WF][0-3]?|[./\s-])*$"}
    assert plain.schema(str)["pattern"] == r"^([W]|[./\s-])*$"
