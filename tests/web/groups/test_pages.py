"""The pages of groups without scripts: every action is a plain form, in both languages."""

import html
import io
import re
import time
from typing import Any

import pytest
from books import GroupBook, make_id, make_result
from databases import DATABASES_IN_LANGUAGES
from flask import Flask
from sqlalchemy import text
from werkzeug.test import TestResponse

from scorers.service import dumps
from web.groups.limits import MAX_FILE_BYTES

pytestmark = pytest.mark.parametrize(("together_app", "lang"), DATABASES_IN_LANGUAGES, indirect=True)
RESULT = "https://tally.example/zh-Hant/qin/score?n=2&0.left=4&0.name=Ann&1.left=2&1.name=Bo"
"""Ann has four pagodas left and Bo two."""


class Browser:
    """A client that sends forms with their token."""

    def __init__(self, app: Flask, lang: str) -> None:
        self.client, self.lang, self.count = app.test_client(), lang, 0
        self.token = str(re.findall(r'name="csrf_token" value="([^"]+)"', self.get("groups").text)[0])

    def get(self, path: str) -> TestResponse:
        """Get a page."""
        answer = self.client.get(f"/{self.lang}/{path}", follow_redirects=True)
        assert answer.status_code == 200, path
        return answer

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Send a form; to send the same form again, give both the same `once`."""
        self.count += 1
        sent = {"csrf_token": self.token, "once": f"form-number-{self.count:010}", "base": "99"} | fields
        answer = self.client.post(f"/{self.lang}/{path}", data=sent)
        answer.request.environ["wsgi.input"].close()  # a long form is a file on disk
        return answer


@pytest.fixture
def browser(together_app: Flask, lang: str) -> Browser:
    """A client in each language."""
    return Browser(together_app, lang)


@pytest.fixture
def page(browser: Browser) -> str:
    """The path of a new group's page."""
    made = browser.post("groups", name="週五 <b>")
    return f"groups/{re.findall(r'/groups/([^/]+)/links', made.location)[0]}"


def results_of(browser: Browser, page: str) -> list[dict[str, Any]]:
    """Return the results in a scorebook's export."""
    found: list[dict[str, Any]] = browser.get(f"{page}/export/json").json["results"]
    return found


def test_a_result_is_kept_read_deleted_and_restored(browser: Browser, page: str) -> None:
    for _ in range(2):  # sent twice, it is one
        answer = browser.post(
            page, address=RESULT, date="2026-03-06", note="rain <i>", who="小明", once="the-same-form-twice"
        )
        assert answer.status_code == 302
    (one,) = results_of(browser, page)
    assert (one["date"], one["note"], [player["name"] for player in one["result"]["players"]]) == (
        "2026-03-06",
        "rain <i>",
        ["Ann", "Bo"],
    )
    shown = browser.get(page).text
    assert "rain &lt;i&gt;" in shown
    assert "<b>週五" not in shown
    result = f"{page}/results/{one['id']}"
    browser.post(result, do="save", date="2026-03-07", note="sun", place="")
    assert "小明" in browser.get(result).text
    assert [(one["date"], one["note"]) for one in results_of(browser, page)] == [("2026-03-07", "sun")]
    browser.post(result, do="delete")
    assert results_of(browser, page) == []
    assert one["id"] in browser.get(f"{page}/deleted").text
    browser.post(result, do="restore")
    assert [one["note"] for one in results_of(browser, page)] == ["sun"]
    browser.post(result, do="put_back", seq="2")
    assert [one["note"] for one in results_of(browser, page)] == ["rain <i>"]


def test_result_is_kept_by_a_pasted_link(browser: Browser, page: str) -> None:
    """Without scripts, the result's page leads to a form for the link of a group."""
    shown = browser.get("qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2").text
    path = re.findall(r'class="scriptless-keep"><a class="button" href="/[^/]+/([^"]+)"', shown)[0]
    assert browser.get(path)
    refused = browser.post(path, link="https://example.org/nothing")
    assert 'id="e-link"' in refused.text
    assert results_of(browser, page) == []
    link = f"https://tally.example/{browser.lang}/{page}"
    answer = browser.post(path, link=link)
    (one,) = results_of(browser, page)
    assert answer.location.endswith(f"/{page}#r-{one['id']}")
    assert [player["total"] for player in one["result"]["players"]] == [20, 22]


def test_long_name_of_a_writer_is_cut(browser: Browser, page: str) -> None:
    """PostgreSQL would refuse a name of more than 40 characters."""
    link = f"https://tally.example/{browser.lang}/{page}"
    for fields in (
        {"path": page, "address": RESULT},
        {"path": RESULT.partition("zh-Hant/")[2].replace("/score", "/keep"), "link": link, "another": "1"},
    ):
        assert browser.post(**fields, who="明" * 100).status_code == 302
    written = [change["who"] for change in browser.client.get(f"/api/v1/{page}/history").json["changes"]]
    assert written == ["明" * 40, "明" * 40, ""]


