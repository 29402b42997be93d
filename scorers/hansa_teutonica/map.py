"""The standard board of Hansa Teutonica: cities with their offices, and routes, on both sides.

Source: scans of both sides of the base board, read office by office and space by space, and checked against two
published implementations of the game. The sides have the same cities; the smaller one has a few offices and two routes
fewer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorers.game import N_

SMALL, LARGE = "2-3", "4-5"
"""The sides of the board, named by their numbers of players."""
INKS = {"W": "white", "O": "orange", "P": "pink", "B": "black"}
"""Letter of an office below -> the privilege colour it requires, in the order of the desk."""
PIECES = {"□": "trader", "○": "merchant"}
"""Shape of an office below -> the piece that fits there."""
WIDTH, HEIGHT = 1000, 700
"""The coordinate space of the cities' positions."""


@dataclass(frozen=True, slots=True)
class Office:
    """A printed office: the piece that fits, the privilege colour it requires, and the points of its coin, 0 without
    one.
    """

    piece: str
    ink: str
    coin: int


@dataclass(frozen=True, slots=True)
class City:
    """A city: `offices` by the map that shows it.

    `mark` is the ability developed here (as on the sheet), `east_west` for a red city, or `special_points`; a few
    cities have a `second_mark`. `countries` are those it belongs to on each map, if the board has countries.

    `x` and `y` are the middle of the row of offices on a drawn map: roughly geographic, but spread out so that offices
    34 wide, an annex to their left and the name above fit everywhere.
    """

    name: N_
    chinese: str
    x: int
    y: int
    offices: Mapping[str, tuple[Office, ...]]
    mark: str
    aliases: tuple[str, ...]
    second_mark: str = ""
    countries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A printed route between two cities, with its spaces; `sides` are those of the board that show it.

    `sea` of the spaces take merchants only. A `permanent` bonus marker is printed on some routes. `country` is where
    the route runs, if the board has countries.
    """

    one: str
    other: str
    spaces: int
    tavern: bool = False
    sides: tuple[str, ...] = (SMALL, LARGE)
    sea: int = 0
    permanent: bool = False
    country: str = ""


def read_offices(symbols: str) -> tuple[Office, ...]:
    """Read a row of offices, left to right: shape, colour and coin of each, such as "□W+1 ○O"."""
    return tuple(Office(PIECES[word[0]], INKS[word[1]], int(word[3:] or 0)) for word in symbols.split())


def _city(
    name: N_,
    chinese: str,
    at: tuple[int, int],
    large: str,
    *,
    small: str = "",
    mark: str = "",
    aliases: tuple[str, ...] = (),
) -> City:
    """Build a city from its offices, left to right, on the large side and, if different, on the small one."""
    return City(name, chinese, *at, {SMALL: read_offices(small or large), LARGE: read_offices(large)}, mark, aliases)


CITIES = {
    "arnheim": _city(N_("Arnheim"), "阿納姆", (106, 405), "□W ○W □O □P", mark="east_west", aliases=("Arnhem",)),
    "bremen": _city(N_("Bremen"), "不來梅", (420, 195), "○W □P", small="□P"),
    "brunswiek": _city(
        N_("Brunswiek"), "布倫瑞克", (710, 334), "□O", aliases=("Brunswick", "Braunschweig", "Bruinswiek")
    ),
    "coellen": _city(
        N_("Coellen"), "科隆", (185, 655), "□W+1 □P", mark="special_points", aliases=("Cöllen", "Cologne", "Köln")
    ),
    "dortmund": _city(N_("Dortmund"), "多特蒙德", (260, 525), "○W □O □P", small="○W □O"),
    "duisburg": _city(N_("Duisburg"), "杜伊斯堡", (85, 545), "□W"),
    "emden": _city(N_("Emden"), "埃姆登", (255, 70), "○W □P"),
    "goslar": _city(N_("Goslar"), "戈斯拉爾", (752, 446), "□W □B", small="□W"),
    "gottingen": _city(
        N_("Göttingen"), "哥廷根", (600, 607), "□W ○W □P", small="□W □O", mark="actions", aliases=("Gottingen",)
    ),
    "groningen": _city(N_("Groningen"), "格羅寧根", (95, 95), "□W+1 ○O", mark="book", aliases=("Gröningen",)),
    "halle": _city(N_("Halle"), "哈勒", (945, 660), "□W+1 □O", mark="keys"),
    "hamburg": _city(N_("Hamburg"), "漢堡", (620, 85), "□W □O □B"),
    "hannover": _city(N_("Hannover"), "漢諾威", (572, 268), "□W □P"),
    "hildesheim": _city(N_("Hildesheim"), "希爾德斯海姆", (568, 408), "□W □B"),
    "kampen": _city(N_("Kampen"), "坎彭", (90, 250), "○O □B", small="□O □B"),
    "lubeck": _city(N_("Lübeck"), "呂貝克", (815, 55), "□W+1 □P", mark="bag", aliases=("Lubeck",)),
    "luneburg": _city(N_("Lüneburg"), "呂訥堡", (734, 215), "○O □B", small="○W", aliases=("Luneburg",)),
    "magdeburg": _city(N_("Magdeburg"), "馬格德堡", (915, 440), "○W □O"),
    "minden": _city(N_("Minden"), "明登", (425, 330), "□W □O □P □B"),
    "munster": _city(N_("Münster"), "明斯特", (285, 405), "○W □O", aliases=("Münste", "Munster")),
    "osnabruck": _city(N_("Osnabrück"), "奧斯納布魯克", (240, 285), "□W □O □B", aliases=("Osnabruck",)),
    "paderborn": _city(N_("Paderborn"), "帕德博恩", (430, 475), "□W ○B"),
    "perleberg": _city(N_("Perleberg"), "佩爾勒貝格", (910, 175), "□W □P ○B"),
    "quedlinburg": _city(N_("Quedlinburg"), "奎德林堡", (792, 580), "○O ○P"),
    "stade": _city(N_("Stade"), "施塔德", (455, 65), "○W", small="○W+1", mark="privilege"),
    "stendal": _city(N_("Stendal"), "施滕達爾", (905, 305), "□W ○W □O □P", mark="east_west", aliases=("Standal",)),
    "warburg": _city(N_("Warburg"), "瓦爾堡", (425, 620), "□O □P", small="□O+1 □P"),
}

ROUTES = (
    Route("arnheim", "duisburg", 3),
    Route("arnheim", "kampen", 3),
    Route("arnheim", "munster", 3),
    Route("bremen", "hamburg", 4),
    Route("bremen", "hannover", 3),
    Route("bremen", "minden", 3),
    Route("bremen", "osnabruck", 3, tavern=True),
    Route("brunswiek", "minden", 4),
    Route("brunswiek", "stendal", 4),
    Route("coellen", "warburg", 4),
    Route("dortmund", "duisburg", 2),
    Route("dortmund", "paderborn", 3),
    Route("emden", "groningen", 3),
    Route("emden", "osnabruck", 4),
    Route("emden", "stade", 3, sides=(LARGE,)),
    Route("goslar", "hildesheim", 3, tavern=True),
    Route("goslar", "magdeburg", 2),
    Route("goslar", "quedlinburg", 4),
    Route("gottingen", "quedlinburg", 3),
    Route("gottingen", "warburg", 3, sides=(LARGE,)),
    Route("halle", "quedlinburg", 4),
    Route("hamburg", "lubeck", 3),
    Route("hamburg", "luneburg", 4),
    Route("hamburg", "stade", 3),
    Route("hannover", "luneburg", 3),
    Route("hannover", "minden", 3),
    Route("hildesheim", "paderborn", 3),
    Route("kampen", "osnabruck", 2),
    Route("luneburg", "perleberg", 3, tavern=True),
    Route("magdeburg", "stendal", 3),
    Route("minden", "munster", 3),
    Route("minden", "paderborn", 3),
    Route("paderborn", "warburg", 3),
    Route("perleberg", "stendal", 3),
)
