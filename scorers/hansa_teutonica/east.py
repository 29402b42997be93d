"""The Eastern board of Hansa Teutonica: cities with their offices, and routes. It has one side.

Source: a published implementation of the game, checked in part against a scan of the board and a second implementation;
where these differ, the scan sides with the first.
"""

from typing import Any

from scorers.game import N_
from scorers.hansa_teutonica.map import City, Route, read_offices

EAST = "east"


def _city(
    name: N_,
    chinese: str,
    at: tuple[int, int],
    offices: str,
    *,
    mark: str = "",
    second_mark: str = "",
    aliases: tuple[str, ...] = (),
) -> City:
    return City(name, chinese, *at, {EAST: read_offices(offices)}, mark, aliases, second_mark)


def _route(one: str, other: str, spaces: int, **features: Any) -> Route:
    return Route(one, other, spaces, sides=(EAST,), **features)


CITIES = {
    "allenstein": _city(N_("Allenstein"), "阿倫施泰因", (960, 456), "□W □P", aliases=("Olsztyn",)),
    "anklam": _city(N_("Anklam"), "安克拉姆", (449, 180), "□W □P"),
    "belgard": _city(N_("Belgard"), "貝爾加德", (594, 224), "", aliases=("Bialogard",)),
    "berlin_colln": _city(N_("Berlin-Cölln"), "柏林科恩", (540, 518), "□O", aliases=("Berlin-Colln",)),
    "brandenburg": _city(N_("Brandenburg"), "布蘭登堡", (321, 558), "○W □P"),
    "braunsberg": _city(N_("Braunsberg"), "布勞恩斯貝格", (1002, 301), "□W ○O", aliases=("Braniewo",)),
    "breslau": _city(N_("Breslau"), "布雷斯勞", (747, 640), "□W ○O □B", mark="book", aliases=("Wroclaw", "Wrocław")),
    "danzig": _city(N_("Danzig"), "但澤", (805, 240), "□W □O □P □B", mark="east_west", aliases=("Gdansk", "Gdańsk")),
    "dresden": _city(N_("Dresden"), "德勒斯登", (634, 739), "", mark="keys"),
    "elbing": _city(N_("Elbing"), "埃爾賓", (857, 344), "□O □B", aliases=("Elblag", "Elbląg")),
    "frankfurt": _city(N_("Frankfurt"), "法蘭克福", (775, 484), "□W □O □P"),
    "halle": _city(N_("Halle"), "哈勒", (348, 721), "□W ○O"),
    "havelberg": _city(N_("Havelberg"), "哈弗爾貝格", (124, 368), "□W+1 ○W □P □B"),
    "konigsberg": _city(
        N_("Königsberg"),
        "柯尼斯堡",
        (1016, 217),
        "□O □B",
        mark="special_points",
        aliases=("Konigsberg", "Koenigsberg", "Kaliningrad", "加里寧格勒"),
    ),
    "krakau": _city(N_("Krakau"), "克拉科夫", (999, 746), "□W □P □B", aliases=("Krakow", "Kraków", "Cracow", "克拉考")),
    "kulm": _city(N_("Kulm"), "庫爾姆", (719, 383), "□W □P", aliases=("Chelmno", "Culm")),
    "lubeck": _city(N_("Lübeck"), "呂貝克", (100, 81), "□W □O □B", mark="east_west", aliases=("Lubeck",)),
    "magdeburg": _city(N_("Magdeburg"), "馬格德堡", (103, 679), "□W+1 □O", mark="privilege"),
    "malmo": _city(N_("Malmö"), "馬爾默", (611, 82), "○W □O ○P", aliases=("Malmo", "Malmoe", "馬爾摩")),
    "perleberg": _city(N_("Perleberg"), "佩爾勒貝格", (117, 239), "□O"),
    "stettin": _city(N_("Stettin"), "斯德丁", (521, 374), "□O □B", aliases=("Szczecin", "什切青")),
    "stralsund": _city(N_("Stralsund"), "施特拉爾松德", (415, 75), "□O ○O"),
    "tangermunde": _city(N_("Tangermünde"), "坦格爾明德", (148, 514), "□O", aliases=("Tangermunde",)),
    "thorn": _city(N_("Thorn"), "托倫", (926, 585), "□W+1 □O □B", aliases=("Torun", "Toruń")),
    "visby": _city(N_("Visby"), "維斯比", (860, 58), "○O"),
    "waren": _city(N_("Waren"), "瓦倫", (339, 331), "", mark="bag", second_mark="actions"),
    "wismar": _city(N_("Wismar"), "維斯馬", (261, 119), "□O ○P"),
    "wittenberg": _city(N_("Wittenberg"), "威登堡", (494, 606), "□P", aliases=("維滕貝格",)),
}
"""Belgard, Dresden and Waren have no printed offices: they fill by annexes and permanent offices alone."""

ROUTES = (
    _route("allenstein", "braunsberg", 3, tavern=True),
    _route("allenstein", "thorn", 3),
    _route("anklam", "belgard", 3),
    _route("anklam", "stettin", 3),
    _route("belgard", "danzig", 4),
    _route("belgard", "kulm", 3),
    _route("berlin_colln", "brandenburg", 3),
    _route("brandenburg", "halle", 3),
    _route("brandenburg", "stettin", 3),
    _route("brandenburg", "tangermunde", 2, tavern=True),
    _route("braunsberg", "danzig", 4),
    _route("braunsberg", "elbing", 3),
    _route("breslau", "frankfurt", 3),
    _route("breslau", "krakau", 3),
    _route("danzig", "konigsberg", 4),
    _route("danzig", "malmo", 4, sea=1, permanent=True),
    _route("dresden", "halle", 4),
    _route("dresden", "krakau", 4),
    _route("elbing", "kulm", 2),
    _route("frankfurt", "stettin", 2),
    _route("halle", "magdeburg", 3),
    _route("halle", "wittenberg", 2),
    _route("havelberg", "perleberg", 2),
    _route("havelberg", "waren", 3),
    _route("krakau", "thorn", 3),
    _route("kulm", "stettin", 3, tavern=True),
    _route("lubeck", "wismar", 3),
    _route("malmo", "stralsund", 3, sea=2, permanent=True),
    _route("malmo", "visby", 3, sea=1, permanent=True),
    _route("stettin", "waren", 4),
    _route("stralsund", "wismar", 3, sea=2, permanent=True),
    _route("waren", "wismar", 3),
)
