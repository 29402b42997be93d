"""The pages of shared sheets without scripts: every action is a plain form, in both languages."""

import re
import time
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from plain_table import fields_of, get, open_table, sit, submit
from proofreader import Page, Proofreader, totals, words
from table import Clock
from werkzeug.datastructures import MultiDict

from app import create_app
from scorers.registry import game
from web.sheet.links import unpack
from web.sync.limits import MAX_WRONG_GUESSES
from web.together.column import column_pairs, seat_pairs

GAMES = {"hansa_teutonica": "prestige", "honshu": "forest", "trajan": "points", "qin": "left", "chang_cheng": "track"}
"""Slug -> an entry of each player."""


@pytest.fixture(scope="module")
def table_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application with SQLite, whose clock stands still."""
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})
    app.extensions["documents"]._clock = Clock(time.time())
    return app


@pytest.fixture
def ann(table_app: Flask) -> Proofreader:
    """Ann's phone."""
    return Proofreader(table_app, Page)


@pytest.fixture
def bo(table_app: Flask) -> Proofreader:
    """Bo's phone."""
    return Proofreader(table_app, Page)


@pytest.mark.short(lang="zh-Hant", slug="hansa_teutonica")
@pytest.mark.parametrize("slug", GAMES)
def test_forms_lead_from_the_code_to_the_result(ann: Proofreader, bo: Proofreader, lang: str, slug: str) -> None:
    """Blank entries are confirmed once."""
    address = open_table(ann, slug=slug, lang=lang)
    page = sit(bo, address, 1)
    assert page.status_code == 200
    page = submit(bo, page, ("to", "ask"), **{f"p1_{GAMES[slug]}": "3"})
    page = submit(bo, page, ("to", "ready")) if page.request.args.get("ask") == "ready" else page
    assert page.all("section", class_="face-down")[0].get("hidden") is None
    page = submit(bo, page, ("to", "reveal"))
    assert page.request.path == f"/{lang}/{slug}/score"
    # 19 pagodas less 3; each forest square scores 2; else the number itself.
    assert totals(page)[1] == {"qin": 16, "honshu": 6}.get(slug, 3)


def test_unknown_seat_is_refused(ann: Proofreader) -> None:
    address = open_table(ann)
    data = fields_of(sit(ann, address, 0).one("form", id="sheet"))
    for to in ("ask", "ready", "change"):
        assert ann.post(address, data={**data, "whose": "99", "to": to}).status_code == 400


def test_shared_sheet_has_the_entries_of_the_form(ann: Proofreader, bo: Proofreader) -> None:
    address = open_table(ann, "n=3&edition=big_box&0.name=Ann&0.prestige=20&coellen.7=2&offices.bremen=01")
    data = fields_of(sit(bo, address, 1).one("form", id="sheet"))
    typed = {"edition": "big_box", "0.name": "Ann", "0.prestige": "20", "coellen.7": "2", "offices.bremen": "AB"}
    assert {name: data[name] for name in typed} == typed


def test_shared_sheet_lacks_what_no_field_can_be(ann: Proofreader) -> None:
    """Of a form that was filled wrongly, or is not ours."""
    address = open_table(ann, query="n=2&0.prestige=many&1.prestige=7&0.name=" + "x" * 5000)
    values = ann.get(f"/api/v1/shared/{address.rpartition('/')[2]}/sheet").json
    assert [player.get("prestige") for player in values["players"]] == [None, 7]


def test_form_sends_only_what_its_reader_changed(ann: Proofreader, bo: Proofreader) -> None:
    """A form that is older than another phone's entry does not overwrite it."""
    old = sit(bo, address := open_table(ann), 1)
    submit(ann, sit(ann, address, 0), p0_prestige="20")
    page = submit(bo, old, p1_prestige="9")
    data = fields_of(page.one("form", id="sheet"))
    assert (data["0.prestige"], data["1.prestige"]) == ("20", "9")


def test_unticked_box_is_cleared(ann: Proofreader) -> None:
    """Although a browser sends nothing for an unticked box."""
    address = open_table(ann, "n=2&0.actions=5")
    page = sit(ann, address, 0)
    data = fields_of(page.one("form", id="sheet"))
    assert data.poplist("0.actions") == ["5"]
    ann.post(address, data=data)
    assert "0.actions" not in fields_of(get(ann, address).one("form", id="sheet"))


