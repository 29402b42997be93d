"""What every game is made of: its lines and variants, its faults, and the result of one sheet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

Translate = Callable[[str], str]
S = TypeVar("S")

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "grey")
"""The colours that a player's pieces can have in any game."""
GROUNDS = ("slate", "sea", "dusk", "pine", "plum", "clay", "moss")
"""The inks that a game's cover can be printed in, the one of a game that names none first."""
MOST_SEATS = 12
"""No sheet has more players; letters and colours are enough for so many."""


class N_(str):  # noqa: N801  the name that gettext's tools look for
    """A text to be translated when it is shown: marked where it is written, translated where it is read.

    A `context`, by custom the game's slug, has the same words translated otherwise than elsewhere.

    >>> N_("Round", "skull_king") == "Round"
    True
    """

    __slots__ = ("context",)
    context: str

    def __new__(cls, text: str = "", context: str = "") -> "N_":  # noqa: D102
        marked = super().__new__(cls, text)
        marked.context = context
        return marked


def format_message(text: str, values: Mapping[str, object], translate: Translate = str) -> str:
    """Translate a marked text and fill its `%(name)s` places; marked values are translated too, several joined as the language does.

    >>> format_message(N_("%(label)s must be %(high)s or fewer"), {"label": N_("Lakes"), "high": 3})
    'Lakes must be 3 or fewer'
    >>> format_message(N_("%(names)s share the win"), {"names": ("Ann", "Bo")})
    'Ann, Bo share the win'
    """
    pattern = translate(text) if isinstance(text, N_) else text
    texts = {key: _format_value(value, translate) for key, value in values.items()}
    return pattern % texts if texts else pattern


def _format_value(value: object, translate: Translate) -> object:
    if isinstance(value, tuple):
        return translate(N_(", ")).join(str(_format_value(item, translate)) for item in value)
    return translate(value) if isinstance(value, N_) else value


class DeclarationError(Exception):
    """A game is declared wrongly. The message is one sentence that names the file and what to mend in it."""


class Message(NamedTuple):
    """A marked text and the values for its places."""

    text: N_
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a sheet: `path` is dotted as in the sheet's JSON, `code` one word, `message` a marked text.

    Where no single entry is at fault, `entries` are the paths of those that contradict each other; forms mark them.
    """

    path: str
    code: str
    message: N_
    values: Mapping[str, object] = field(default_factory=dict)
    entries: tuple[str, ...] = ()

    def as_json(self, translate: Translate = str) -> dict[str, str]:
        """The fault as every entrance answers it."""
        return {"path": self.path, "code": self.code, "message": format_message(self.message, self.values, translate)}


class LinePart(NamedTuple):
    """Where some of a line's points come from: `at` holds the ids of the places on the board.

    `running` is what the line has come to after this part, for lines that grow round by round.
    """

    points: int
    working: str
    at: tuple[str, ...]
    running: int | None = None


class Line(NamedTuple):
    """One row of the score pad for one player. `working` is arithmetic without words; `parts`, where there are any, add up to `points`."""

    key: str
    points: int
    working: str
    parts: tuple[LinePart, ...] | None = None


def scoring_heading(key: str) -> str:
    """The heading id of the rules page that explains a line.

    >>> scoring_heading("end_card")
    'scoring-end-card'
    """
    return "scoring-" + key.replace("_", "-")


def points_each(key: str, points: int, count: int | None) -> Line:
    """A line that pays so many points for each thing counted; without working where nothing was entered.

    >>> points_each("forest", 2, 10).working, points_each("forest", 2, None).working
    ('2 × 10', '')
    """
    return Line(key, 0, "") if count is None else Line(key, points * count, f"{points} × {count}")


class PlayerResult(NamedTuple):
    """One player's column of the score pad. `rank` is standard competition rank (1, 1, 3)."""

    name: str
    lines: tuple[Line, ...]
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """A scored sheet. `winners` and `leaders` are seats from 0; `blank` and `tie_inputs` are paths of entries.

    There are winners only where the result is `final`: a game that is not over, or a fewest-points game with blanks, has leaders.
    """

    game: "AnyGame"
    players: tuple[PlayerResult, ...]
    leaders: tuple[int, ...]
    decided_by: str
    blank: tuple[str, ...] = ()
    tie_inputs: tuple[str, ...] = ()
    final: bool = True

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none as long as the result is not final."""
        return self.leaders if self.final else ()

    def as_json(self, translate: Translate = str) -> dict[str, Any]:
        """The result in the shape that every entrance answers with. `leaders` and `final` stand in it only if it is not final."""
        labels = _labels(self.game, translate)
        players = [
            {"name": player.name, "total": player.total, "rank": player.rank, "lines": [_line_json(line, labels) for line in player.lines]}
            for player in self.players
        ]
        answer = {
            "game": self.game.slug,
            "players": players,
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "blank": list(self.blank),
            "asks": list(self.tie_inputs),
        }
        return answer if self.final else answer | {"leaders": list(self.leaders), "final": False}


@lru_cache(maxsize=256)
def _labels(game: "AnyGame", translate: Translate) -> Mapping[str, tuple[str, str]]:
    """Label and rule of each line. Languages are few, and each has one translator, so that this is found again."""
    return {key: (translate(label), scoring_heading(key)) for key, label in game.lines.items()}


def _line_json(line: Line, labels: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    key, points, working, parts = line
    label, rule = labels[key]
    if parts is None:
        return {"key": key, "label": label, "points": points, "working": working, "rule": rule}
    return {"key": key, "label": label, "points": points, "working": working, "rule": rule, "parts": [_part_json(part) for part in parts]}


def _part_json(part: LinePart) -> dict[str, Any]:
    points, working, at, running = part
    if running is None:
        return {"points": points, "working": working, "at": list(at)}
    return {"points": points, "working": working, "at": list(at), "running": running}


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of options to compare: `options` are sheet entries that replace the sheet's own."""

    key: str
    label: N_
    options: Mapping[str, Any]

    def is_in_use(self, sheet: object) -> bool:
        """Whether a sheet is under it, as its own options are."""
        return all(getattr(sheet, name) == value for name, value in self.options.items())


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """What a board asks the game beside scores: `answer` takes and gives JSON data as the two schemas say, or gives `{"faults": […]}`."""

    answer: Callable[[Mapping[str, Any], Translate], dict[str, Any]]
    question_schema: Mapping[str, Any]
    answer_schema: Mapping[str, Any]


