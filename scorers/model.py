"""The model that all games share: games, lines, variants, faults and results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from scorers.texts import N_ as N_
from scorers.texts import NN_ as NN_
from scorers.texts import Message as Message
from scorers.texts import Translate as Translate
from scorers.texts import format_message as format_message

S = TypeVar("S")

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "grey")
"""The common set of player colours."""
GROUNDS = ("slate", "sea", "dusk", "pine", "plum", "clay", "moss")
"""The theme colours of games; the first is the default."""
MAX_SEATS = 12
"""Upper limit of players, bounded by the letters and colours."""


class DeclarationError(Exception):
    """A game's declaration is invalid. The message is a sentence that names the file and what to change."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a sheet: `path` is dotted as in the sheet's JSON, `code` one word, `message` a marked text.

    If no single entry is at fault, `entries` are the paths of those that contradict each other, for forms to mark.
    """

    path: str
    code: str
    message: N_
    values: Mapping[str, object] = field(default_factory=dict)
    entries: tuple[str, ...] = ()

    def as_json(self, translate: Translate = str) -> dict[str, str]:
        """Return the fault as JSON data, as the API and the command line answer it."""
        return {"path": self.path, "code": self.code, "message": format_message(self.message, self.values, translate)}


class LinePart(NamedTuple):
    """The source of some of a line's points: `at` has the ids of places on the board.

    `running` is the line's total after this part, for lines that grow round by round. `what` says what scored where
    that is shorter than a list of places, such as the kind of a district, or a message with numbers: Message(NN_("line
    of %(count)s elk", …), {"count": 4}).
    """

    points: int
    working: str
    at: tuple[str, ...]
    running: int | None = None
    what: N_ | Message = N_()

    def say_what(self, translate: Translate) -> str:
        """Return what scored in the language of `translate`, or ""."""
        if isinstance(self.what, Message):
            return format_message(self.what.text, self.what.values, translate)
        return translate(self.what) if self.what else ""


class Line(NamedTuple):
    """One row of the score pad for one player. `working` is arithmetic without words.

    `parts`, if any, add up to `points`.

    What is rounded down stands between ⌊ and ⌋, what is rounded up between ⌈ and ⌉; a page says it in words.
    """

    key: str
    points: int
    working: str
    parts: tuple[LinePart, ...] | None = None


def scoring_heading(key: str) -> str:
    """Return the id of the rules heading that explains a line.

    >>> scoring_heading("end_card")
    'scoring-end-card'
    """
    return "scoring-" + key.replace("_", "-")


def points_each(key: str, points: int, count: int | None) -> Line:
    """Return a line that pays so many points for each counted item; without working if the count is blank.

    >>> points_each("forest", 2, 10).working, points_each("forest", 2, None).working
    ('2 × 10', '')
    """
    return Line(key, 0, "") if count is None else Line(key, points * count, f"{points} × {count}")


def points_for_every(key: str, size: int, count: int | None) -> Line:
    """Return a line that pays a point for every so many counted items, and nothing for the rest; without working if
    the count is blank.

    >>> points_for_every("coins", 3, 12).working, points_for_every("coins", 3, 14)[1:3]
    ('12 ÷ 3', (4, '⌊14 ÷ 3⌋'))
    """
    if count is None:
        return Line(key, 0, "")
    working = f"{count} ÷ {size}"
    return Line(key, count // size, f"⌊{working}⌋" if count % size else working)


class PlayerResult(NamedTuple):
    """One player's column of the score pad. `rank` is standard competition rank (1, 1, 3)."""

    name: str
    lines: tuple[Line, ...]
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """A scored sheet. `winners` and `leaders` are seats from 0; `blank`, `open` and `tie_inputs` are paths of entries.

    `blank` are the numbers that nobody entered, `open` also the choices that nobody made for anybody, such as the
    owners of tiles.

    Only a `final` result has winners: a game that is not over, or a fewest-points game with blanks, has only leaders.
    """

    game: "AnyGame"
    players: tuple[PlayerResult, ...]
    leaders: tuple[int, ...]
    decided_by: str
    blank: tuple[str, ...] = ()
    tie_inputs: tuple[str, ...] = ()
    final: bool = True
    open: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the winners; none until the result is final."""
        return self.leaders if self.final else ()

    def as_json(self, translate: Translate = str) -> dict[str, Any]:
        """Return the result as JSON data; `leaders` and `final` are included only if it is not final."""
        labels = _labels(self.game, translate)
        players = [
            {
                "name": player.name,
                "total": player.total,
                "rank": player.rank,
                "lines": [_line_json(line, labels, translate) for line in player.lines],
            }
            for player in self.players
        ]
        answer = {
            "game": self.game.slug,
            "players": players,
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "blank": list(self.blank),
            "open": list(self.open),
            "asks": list(self.tie_inputs),
        }
        return answer if self.final else answer | {"leaders": list(self.leaders), "final": False}


@lru_cache(maxsize=256)
def _labels(game: "AnyGame", translate: Translate) -> Mapping[str, tuple[str, str]]:
    """Return each line's label and rule; cached, since there is one translator per language."""
    return {key: (translate(label), scoring_heading(key)) for key, label in game.lines.items()}


def _line_json(line: Line, labels: Mapping[str, tuple[str, str]], translate: Translate) -> dict[str, Any]:
    key, points, working, parts = line
    label, rule = labels[key]
    data = {"key": key, "label": label, "points": points, "working": working, "rule": rule}
    return data if parts is None else data | {"parts": [_part_json(part, translate) for part in parts]}


def _part_json(part: LinePart, translate: Translate) -> dict[str, Any]:
    points, working, at, running, what = part
    data: dict[str, Any] = {"points": points, "working": working, "at": list(at)}
    if running is not None:
        data["running"] = running
    return data | {"what": part.say_what(translate)} if what else data


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of options to compare: `options` are sheet entries that replace the sheet's own."""

    key: str
    label: N_
    options: Mapping[str, Any]

    def is_in_use(self, sheet: object) -> bool:
        """Return whether a sheet has this variant's options."""
        return all(getattr(sheet, name) == value for name, value in self.options.items())


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """A board's question besides scores: `answer` maps JSON data as the two schemas describe, or returns `{"faults":
    […]}`.
    """

    answer: Callable[[Mapping[str, Any], Translate], dict[str, Any]]
    question_schema: Mapping[str, Any]
    answer_schema: Mapping[str, Any]


class Answer(NamedTuple):
    """A calculator's answer: one sentence, its reasons, and JSON data."""

    sentence: Message
    reasons: tuple[Message, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculator for one mid-game question, such as what a full province pays, answered with its reasons.

    The dataclass `question` declares its entries, for `least_seats` to `seats` players; `answer` takes a question and
    the players' names and returns an Answer or a list of faults. `rule` is the heading of the rule that it applies;
    `intro` says when it is useful. `data_schema` describes the answer's data.
    """

    title: N_
    intro: N_
    rule: str
    question: type[Any]
    answer: Callable[[Any, Sequence[str]], "Answer | list[Fault]"]
    data_schema: Mapping[str, Any]
    seats: int = 0
    least_seats: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: `sheet` as JSON data, `totals` by seat, and the `source` of the totals."""

    title: N_
    source: str
    sheet: Mapping[str, Any]
    totals: tuple[int, ...]


POINTS = NN_("%(num)s point", "%(num)s points")
"""The unit of a game that declares none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """One game: its names, its sheet, and how it is scored.

    * `slug` is the name of its folder; `bgg` its id at BoardGameGeek, or None.
    * `lines` are the rows of the score pad (key -> label) in the rulebook's order; those of a module are scored only
      where it is in use.
    * `sheet` declares the entries; `faults` finds contradictions beyond the declared bounds; `score` scores.
    * `variants` are the named sets of options, the game's default first; `module_variants` are further ones that a
      sheet's modules add, such as the game without one of them; `examples` are worked examples by key.
    * `unused_lines` are the lines that the sheet's options disable, which score 0.
    * `decisions` explain how first place was decided (`decided_by` -> a sentence with placeholders for the winner's
      name and points); `decision_rules` are the headings of the rules for those that settle no tie.
    * `colours` are the colours of the game's pieces, in the order of the default seats.
    * `ground` is its theme colour, one of `GROUNDS`.
    * `place_name` names the places of line parts; `board_queries` answer a board's questions besides scores;
      `board_data` is the data of the rules for the board's template and script; `drawings` are the inputs of
      `drawing.html` for pictures that are the same for every sheet, by name.
    * `calculators` answer questions in the middle of a game; their names differ from those of board queries.
    * `chance_start` is the set-up heading by which chance picks the starting player, or "".
    * `unit` is what a total counts, with its number.
    * With `fewest_win` the fewest points win; in a `cooperative` game, all win or all lose.
    """

    slug: str
    title: N_
    bgg: int | None
    designer: str
    year: int
    lines: Mapping[str, N_]
    sheet: type[S]
    score: Callable[[S], Result]
    variants: Sequence[Variant]
    examples: Mapping[str, Example]
    faults: Callable[[S], Iterable[Fault]] = lambda _: ()
    module_variants: Callable[[S], Iterable[Variant]] = lambda _: ()
    unused_lines: Callable[[S], Iterable[str]] = lambda _: ()
    decisions: Mapping[str, N_] = field(default_factory=dict)
    decision_rules: Mapping[str, str] = field(default_factory=dict)
    colours: tuple[str, ...] = COLOURS
    ground: str = GROUNDS[0]
    place_name: Callable[[str], Message | None] = lambda _: None
    board_queries: Mapping[str, BoardQuery] = field(default_factory=dict)
    board_data: Callable[[S], Mapping[str, Any]] = lambda _: {}
    drawings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    calculators: Mapping[str, Calculator] = field(default_factory=dict)
    chance_start: str = ""
    unit: NN_ = POINTS
    fewest_win: bool = False
    cooperative: bool = False

    def variants_of(self, sheet: S) -> list[Variant]:
        """Return the variants to compare a sheet under: the named ones, then those of its modules."""
        return [*self.variants, *self.module_variants(sheet)]


AnyGame: TypeAlias = Game[Any]