def test_seat_belongs_to_the_first_phone_that_takes_it(ann: Proofreader, bo: Proofreader) -> None:
    address = open_table(ann)
    page = get(bo, f"{address}/seats")
    sit(ann, address, 1)
    late = submit(bo, page, ("seat", "1"))
    assert late.texts("p", class_="error") == ["Bo's seat was taken a moment ago."]
    assert [summary for summary in late.texts("summary") if "Bo" in summary] == ["B Bo taken"]


def test_columns_lead_to_rules_calculators_and_search(ann: Proofreader, lang: str) -> None:
    """A column of a shared sheet, and one of a sheet that goes round the table."""
    shared = sit(ann, open_table(ann), 0).request.path.removeprefix("/en/")
    for path in (shared, "hansa_teutonica/column/1?n=2"):
        page = get(ann, f"/{lang}/{path}")
        for tab in ("rules", "help"):
            assert page.one("a", href=f"/{lang}/hansa_teutonica/{tab}") is not None
        assert page.one("form", class_="search").get("action") == f"/{lang}/search"
        assert any("search/search" in script.get("src", "") for script in page.all("script"))


def test_whoever_sits_down_is_asked_for_a_name(ann: Proofreader, bo: Proofreader) -> None:
    """A seat that is named already keeps its name unless another is typed."""
    address = open_table(ann)
    page = submit(bo, get(bo, f"{address}/seats"), ("seat", "2"), name=" Cle\u00ado ")
    assert page.heading == "Cleo's column"
    assert get(bo, f"{address}/seats").all("input", name="name") == []  # one who sits has a name
    assert sit(ann, address, 1).heading == "Bo's column"


def test_invitation_has_the_link_to_send(ann: Proofreader) -> None:
    address = open_table(ann)
    page = get(ann, f"{address}/open")
    link = next(button.get("data-link") for button in page.all("button") if button.get("data-link"))
    assert urlsplit(link or "").path == address


def test_result_of_a_table_has_the_same_id_on_every_phone(ann: Proofreader, bo: Proofreader) -> None:
    address = open_table(ann, slug="qin")
    submit(ann, sit(ann, address, 0), ("to", "reveal"), p0_left="3")
    anchors = [phone.get(f"{address}?now=1").headers["Location"].partition("#")[2] for phone in (ann, bo)]
    assert anchors[0] == anchors[1]
    assert re.fullmatch(r"sheet-[0-9a-f]{24}", anchors[0])


def test_seat_of_a_lost_phone_is_taken_back(ann: Proofreader, bo: Proofreader) -> None:
    """A phone that was shown that the seat is taken may take it over."""
    address = open_table(ann)
    sit(ann, address, 1)
    assert sit(bo, address, 1).heading == "Bo's column"


def test_one_more_seat_is_added(ann: Proofreader, bo: Proofreader) -> None:
    address = open_table(ann)
    page = sit(bo, address, 3)
    assert page.heading == "D's column"
    assert fields_of(page.one("form", id="sheet"))["n"] == "4"


def test_seat_is_added_where_the_code_is_shown(ann: Proofreader) -> None:
    """The page with the code stays."""
    address = open_table(ann)
    page = submit(ann, get(ann, f"{address}/open"), ("to", "open"))
    assert page.request.path == f"{address}/open"
    assert [mat.get("data-mat") for mat in page.all("li", class_="seat-3")] == ["3"]


def test_full_sheet_offers_to_watch(ann: Proofreader, table_app: Flask) -> None:
    address = open_table(ann, "n=2", slug="honshu")
    for seat in range(5):
        sit(Proofreader(table_app, Page), address, seat)
    page = get(ann, f"{address}/seats")
    assert page.heading == "Every seat is taken"
    assert submit(ann, page, ("seat", "")).heading == "Everyone"


def test_phone_comes_back_to_its_own_seat(ann: Proofreader) -> None:
    address = open_table(ann)
    sit(ann, address, 2)
    assert get(ann, address).heading == "Cleo's column"