@pytest.mark.parametrize(
    "broken", ['"text"', '{"result": {"winners": [[]]}}', '{"slug": "qin", "result": {"players": []}}']
)
def test_unreadable_result_is_skipped_and_said(browser: Browser, page: str, together_app: Flask, broken: str) -> None:
    """As one that an earlier version or another program wrote into the database: two are kept, and one is broken."""
    for note in ("first", "second"):
        browser.post(page, address=RESULT, date="2026-03-06", note=note, another="1")
    second, first = (f"results/{one['id']}" for one in results_of(browser, page))
    with together_app.extensions["documents"].engine.begin() as connection:
        for table in ("document_value", "document_log"):
            query = text(f"UPDATE {table} SET value = :value WHERE name = :name")
            connection.execute(query, {"value": broken, "name": first})
    shown = browser.get(page).text
    said = {"en": "Results that cannot be shown: 1.", "zh-Hant": "有1局無法顯示。"}[browser.lang]
    assert said in shown
    assert shown.count('class="kept"') == 1
    assert [f"results/{one['id']}" for one in results_of(browser, page)] == [second]
    assert len(browser.client.get(f"/api/v1/{page}/results").json["results"]) == 1
    assert {"en": "This result cannot be shown.", "zh-Hant": "這一局無法顯示。"}[browser.lang] in browser.get(
        f"{page}/{first}"
    ).text
    for path in ("play", "export/csv", "export/bgsplay"):
        browser.get(f"{page}/{path}")
    browser.post(f"{page}/{first}", do="delete")
    assert first not in browser.get(f"{page}/deleted").text
    assert said not in browser.get(page).text