class Answer(NamedTuple):
    """What a helper answers: one sentence, how it comes about, and the same as JSON data."""

    sentence: Message
    reasons: tuple[Message, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Helper:
    """A small question of the middle of a game, such as what a full province pays, which is answered with its reasons.

    The dataclass `question` declares its entries, of at most `seats` players and no fewer than `least_seats`; `answer` takes one, and what
    to call these players, and gives an Answer, or what is wrong with it. `rule` is the heading of the rule that the helper applies; `lede`
    says when it is of use. `data_schema` describes the answer's data.
    """

    title: N_
    lede: N_
    rule: str
    question: type[Any]
    answer: Callable[[Any, Sequence[str]], "Answer | list[Fault]"]
    data_schema: Mapping[str, Any]
    seats: int = 0
    least_seats: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: `sheet` in JSON's shape, `totals` by seat, and the `source` that says so."""

    title: N_
    source: str
    sheet: Mapping[str, Any]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """One game: what it is called, what lies on its table, and how that is scored.

    * `slug` is the name of its folder; `bgg` the number of its page at BoardGameGeek, None where it was not found.
    * `lines` are the rows of the score pad (key -> label) in the rulebook's order.
    * `sheet` declares the entries; `faults` finds what cannot lie on one table beyond the bounds declared there; `score` scores.
    * `variants` are the named sets of options, the game's default first; `examples` are worked examples by key.
    * `unused_lines` are those that the sheet's options leave out, though they stand on the score pad with no points; `tie_rule` is the
      heading of the rules about ties under the sheet's options.
    * `decisions` says how first place was decided (`decided_by` -> a sentence with places for the winner's name and points).
    * `colours` are those of the game's own pieces, in the order in which seats take them.
    * `ground` is the ink of its cover, one of `GROUNDS`.
    * `place_name` gives the words for a place that a line part names; `board_queries` are what a board asks beside scores;
      `board_data` is what the board's template and script have to know of the rules; `drawings` are what `drawing.html` draws of a board
      that is the same for every sheet, by name.
    * `helpers` answer small questions of the middle of a game; none is called like a board query.
    * `chance_start` is the heading of the set-up under which the rules let chance pick the starting player, "" where they do not.
    * `fewest_win` turns the ranking round; where a game is `cooperative`, all win or all lose.
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
    unused_lines: Callable[[S], Iterable[str]] = lambda _: ()
    tie_rule: Callable[[S], str] = lambda _: "ties"
    decisions: Mapping[str, N_] = field(default_factory=dict)
    colours: tuple[str, ...] = COLOURS
    ground: str = GROUNDS[0]
    place_name: Callable[[str], Message | None] = lambda _: None
    board_queries: Mapping[str, BoardQuery] = field(default_factory=dict)
    board_data: Callable[[S], Mapping[str, Any]] = lambda _: {}
    drawings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    helpers: Mapping[str, Helper] = field(default_factory=dict)
    chance_start: str = ""
    fewest_win: bool = False
    cooperative: bool = False


AnyGame: TypeAlias = Game[Any]