def test_code_leads_to_the_seats(ann: Proofreader, bo: Proofreader, lang: str) -> None:
    digits = get(ann, open_table(ann, lang=lang) + "/open").texts("p", class_="digits")[0]
    assert re.fullmatch(r"\d{4} \d{4}", digits)
    page = submit(bo, get(bo, f"/{lang}/together"), code=digits)
    assert page.request.path.endswith("/seats")


def test_code_ends_with_the_reveal(ann: Proofreader, bo: Proofreader) -> None:
    address = open_table(ann)
    digits = get(ann, f"{address}/open").texts("p", class_="digits")[0]
    submit(ann, sit(ann, address, 0), ("to", "reveal"))
    assert submit(bo, get(bo, "/en/together"), code=digits).status_code == 422


def test_first_page_takes_the_code(ann: Proofreader, bo: Proofreader, client: Proofreader, lang: str) -> None:
    """A wrong one leads to the page for codes. Without a database, there is no form for it."""
    address = open_table(ann, lang=lang)
    digits = get(ann, f"{address}/open").texts("p", class_="digits")[0]
    form = get(bo, f"/{lang}/").one("form", class_="join")
    assert get(bo, f"{form.get('action')}?code={digits}").request.path == f"{address}/seats"
    page = get(bo, f"{form.get('action')}?code=00000000")
    assert page.status_code == 422
    assert submit(bo, page, code=digits).request.path == f"{address}/seats"
    assert get(client, f"/{lang}/").all("form", class_="join") == []


def test_short_address_leads_to_the_code_in_the_readers_language(ann: Proofreader) -> None:
    for header, lang in (("en", "en"), ("zh-TW", "zh-Hant")):
        answer = ann.get("/t", headers={"Accept-Language": header})
        assert answer.headers["Location"] == f"/{lang}/together"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("1234", "The code has eight digits."), ("00000000", "There is no such sheet. Check the code:")],
)
def test_wrong_code_gets_a_sentence(bo: Proofreader, code: str, sentence: str) -> None:
    page = submit(bo, get(bo, "/en/together"), code=code)
    assert page.status_code == 422
    assert page.texts("p", class_="error")[0].startswith(sentence)


def test_done_can_be_taken_back(ann: Proofreader) -> None:
    address = open_table(ann, "n=2&1.prestige=4")
    page = submit(ann, sit(ann, address, 0), ("to", "ready"))
    assert [item for item in page.texts("li") if item.endswith("done")] == ["A A done"]
    page = submit(ann, page, ("to", "change"))
    assert [item for item in page.texts("li") if item.endswith("done")] == []


def test_history_restores_a_value(ann: Proofreader) -> None:
    address = open_table(ann)
    page = sit(ann, address, 0)
    submit(ann, submit(ann, page, p0_prestige="20"), p0_prestige="2")
    changes = get(ann, f"{address}/history?field=0.prestige")
    form = next(form for form in changes.all("form") if fields_of(form).get("value") == "20")
    ann.post(form.get("action"), data=fields_of(form))
    assert fields_of(get(ann, address).one("form", id="sheet"))["0.prestige"] == "20"


def test_next_game_has_the_same_players_in_their_seats(ann: Proofreader, bo: Proofreader) -> None:
    address = open_table(ann)
    sit(ann, address, 0)
    page = submit(bo, sit(bo, address, 1), ("to", "reveal"), p1_prestige="7")
    page = submit(bo, get(bo, address))
    assert page.heading == "Bo's column"
    assert page.request.path != address
    assert get(ann, f"{address}/next").heading == "Ann's column"


def test_reveal_of_a_blank_sheet_leads_back_to_it(ann: Proofreader) -> None:
    address = open_table(ann)
    page = submit(ann, sit(ann, address, 0), ("to", "reveal"))
    assert page.heading == "Not quite yet"
    assert page.texts("p", class_="error") == ["Nothing to score yet: fill in at least one number."]
    assert submit(ann, page, ("to", "reopen")).heading == "Ann's column"


def test_pages_with_a_secret_are_private(ann: Proofreader) -> None:
    address = open_table(ann)
    for page in ("", "/open", "/seats", "/history", "/next"):
        answer = ann.get(address + page)
        headers = [answer.headers[name] for name in ("Cache-Control", "X-Robots-Tag", "Referrer-Policy")]
        assert headers == ["no-store", "noindex", "no-referrer"], page