def test_changes_show_their_age(browser: Browser, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the time of day, because the server does not know the reader's time zone."""
    browser.post(page, address=RESULT, date="2026-03-06", who="小明")
    (one,) = results_of(browser, page)
    browser.post(f"{page}/results/{one['id']}", do="delete", who="小明")
    later = time.time() + 7200
    monkeypatch.setattr(time, "time", lambda: later)
    expected = {"en": "Deleted by 小明, 2 hours ago.", "zh-Hant": "2 小時前由小明刪除"}[browser.lang]
    assert expected in browser.get(f"{page}/deleted").text.replace("\u2068", "")
    assert {"en": "2 hours ago", "zh-Hant": "2 小時前"}[browser.lang] in browser.get(f"{page}/results/{one['id']}").text


def test_address_without_a_result_is_not_kept(browser: Browser, page: str) -> None:
    for address in (
        "",
        "x",
        "https://tally.example/en/qin/score",
        "http://[",
        "https://tally.example/en/x/score?n=2",
        "a?z=1x",
    ):
        answer = browser.post(page, address=address)
        assert answer.status_code == 422, address
        assert 'role="alert"' in answer.text, address
    assert results_of(browser, page) == []


def test_book_lists_a_page_of_results_the_newest_first(browser: Browser, page: str) -> None:
    """However many there are: 30 of them, a page has 24."""
    text = dumps({"format": "tally-scorebook", "version": 1, "results": [
        make_result(number, date=f"2026-{1 + number // 4:02}-06") for number in range(30)
    ]}).encode()  # fmt: skip
    browser.post(f"{page}/import", file=(io.BytesIO(text), "book.json"))
    first = browser.get(page).text
    ids = re.findall(r'id="r-(\w+)"', first)
    assert len(ids) == 24
    older = re.findall(r'href="/[^/]+/([^"]+before=[^"]+)"', first)
    ids += re.findall(r'id="r-(\w+)"', browser.get(html.unescape(older[0])).text)
    days = [int(one, 16) // 4 for one in ids]
    assert days == sorted(days, reverse=True)
    assert sorted(ids) == [make_id(number) for number in range(30)]


def test_time_and_starter_are_corrected_by_a_form(browser: Browser, page: str) -> None:
    browser.post(page, address=RESULT)
    (one,) = results_of(browser, page)
    result = f"{page}/results/{one['id']}"
    browser.post(result, do="save", date="2026-03-07", note="", place="", minutes="75", starter="1")
    (saved,) = results_of(browser, page)
    assert (saved["minutes"], saved["starter"], saved["result"]) == (75, 1, one["result"])
    for minutes, starter in (("", ""), ("0", "2"), ("x", "-1"), ("99999", "²")):
        browser.post(result, do="save", date="2026-03-07", note="", place="", minutes=minutes, starter=starter)
        (saved,) = results_of(browser, page)
        assert "starter" not in saved, starter
        assert "minutes" not in saved, minutes


def test_equal_game_of_the_same_day_is_asked_about(browser: Browser, page: str) -> None:
    """A pasted link does not say which sheet it comes from: it is kept as another game only when somebody says so."""
    fields = {"address": RESULT, "date": "2026-03-06"}
    assert browser.post(page, **fields).status_code == 302
    asked = browser.post(page, **fields)
    assert asked.status_code == 409
    assert f"#r-{results_of(browser, page)[0]['id']}" in asked.text
    assert len(results_of(browser, page)) == 1
    assert browser.post(page, **fields, another="1").status_code == 302
    assert len(results_of(browser, page)) == 2
    assert browser.post(page, address=RESULT, date="2026-03-07").status_code == 302  # another day
    keep = f"qin/keep?{RESULT.partition('?')[2]}"
    link = page.removeprefix("groups/")
    assert browser.post(keep, link=link, day="2026-03-06").status_code == 409
    assert browser.post(keep, link=link, day="2026-03-06", another="1").status_code == 302
    assert len(results_of(browser, page)) == 4


def test_correction_is_later_than_a_clock_that_runs_ahead(browser: Browser, page: str) -> None:
    """A phone kept the result in the year 2096; its file, brought in again, does not undo the correction."""
    result = make_result(1, changed=4_000_000_000_000)
    file = dumps({"format": "tally-scorebook", "version": 1, "results": [result]}).encode()
    browser.post(f"{page}/import", file=(io.BytesIO(file), "book.json"))
    browser.post(f"{page}/results/{make_id(1)}", do="save", date="2026-03-06", note="Cleo came late")
    browser.post(f"{page}/import", file=(io.BytesIO(file), "book.json"))
    assert [(one["note"], one["changed"]) for one in results_of(browser, page)] == [
        ("Cleo came late", 4_000_000_000_001)
    ]


def test_file_is_imported_once(browser: Browser, page: str) -> None:
    results = [make_result(number, "x" * 200) for number in range(1, 301)]  # larger than any other request may be
    text = dumps({"format": "tally-scorebook", "version": 1, "results": results}).encode()
    for _ in range(2):
        assert browser.post(f"{page}/import", file=(io.BytesIO(text), "book.json")).status_code == 200
    assert sorted(one["id"] for one in results_of(browser, page)) == [make_id(number) for number in range(1, 301)]
    for body, status in ((b"{}", 422), (b"x" * (MAX_FILE_BYTES + 5000), 413)):
        assert browser.post(f"{page}/import", file=(io.BytesIO(body), "book.json")).status_code == status


def test_button_of_the_page_with_the_invitation_says_so(browser: Browser, page: str) -> None:
    """The same words on the button, on the page it opens, and on the way back to that page."""
    invite = {"en": "Invite and settings", "zh-Hant": "邀請與設定"}[browser.lang]
    assert f'data-part="links">{invite}</a>' in browser.get(page).text
    links = browser.get(f"{page}/links").text
    assert f"<h1>{invite}</h1>" in links
    assert '"rename"' in links
    assert invite in browser.get(f"{page}/deleted").text


def test_group_is_deleted_only_when_confirmed(browser: Browser, page: str) -> None:
    assert browser.post(f"{page}/links", do="delete").status_code == 422
    assert browser.get(page)
    assert browser.post(f"{page}/links", do="delete", sure="1").status_code == 302
    assert browser.client.get(f"/{browser.lang}/{page}").status_code == 404


def test_every_export_states_the_expiry(browser: Browser, page: str) -> None:
    browser.post(page, address=RESULT)
    group = browser.get(f"{page}/export/json").json["group"]
    year = group["expires"][:4]
    for path in (page, f"{page}/links", f"{page}/export/csv", f"{page}/export/bgsplay"):
        assert year in browser.get(path).text, path
    play = browser.get(f"{page}/export/bgsplay").json
    assert [(score["score"], score["rank"]) for score in play["plays"][0]["playerScores"]] == [("20", 2), ("22", 1)]
    assert {player["id"]: player["name"] for player in play["players"]} == {1: "Ann", 2: "Bo"}
    assert browser.client.get(f"/{browser.lang}/{page}/export/xml").status_code == 404


def test_form_without_a_token_changes_nothing(browser: Browser, page: str) -> None:
    for path in (page, f"{page}/links", f"{page}/import", f"{page}/results/x"):
        assert browser.post(path, csrf_token="", do="delete", sure="1").status_code == 400
    assert browser.get(page)


def test_a_read_link_has_no_forms_and_no_other_link(open_book: Any, lang: str) -> None:
    book: GroupBook = open_book()
    book.keep(make_result(1))
    for path in ("", "/links", "/deleted", f"/results/{make_id(1)}"):
        text = book.client.get(f"/{lang}/groups/{book.read_link}{path}").text
        assert 'method="post"' not in text, path
        assert book.link not in text
