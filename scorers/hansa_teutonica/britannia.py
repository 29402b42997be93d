"""The Britannia board of Hansa Teutonica: cities with their offices and countries, and routes, on both sides.

Source: two published implementations of the game, which agree in every office and every route on land; the four sea
routes rest on one of them.
"""

from typing import Any

from scorers.game import N_
from scorers.hansa_teutonica.map import City, Route, read_offices

BRITANNIA_SMALL, BRITANNIA_LARGE = "britannia-2-3", "britannia-4-5"
"""The sides of the board, named by their numbers of players."""
ENGLAND = "england"


def _city(
    name: N_,
    chinese: str,
    at: tuple[int, int],
    large: str,
    *,
    small: str | None = "",
    country: str = ENGLAND,
    small_country: str = "",
    mark: str = "",
    second_mark: str = "",
    aliases: tuple[str, ...] = (),
) -> City:
    """Build a city from its offices and countries on the large side and, if different, on the small one.

    `small` is None if not there.
    """
    offices, countries = {BRITANNIA_LARGE: read_offices(large)}, {BRITANNIA_LARGE: tuple(country.split())}
    if small is not None:
        offices[BRITANNIA_SMALL] = read_offices(small or large)
        countries[BRITANNIA_SMALL] = tuple((small_country or country).split())
    return City(name, chinese, *at, offices, mark, aliases, second_mark, countries)


def _route(
    one: str,
    other: str,
    spaces: int,
    *,
    country: str = ENGLAND,
    sides: tuple[str, ...] = (BRITANNIA_SMALL, BRITANNIA_LARGE),
    **features: Any,
) -> Route:
    return Route(one, other, spaces, sides=sides, country=country, **features)


CITIES = {
    "bristol": _city(N_("Bristol"), "布里斯托", (153, 919), "□O+2"),
    "calais": _city(N_("Calais"), "加萊", (702, 1172), "□W ○O □P", aliases=("加來",)),
    "cambridge": _city(N_("Cambridge"), "劍橋", (549, 747), "○W □B"),
    "canterbury": _city(N_("Canterbury"), "坎特伯里", (579, 1057), "□W ○P", aliases=("坎特柏立",)),
    "cardiff": _city(
        N_("Cardiff"), "卡地夫", (144, 816), "□W □O □P ○P ○B", small="□W □O □P ○P", country="wales", aliases=("加的夫",)
    ),
    "carlisle": _city(
        N_("Carlisle"),
        "卡萊爾",
        (300, 259),
        "□W □O □P □B ○B",
        small="□W □O □B",
        country="scotland",
        small_country="england",
    ),
    "chester": _city(N_("Chester"), "切斯特", (254, 470), "□W ○O □B", country="wales", mark="actions"),
    "conway": _city(N_("Conway"), "康威", (92, 511), "□W □O", country="wales", aliases=("Conwy",)),
    "coventry": _city(N_("Coventry"), "科芬特里", (384, 794), "□W □P"),
    "dunbar": _city(N_("Dunbar"), "鄧巴", (417, 59), "□B", small=None, country="scotland"),
    "durham": _city(N_("Durham"), "杜倫", (639, 254), "□O", aliases=("達拉謨",)),
    "edinburgh": _city(N_("Edinburgh"), "愛丁堡", (258, 59), "□W ○P", small=None, country="scotland"),
    "falkirk": _city(N_("Falkirk"), "福爾柯克", (230, 143), "□W □P □B", small=None, country="scotland"),
    "glasgow": _city(N_("Glasgow"), "格拉斯哥", (83, 72), "□O", small=None, country="scotland"),
    "hereford": _city(N_("Hereford"), "赫里福德", (418, 616), "□W □P □B"),
    "ipswich": _city(N_("Ipswich"), "伊普斯威奇", (673, 840), "□O+2"),
    "isle_of_man": _city(
        N_("Isle of Man"),
        "曼島",
        (99, 358),
        "○W ○P",
        small="□W □P",
        country="scotland wales",
        small_country="england wales",
        aliases=("Man", "人島"),
    ),
    "lancaster": _city(N_("Lancaster"), "蘭卡斯特", (415, 489), "□P"),
    "london": _city(
        N_("London"), "倫敦", (579, 927), "□W □O □O □P □P ○P □B ○B", small="□W □O □P ○P □B ○B", mark="privilege"
    ),
    "montgomery": _city(N_("Montgomery"), "蒙哥馬利", (291, 706), "□O □P", country="wales"),
    "newcastle": _city(
        N_("Newcastle"),
        "紐卡索",
        (548, 155),
        "□W □O ○P",
        country="scotland",
        small_country="england",
        mark="bag",
        aliases=("Newcastle upon Tyne", "新堡", "紐卡斯爾"),
    ),
    "norwich": _city(N_("Norwich"), "諾里奇", (680, 644), "□W □P", mark="book"),
    "nottingham": _city(N_("Nottingham"), "諾丁漢", (556, 531), "□O □P"),
    "oxford": _city(N_("Oxford"), "牛津", (307, 905), "○W □O", mark="east_west"),
    "pembroke": _city(N_("Pembroke"), "彭布羅克", (98, 664), "□W □O ○B", country="wales"),
    "plymouth": _city(N_("Plymouth"), "普利茅斯", (114, 1061), "□W ○O+2", mark="special_points"),
    "richmond": _city(N_("Richmond"), "里奇蒙", (478, 326), "□W"),
    "salisbury": _city(N_("Salisbury"), "索爾茲伯里", (346, 1050), "□O □P"),
    "southampton": _city(N_("Southampton"), "南安普敦", (382, 1181), "□W □O □B"),
    "york": _city(N_("York"), "約克", (605, 407), "□W ○O", mark="keys", second_mark="east_west"),
}