def test_form_without_a_token_changes_nothing(ann: Proofreader) -> None:
    address = open_table(ann)
    sent = {"0.prestige": "5", "to": "reveal", "n": "2", "code": "00000000"}
    for path in (
        address,
        f"{address}/seats",
        f"{address}/history",
        f"{address}/next",
        "/en/qin/together",
        "/en/together",
    ):
        assert ann.post(path, data=sent).status_code == 400, path


def test_codes_that_are_tried_too_often_get_a_sentence(
    table_app: Flask, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The eleventh within a minute is refused. The clock stands still; each language has a minute of its own."""
    store = table_app.extensions["documents"]
    minute = (store.now() // 60 + {"en": 2, "zh-Hant": 4}[lang]) * 60
    monkeypatch.setattr(store, "_clock", lambda: minute)
    stranger = Proofreader(table_app, Page)
    page = get(stranger, f"/{lang}/together")
    for _ in range(MAX_WRONG_GUESSES):
        assert submit(stranger, page, code="00000000").status_code == 422
    refused = submit(stranger, page, code="00000000")
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "60"
    assert {"en": "That was tried too often.", "zh-Hant": "嘗試次數太多"}[lang] in refused.text


def test_pages_state_when_the_sheet_expires(ann: Proofreader, table_app: Flask, lang: str) -> None:
    """Before it is opened, and on the sheet itself: seven days from now."""
    assert {"en": "deleted 7 days after", "zh-Hant": "7天"}[lang] in get(ann, f"/{lang}/qin/together?n=2").text
    day = datetime.fromtimestamp(table_app.extensions["documents"].now(), UTC) + timedelta(days=7)
    expected = {"en": f"{day:%b} {day.day}, {day.year}", "zh-Hant": f"{day.year}年{day.month}月{day.day}日"}[lang]
    assert any(
        expected in text for text in sit(ann, open_table(ann, slug="qin", lang=lang), 0).texts("p", class_="hint")
    )


def test_every_phone_can_show_the_code(ann: Proofreader, bo: Proofreader, table_app: Flask) -> None:
    """Bo's phone, which did not open the sheet, shows a code that leads to it."""
    address = open_table(ann)
    sit(bo, address, 1)
    digits = get(bo, f"{address}/open").texts("p", class_="digits")[0]
    assert table_app.extensions["together"].find(digits.replace(" ", ""), "192.0.2.77") == address.rpartition("/")[2]


def test_names_are_escaped(ann: Proofreader) -> None:
    address = open_table(ann, "n=2&0.name=%3Cb%3EAnn%3C/b%3E")
    for page in ("/open", "/seats", "?view=all", "/history"):
        assert "<b>Ann" not in get(ann, address + page).text


def test_unknown_sheet_is_404(ann: Proofreader, lang: str) -> None:
    assert get(ann, f"/{lang}/together/{'x' * 22}").status_code == 404


def test_shell_has_no_secret(client: Proofreader, lang: str) -> None:
    page = get(client, f"/{lang}/together/shell")
    assert not re.search(r"together/[\w-]{22}", page.text)


def test_tiles_of_a_shared_sheet_have_their_pictures(ann: Proofreader) -> None:
    page = sit(ann, open_table(ann, "n=2&bonus.military=0gold", slug="trajan"), 0)
    assert "picture" in (page.all("span", class_="tile-face")[0][0].get("class") or "")


def test_records_come_to_the_result(ann: Proofreader) -> None:
    """Ann made her bid of no tricks in the first round, which scores 10, and in the second, which scores 20."""
    address = open_table(ann, "n=3&rounds=1&rounds.0.bid.0=0&rounds.0.tricks.0=0", "magpies")
    page = sit(ann, address, 0)
    assert "rounds.1.bid.0" in fields_of(page.one("form", id="sheet"))
    page = submit(ann, page, **{"rounds.1.bid.0": "0", "rounds.1.tricks.0": "0"})
    page = submit(ann, page, ("to", "reveal"))
    assert totals(page) == [30, 0, 0]


def test_regions_come_to_the_result(ann: Proofreader) -> None:
    address = open_table(ann, "n=3&0.track=3&regions=9&regions.2.walls.1=4", "chang_cheng")
    page = submit(ann, sit(ann, address, 0), ("to", "reveal"))
    assert page.request.args["regions.2.walls.1"] == "4"


PLAYERS = "n=2&0.name=Ann&1.name=Bo"


@pytest.fixture
def phone(together_app: Flask) -> Proofreader:
    """Ann's phone."""
    return Proofreader(together_app, Page)


@pytest.mark.parametrize(
    ("lang", "question", "winner"),
    [
        ("en", "Bo: How many pagodas are left? If all are built, enter 0.", "Ann wins, 17 to 0"),
        ("zh-Hant", "Bo：還剩幾座寶塔？如果全部建完，請填0。", "Ann獲勝，17比0"),
    ],
)
def test_reveal_asks_once_about_blank_pagodas(phone: Proofreader, lang: str, question: str, winner: str) -> None:
    """Two players have 24 pagodas each, so Ann has built 17."""
    page = sit(phone, open_table(phone, PLAYERS, "qin", lang), 0)
    assert "count as 0" not in page.text
    page = submit(phone, page, ("to", "ready"), **{"0.left": "7"})
    page = submit(phone, page, ("to", "ask_reveal"))
    assert words(page.one("p", id="said")) == question
    assert winner in submit(phone, page, ("to", "reveal")).text


def test_reveal_asks_nothing_if_all_pagodas_are_entered(phone: Proofreader) -> None:
    page = sit(phone, open_table(phone, f"{PLAYERS}&1.left=0", "qin"), 0)
    assert "Bo wins, 24 to 17" in submit(phone, page, ("to", "ask_reveal"), **{"0.left": "7"}).text


def test_a_game_whose_blanks_count_as_0_asks_nothing(phone: Proofreader) -> None:
    """All numbers are blank, but every choice is made: Ann has 4 points for an ability, and 7 for the white space."""
    page = sit(phone, open_table(phone, f"{PLAYERS}&0.actions=5&coellen.7=0&0.keys=2"), 0)
    assert "blanks count as 0" in page.text
    assert "Ann wins, 11 to 0" in submit(phone, page, ("to", "ask_reveal")).text


COLUMNS = {
    "hansa_teutonica": (
        "edition=big_box&0.prestige=20&1.name=Bo&1.prestige=14&1.actions=5&coellen.7=1&coellen.8=0&offices.bremen=01",
        [("0.name", "Bo"), ("0.prestige", "14"), ("0.actions", "5"), ("coellen.7", "0")],
    ),
    "trajan": (
        "0.points=9&1.points=20&bonus.military=1gold&bonus.bread=0grey&1.construction.door=2",
        [("0.points", "20"), ("bonus.military", "0gold"), ("0.construction.door", "2")],
    ),
    "chang_cheng": (
        "0.track=9&1.track=12&regions.0.threat=3&regions.0.walls.1=2&regions.0.walls.0=4&regions.towers.1=0",
        [("0.track", "12"), ("regions.0.walls.0", "2"), ("regions.towers.0", "0")],
    ),
    "honshu": ("0.forest=3&1.map=F T/L L&1.name=Bo", [("0.map", "F T/L L"), ("0.name", "Bo")]),
    "qin": ("0.left=3&1.left=5", [("0.left", "5")]),
}
"""Slug -> the query of a sheet for three, and the second player's entries as those of the first seat."""


def pairs_of(query: str) -> list[tuple[str, str]]:
    """Return the names and values of a query."""
    return [(name, value) for name, values in parse_qs(query).items() for value in values]


@pytest.mark.parametrize(("slug", "query", "expected"), [(slug, *row) for slug, row in COLUMNS.items()])
def test_column_has_its_players_entries_alone(
    app: Flask, slug: str, query: str, expected: list[tuple[str, str]]
) -> None:
    from web.sheet.form import sheet_form

    with app.test_request_context("/en/"):
        form = sheet_form(game(slug))(MultiDict([("n", "3"), *pairs_of(query)]))
        assert sorted(column_pairs(form, 1)) == sorted(expected)


@pytest.mark.parametrize(("slug", "query", "expected"), [(slug, *row) for slug, row in COLUMNS.items()])
def test_column_moves_to_any_seat_and_back(slug: str, query: str, expected: list[tuple[str, str]]) -> None:
    """Back in its own seat, it has the entries of the sheet."""
    assert set(seat_pairs(game(slug), expected, 1)) <= {*pairs_of(query)}


@pytest.mark.parametrize("slug", COLUMNS)
def test_code_of_a_column_opens_it(client: Proofreader, lang: str, slug: str) -> None:
    query, expected = COLUMNS[slug]
    page: Page = client.get(f"/{lang}/{slug}/column/2/qr?n=3&{query}")  # type: ignore[assignment]
    link = page.all("a", class_="button")[-1].get("href", "")
    parts = urlsplit(link)
    assert parts.path == f"/{lang}/{slug}/column"
    sent = parse_qs(parts.query)
    pairs = unpack(sent["z"][0], slug) if "z" in sent else pairs_of(parts.query)
    assert sorted(pairs or []) == sorted(expected)
    assert client.get(f"{parts.path}?{parts.query}").status_code == 200
    assert page.all("figure", role="img")


def test_column_has_its_players_progress(client: Proofreader, lang: str) -> None:
    """Of four numbers the network is missing; and nobody has chosen City Keys, a full ability or a special space."""
    page: Page = client.get(
        f"/{lang}/hansa_teutonica/column/2?n=3&1.name=Bo&1.prestige=14&1.markers=4&1.cities=3&to=sheet"
    )  # type: ignore[assignment]
    assert page.texts("small", class_="missing") == [{"en": "4 to go", "zh-Hant": "還差4格"}[lang]]
    assert page.one("form", id="sheet").get("data-own") == "1"


def test_column_of_an_unknown_seat_is_404(client: Proofreader) -> None:
    assert [client.get(f"/en/qin/column/{number}?n=3").status_code for number in (0, 4, 99)] == [404, 404, 404]


def test_column_without_scripts_leads_to_the_next(client: Proofreader, lang: str) -> None:
    page: Page = client.get(f"/{lang}/hansa_teutonica/column/2?n=3&0.name=Ann&1.prestige=14&to=sheet")  # type: ignore[assignment]
    form = page.one("form", id="sheet")
    button = next(button for button in page.all("button", class_="main") if button.get("formaction"))
    data = fields_of(form)
    data["1.cities"] = "3"
    following: Page = client.get(button.get("formaction", ""), query_string=data, follow_redirects=True)  # type: ignore[assignment]
    assert following.request.path.rstrip("/") == f"/{lang}/hansa_teutonica/column/3"
    assert fields_of(following.one("form", id="sheet"))["1.cities"] == "3"


def test_confirmed_choices_are_kept_for_everybody(ann: Proofreader, bo: Proofreader) -> None:
    """Of three groups that nobody answered, one is confirmed: four numbers and two groups are left.

    It can be taken back.
    """
    address = open_table(ann)
    page = submit(ann, sit(ann, address, 0), sure="coellen")
    assert page.texts("small", class_="missing") == ["6 to go"]
    assert fields_of(sit(bo, address, 1).one("form", id="sheet")).getlist("sure") == ["coellen"]
    data = fields_of(page.one("form", id="sheet"))
    data.poplist("sure")
    ann.post(address, data=data)
    assert get(ann, address).texts("small", class_="missing") == ["7 to go"]


def test_result_of_a_table_knows_what_was_confirmed(ann: Proofreader) -> None:
    address = open_table(ann, "n=3&0.prestige=20&1.prestige=9&2.prestige=3")
    page = submit(ann, sit(ann, address, 0), ("to", "reveal"), sure="keys")
    assert page.texts("p", class_="unanswered") == ["Not answered: Full abilities, Special spaces"]


def test_reveal_after_a_question_confirms_what_was_asked(ann: Proofreader) -> None:
    address = open_table(ann, "n=3&0.prestige=20&1.prestige=9&2.prestige=3")
    page = submit(ann, sit(ann, address, 0), ("to", "ready"), sure="keys")
    page = submit(ann, page, ("to", "ask_reveal"))
    assert words(page.one("p", id="said")) == "Full abilities: nobody, right? Special spaces: nobody, right?"
    page = submit(ann, page, ("to", "reveal actions privilege book bag coellen"))
    assert page.texts("p", class_="unanswered") == []
    assert "sure=keys" in page.text
