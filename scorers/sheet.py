"""Sheets: how games declare them, and how JSON data becomes a sheet or a list of all its faults."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any

from scorers.entries import (
    MAX_FAULTS,
    Blank,
    Boolean,
    Choice,
    Entry,
    EntryList,
    HouseValues,
    LoadContext,
    MultipleChoice,
    Number,
    Records,
    Text,
    Where,
    entries_of,
    entry,
    load_record,
    record_schema,
)
from scorers.model import COLOURS, N_, AnyGame, Fault, Translate, format_message

MAX_NAME_CHARACTERS = 40
_COLOUR_NAMES = (
    N_("red"), N_("orange"), N_("yellow"), N_("green"), N_("blue"), N_("purple"),
    N_("pink"), N_("brown"), N_("black"), N_("white"), N_("grey"),
)  # fmt: skip
COLOUR_NAMES = dict(zip(COLOURS, _COLOUR_NAMES, strict=True))
"""Colour -> its name."""


class RepeatedKey(str):
    """A repeated key in a JSON object, returned in place of the data, since its value is ambiguous."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """The base class of players: a name and a colour. A game's `Player` adds its entries."""

    name: str | None = entry(
        Text(
            label=N_("Name"),
            help=N_("The name shown in the result. If left blank, the seat letter is used."),
            most=MAX_NAME_CHARACTERS,
        )
    )
    colour: str | None = entry(
        Choice(
            label=N_("Colour"),
            help=N_(
                "The colour of the player's pieces. Each player needs a different colour. If none is chosen, it "
                "follows the seat."
            ),
            options=COLOUR_NAMES,
            unset=N_("By seat"),
        )
    )


def players(of: type[Any], low: int, high: int, usual: int = 0) -> Any:
    """Declare the first field of every sheet: its players in seat order.

    A form opens with `usual` of them, by default with `low`.
    """
    return field(
        metadata={
            "entry": Records(
                label=N_("Players"),
                help=N_("The players, in the order in which they sit at the table."),
                of=of,
                low=low,
                high=high,
                usual=usual,
            )
        }
    )


def players_entry(sheet_type: type[Any]) -> Records:
    """Return the entry that declares a sheet's players."""
    declaration = entries_of(sheet_type)["players"]
    assert isinstance(declaration, Records)  # noqa: S101  checked by the registry
    return declaration


def options_of(sheet_type: type[Any]) -> dict[str, Entry[Any]]:
    """Return a sheet's options by name: choices about the rules rather than entries about the position."""
    return {
        name: entry
        for name, entry in entries_of(sheet_type).items()
        if isinstance(entry, Boolean | Choice | MultipleChoice | HouseValues)
    }


def load_sheet(game: AnyGame, data: object) -> Any | list[Fault]:
    """Load JSON data as a sheet of the game; return the sheet, or a list of all its faults."""
    sheet, faults = read_sheet(game.sheet, data)
    if sheet is not None:
        faults += check_sheet(game, sheet, faults)
    return limit_faults(faults) if faults or sheet is None else sheet


def read_sheet(sheet_type: type[Any], data: object) -> tuple[Any | None, list[Fault]]:
    """Return a sheet of everything in `data` that could be read, and the faults of the rest; None if there are no
    players to score.
    """
    context = LoadContext()
    if isinstance(data, RepeatedKey):
        context.add("", "type", N_("%(key)s appears twice in one object"), key=data[:60])
        return None, context.faults
    if not isinstance(data, dict):
        context.add("", "type", N_("A sheet must be a JSON object"))
        return None, context.faults
    players = data.get("players")
    if players is None:
        context.add("players", "missing", N_("Players are missing"))
    bounds, count = players_entry(sheet_type), len(players) if isinstance(players, list) else 0
    # If the players themselves are invalid, do not report unknown seats elsewhere.
    context.seats = count if bounds.low <= count <= bounds.high else bounds.high
    sheet = load_record(
        sheet_type, data if players is not None else {**data, "players": [{}] * bounds.low}, "", context
    )
    if any(fault.path == "players" for fault in context.faults):
        return None, context.faults
    return sheet, [_with_label(fault, sheet) for fault in context.faults]


def _with_label(fault: Fault, sheet: Any) -> Fault:
    """Return the fault of an entry with the label that the sheet's options give it."""
    try:
        usual, own = (locate(type(sheet), fault.path, under).label for under in (None, sheet))
    except (KeyError, ValueError, IndexError):
        return fault
    return replace(fault, values={**fault.values, "label": own}) if fault.values.get("label") == usual != own else fault