ROUTES = (
    _route("bristol", "salisbury", 4),
    _route("calais", "canterbury", 3, sea=1, permanent=True),
    _route("calais", "southampton", 3, sea=2, permanent=True),
    _route("cambridge", "coventry", 3),
    _route("cambridge", "ipswich", 4),
    _route("cambridge", "london", 3),
    _route("cambridge", "norwich", 3),
    _route("canterbury", "london", 3),
    _route("cardiff", "coventry", 3),
    _route("cardiff", "montgomery", 3, country="wales"),
    _route("cardiff", "oxford", 4),
    _route("cardiff", "pembroke", 3, country="wales"),
    _route("carlisle", "chester", 3, sea=2, sides=(BRITANNIA_LARGE,)),
    _route("carlisle", "durham", 4),
    _route("carlisle", "falkirk", 2, country="scotland", sides=(BRITANNIA_LARGE,)),
    _route("carlisle", "isle_of_man", 3, sea=2, permanent=True, sides=(BRITANNIA_SMALL,)),
    _route("carlisle", "isle_of_man", 3, sea=2, country="scotland", sides=(BRITANNIA_LARGE,)),
    _route("carlisle", "newcastle", 4, sides=(BRITANNIA_SMALL,)),
    _route("carlisle", "richmond", 3),
    _route("chester", "conway", 3, country="wales"),
    _route("chester", "hereford", 4),
    _route("conway", "isle_of_man", 3, sea=2, country="wales"),
    _route("conway", "montgomery", 3, country="wales"),
    _route("coventry", "hereford", 3),
    _route("coventry", "nottingham", 3, tavern=True),
    _route("dunbar", "edinburgh", 2, country="scotland", sides=(BRITANNIA_LARGE,)),
    _route("dunbar", "newcastle", 3, country="scotland", sides=(BRITANNIA_LARGE,)),
    _route("durham", "lancaster", 3),
    _route("durham", "newcastle", 3),
    _route("durham", "york", 3),
    _route("edinburgh", "glasgow", 2, country="scotland", sides=(BRITANNIA_LARGE,)),
    _route("falkirk", "glasgow", 2, country="scotland", sides=(BRITANNIA_LARGE,)),
    _route("hereford", "lancaster", 2),
    _route("hereford", "montgomery", 3, country="wales"),
    _route("lancaster", "richmond", 2, tavern=True),
    _route("london", "oxford", 4),
    _route("montgomery", "pembroke", 3, country="wales"),
    _route("norwich", "nottingham", 3),
    _route("nottingham", "york", 3),
    _route("oxford", "salisbury", 4),
    _route("plymouth", "salisbury", 4),
    _route("salisbury", "southampton", 2, tavern=True),
)