def check_sheet(game: AnyGame, sheet: Any, load_faults: Sequence[Fault] = ()) -> list[Fault]:
    """Return the contradictions in a sheet: players with the same colour, and what the game itself finds.

    `load_faults` are the faults of unreadable entries: nothing more is reported about these, and if one is an option,
    only what is wrong under each of its values.
    """
    faults = [*_alike_colours(sheet), *islice(game.faults(sheet), MAX_FAULTS + 1)]
    if not load_faults or not faults:
        return faults
    paths = {fault.path for fault in load_faults}
    for name, declaration in entries_of(game.sheet).items():
        if name in paths and isinstance(declaration, Choice | Boolean):
            for value in declaration.options if isinstance(declaration, Choice) else (False, True):
                still = {
                    (fault.path, fault.code)
                    for fault in islice(game.faults(replace(sheet, **{name: value})), MAX_FAULTS + 1)
                }
                faults = [fault for fault in faults if (fault.path, fault.code) in still]
    around = {parent for path in paths for parent in with_parents(path)}
    return [
        fault
        for fault in faults
        if fault.path == "players" or not (fault.path in around or paths.intersection(with_parents(fault.path)))
    ]


def with_parents(path: str) -> Iterator[str]:
    """Yield a path and all paths that contain it."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def _alike_colours(sheet: Any) -> Iterator[Fault]:
    colours = [player.colour for player in sheet.players if player.colour]
    for colour in sorted({colour for colour in colours if colours.count(colour) > 1}):
        names = tuple(
            name for name, player in zip(player_names(sheet), sheet.players, strict=True) if player.colour == colour
        )
        message = N_("%(names)s cannot all have the colour %(colour)s")
        yield Fault("players", "impossible", message, {"names": names, "colour": COLOUR_NAMES[colour]})


def faults_json(faults: Sequence[Fault], translate: Translate = str) -> dict[str, Any]:
    """Return faults as JSON data, up to the limit."""
    return {"faults": [fault.as_json(translate) for fault in limit_faults(faults)]}


def limit_faults(faults: Sequence[Fault]) -> list[Fault]:
    """Limit the number of faults; a final one says that there are more."""
    if len(faults) <= MAX_FAULTS:
        return list(faults)
    more = Fault("", "too_many", N_("Only the first %(shown)s errors are shown"), {"shown": MAX_FAULTS})
    return [*faults[:MAX_FAULTS], more]


def player_names(sheet: Any) -> list[str]:
    """Return the players' names; the default is the seat's number from 1."""
    return [player.name or str(seat) for seat, player in enumerate(sheet.players, 1)]


def blank_entries(sheet: Any) -> list[Blank]:
    """Return the number entries that the options need and nobody entered."""
    blanks = [*_blanks(sheet, sheet, None, "")]
    for seat, player in enumerate(sheet.players):
        blanks += _blanks(player, sheet, seat, f"players.{seat}.")
    return blanks


def open_entries(sheet: Any) -> list[Blank]:
    """Return what nobody has answered: the blank numbers, and the choices that nobody made for anybody, such as the
    owners of tiles.

    One player's default beside another's answer is an answer. Options are not asked about.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> regions = [{"threat": 3, "walls": [2, 1], "neutral": 1}, {"walls": [0], "neutral": 0}]
    >>> sheet = load_sheet(game("chang_cheng"), {"players": [{"track": 3}, {"track": 4}], "regions": regions})
    >>> [entry.path for entry in open_entries(sheet)]
    ['regions.0.towers', 'regions.1.threat', 'regions.1.towers']
    """
    sheet_type: Any = type(sheet)  # mypy does not see that classes are hashable
    own = [
        Blank(path, None, is_number=False)
        for name, declaration in find_choices(sheet_type)
        if declaration.is_needed(sheet, None)
        for path in declaration.unanswered(getattr(sheet, name), name, sheet)
    ]
    return [*own, *blank_entries(sheet), *_open_choices(sheet)]


def _open_choices(sheet: Any) -> Iterator[Blank]:
    """Yield the players' choices that are at their default for every player whom the options ask."""
    player_type: Any = type(sheet.players[0])  # as above
    for name, declaration in find_choices(player_type):
        seats = [seat for seat, player in enumerate(sheet.players) if declaration.is_needed(sheet, player)]
        paths = [
            [*declaration.unanswered(getattr(sheet.players[seat], name), f"players.{seat}.{name}", sheet)]
            for seat in seats
        ]
        if all(paths):
            yield from (
                Blank(path, seat, is_number=False) for seat, own in zip(seats, paths, strict=True) for path in own
            )


def name_entries(game: AnyGame, paths: Collection[str], translate: Translate = str) -> list[str]:
    """Name the entries at these paths in few words: each label once, with its records, and lists of records by their
    line.

    >>> from scorers.registry import game
    >>> name_entries(game("chang_cheng"), ["regions.0.threat", "regions.8.threat", "players.1.track", "regions"])
    ['threat (Region 1, Region 9)', 'Prestige track', 'Mongol invasion']
    """
    records_by_label: dict[str, dict[str, None]] = {}
    for path in paths:
        where, declaration = locate(game.sheet, path), entries_of(game.sheet).get(path)
        label = game.lines[declaration.line] if declaration and declaration.line else where.label
        records = records_by_label.setdefault(translate(label), {})
        if where.record:
            records[where.record.translated(translate)] = None
    pattern = N_("%(label)s (%(records)s)")
    return [
        format_message(pattern, {"label": label, "records": tuple(records)}, translate) if records else label
        for label, records in records_by_label.items()
    ]


@cache
def find_choices(of: type[Any]) -> tuple[tuple[str, Entry[Any]], ...]:
    """Return the entries of a type that can be open besides numbers: no options, no names and colours."""
    other = {"players", *options_of(of)} if "players" in entries_of(of) else entries_of(Seat)
    return tuple(
        (name, declaration)
        for name, declaration in entries_of(of).items()
        if name not in other and not (declaration.is_number or declaration.optional)
    )


def _blanks(record: Any, sheet: Any, seat: int | None, prefix: str) -> Iterator[Blank]:
    """Yield the blanks of the sheet itself or, with a `seat`, of a player."""
    player = None if seat is None else record
    for name, declaration in _reporting_entries(type(record)):  # type: ignore[arg-type]  # mypy does not see that classes are hashable
        value = getattr(record, name)
        # A number that is there need not be asked about.
        if type(value) is not int and declaration.is_needed(sheet, player):
            yield from declaration.adapt(sheet).blanks(value, prefix + name, seat, len(sheet.players))


def blank_lists(sheet: Any) -> list[str]:
    """Return the paths of the players' empty lists that the options need.

    They are no `blank_entries`: none may be the answer.
    """
    return [
        f"players.{seat}.{name}"
        for seat, player in enumerate(sheet.players)
        for name, declaration in entries_of(type(player)).items()
        if isinstance(declaration, EntryList)
        and not (declaration.optional or getattr(player, name))
        and declaration.is_needed(sheet, player)
    ]


@cache
def _reporting_entries(of: type[Any]) -> tuple[tuple[str, Entry[Any]], ...]:
    """Return the entries of a type that can report blanks; cached, since every score looks for them."""
    return tuple(
        (name, declaration)
        for name, declaration in entries_of(of).items()
        if type(declaration).blanks is not Entry.blanks
    )


def missing_entries(sheet: Any, under: Any, blank: Collection[str]) -> list[str]:
    """Return the paths of the entries that `under`, the same sheet under other options, needs and this sheet lacks.

    They are the blank entries that are not among the paths `blank`, and the ticks that this sheet did not ask for.
    """
    return [*(entry.path for entry in blank_entries(under) if entry.path not in blank), *_unasked_ticks(sheet, under)]


def _unasked_ticks(sheet: Any, under: Any) -> list[str]:
    """Return the ticks that `under` needs and this sheet did not ask for: an unticked box means no only if somebody
    could tick it.
    """
    ticks = [(name, entry) for name, entry in entries_of(type(sheet.players[0])).items() if isinstance(entry, Boolean)]
    return [
        f"players.{seat}.{name}"
        for seat, player in enumerate(sheet.players)
        for name, entry in ticks
        if not getattr(player, name) and entry.is_needed(under, player) and not entry.asked_if(sheet, player)
    ]


def questions(sheet: Any) -> list[Fault]:
    """Return the questions about a valid sheet: unusually high numbers, and blanks that may not mean 0."""
    return [
        question
        for name, declaration in entries_of(type(sheet.players[0])).items()
        if isinstance(declaration, Number) and declaration.can_ask
        for question in _ask_about(sheet, name, declaration)
    ]


def _ask_about(sheet: Any, name: str, declaration: Number) -> Iterator[Fault]:
    unusual = N_("%(label)s – really %(number)s?")
    # A player who does not need the number is not asked.
    is_entered = any(
        getattr(player, name) is not None or not declaration.is_needed(sheet, player) for player in sheet.players
    )
    for seat, player in enumerate(sheet.players):
        path, number = f"players.{seat}.{name}", getattr(player, name)
        if number is None:
            if declaration.ask_if_blank and is_entered and declaration.is_needed(sheet, player):
                yield Fault(path, "blank", declaration.ask_if_blank)
        elif declaration.unusual_above is not None and number > declaration.unusual_above:
            yield Fault(path, "unusual", unusual, {"label": declaration.adapt(sheet).label, "number": number})


def missing_tie_inputs(sheet: Any, *names: str) -> list[list[str]]:
    """Return, by seat, the paths of these entries that are blank."""
    return [
        [f"players.{seat}.{name}" for name in names if getattr(player, name) is None]
        for seat, player in enumerate(sheet.players)
    ]


def locate(sheet_type: type[Any], path: str, sheet: Any = None) -> Where:
    """Resolve a path of a sheet, with the label that `sheet` gives its entry.

    Raises KeyError if there is no such entry.

    >>> from scorers.registry import game
    >>> locate(game("qin").sheet, "players.1.left")
    Where(label='Pagodas left', seat=1, record=None)
    """
    first, *steps = path.split(".")
    declaration, seat = entries_of(sheet_type)[first], None
    if first == "players":
        seat, *steps = int(steps[0]), *steps[1:]
        if not steps:
            return Where(declaration.label, seat)
        declaration, *steps = entries_of(players_entry(sheet_type).of)[steps[0]], *steps[1:]
    return (declaration if sheet is None else declaration.adapt(sheet)).locate(steps, seat)


def sheet_schema(sheet_type: type[Any], translate: Translate = str) -> dict[str, Any]:
    """Return a sheet's JSON Schema (2020-12), with labels and hints in the language of `translate`."""
    return record_schema(sheet_type, translate) | {"required": ["players"]}
