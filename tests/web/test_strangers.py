"""What strangers, guests and careless neighbours tried once with success. Each test names what had happened.

What is proved elsewhere: the room (`sync/test_room.py`), the largest scorebooks (`groups/test_worst.py`), links in logs
(`serving/test_secrets.py`), bodies, headers and files (`serving/test_limits.py`), unread streams
(`sync/test_events.py`), the page of changes (`together/test_shared.py`), codes after a new
key (`together/test_codes.py`), and files that a device reads (`tests/js/import_export.test.js`).
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from coroutines import run_coroutine
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from asgi import MAX_BODY_SECONDS, MAX_HEADER_BYTES, MAX_SMALL_PIECES, MIN_PIECE_BYTES, AsgiApp
from web.common.http import MAX_BODY_BYTES
from web.groups.kind import GroupBook
from web.groups.limits import MAX_FILE_BYTES, MAX_RESULT_BYTES
from web.sync import limits
from web.together.codes import CODE_SECONDS
from web.together.kind import MAX_TEXT_BYTES, SharedSheet

ROOT = Path(__file__).parents[2]
ANN, BO = "annphone0001.page000001", "bophone00002.page000001"
CODE = re.compile(r"(\d{4})\D{0,30}(\d{4})")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application behind a proxy, so that strangers have as many addresses as they like."""
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data")), "TRUSTED_PROXIES": 1})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["documents"].engine.dispose()


@pytest.fixture
def client(served: Flask) -> FlaskClient:
    return served.test_client()


def open_sheet(client: FlaskClient, game: str = "qin", players: int = 2, **more: Any) -> str:
    answer = client.post("/api/v1/shared", json={"game": game, "sheet": {"players": [{}] * players}, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def open_group(client: FlaskClient, name: str = "Friday") -> Any:
    answer = client.post("/api/v1/groups", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json


def sync(client: FlaskClient, path: str, changes: list[dict[str, Any]], device: str = ANN, **more: Any) -> Any:
    return client.post(f"/api/v1/{path}/sync?lang=en", json={"device": device, "changes": changes, **more})


def change(name: str, value: Any, n: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "value": value, "n": n, **more}


def result(result_id: str, players: int = 1, name: str = "A", **more: Any) -> dict[str, Any]:
    seats = [{"name": name, "colour": "", "total": 1, "rank": 1} for _ in range(players)]
    return {
        "id": result_id, "slug": "elsewhere", "date": "2026-03-06", "place": "", "note": "", "changed": 1,
        "query": f"x={result_id}", "result": {"players": seats, "winners": []},
    } | more  # fmt: skip


def results_of(client: FlaskClient, link: str) -> list[dict[str, Any]]:
    return list(client.get(f"/api/v1/groups/{link}/results").json["results"])


def token_of(client: FlaskClient, page: str = "/en/groups") -> str:
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', client.get(page).text)
    assert found
    return found[1]


def read_code(client: FlaskClient, sheet: str) -> str:
    page = re.sub(r"<[^>]+>", "", client.get(f"/en/together/{sheet}/open").text.partition("<main")[2])
    found = CODE.search(page)
    assert found
    return "".join(found.groups())


def test_fat_request_grows_the_file_by_little(served: Flask, client: FlaskClient) -> None:
    """14 KB had been 16 MB on disk."""
    sheet = open_sheet(client, "hansa_teutonica", 3)
    changes = [change("offices.bremen", [f"{n % 3}{n // 3 % 3}"], n) for n in range(1, 401)]
    store = served.extensions["documents"]
    with store.engine.connect() as connection:
        before = store._measure(connection)
    answer = sync(client, f"shared/{sheet}", changes, "\U0001f600" * 64)
    assert answer.status_code == 422, "a device is letters and digits"
    assert sync(client, f"shared/{sheet}", changes).status_code == 200
    with store.engine.connect() as connection:
        assert store._measure(connection) - before < 12 * len(json.dumps(changes))


def test_winners_without_end_are_refused(client: FlaskClient) -> None:
    """Three results of 16 KB had been 90 MB of page."""
    link = open_group(client)["write"]
    one = result("w1", 1, "<" * 1000)
    one["result"]["winners"] = [0] * 7400
    assert sync(client, f"groups/{link}", [change("results/w1", one, 1)]).json["faults"][0]["n"] == 1
    kept = result("w2", 12, "<" * 1000)
    assert sync(client, f"groups/{link}", [change("results/w2", kept, 2)]).json["faults"] == []
    assert len(client.get(f"/en/groups/{link}").data) < 200_000


def test_table_is_no_larger_than_what_was_sent(client: FlaskClient) -> None:
    """It had repeated a note for each of twelve players."""
    link, sent = open_group(client)["write"], 0
    for n in range(1, 31):
        one = change(f"results/c{n}", result(f"c{n}", 12, "0", note='"' * 5000), n)
        sent += len(json.dumps(one))
        assert sync(client, f"groups/{link}", [one]).json["faults"] == []
    assert len(client.get(f"/en/groups/{link}/export/csv").data) < 2 * sent


def test_what_others_are_told_of_a_device_counts_for_nothing(client: FlaskClient) -> None:
    """One change under another's id with the highest number had made all later changes of that device vanish."""
    sheet, link = open_sheet(client), open_group(client)["write"]
    for path, name, values in (
        (f"shared/{sheet}", "0.left", (["3"], ["9"], ["7"])),
        (f"groups/{link}", "results/a", (result("a"), result("a", note="x"), result("a", note="y"))),
    ):
        sync(client, path, [change(name, values[0], 1)])
        handle = sync(client, path, [], BO).json["values"][name]["device"]
        for device in (handle, f"{handle}.{handle}", f"{handle}.page000001", f"{handle.ljust(12, 'x')}.page000001"):
            forged = sync(client, path, [change(name, values[1], 2**53 - 1)], device)
            assert forged.status_code in (409, 422)
        answer = sync(client, path, [change(name, values[2], 2)]).json
        assert answer["kept"] == 2
        assert sync(client, path, [], BO).json["values"][name]["value"] == values[2]


def test_impossible_age_breaks_no_page(client: FlaskClient) -> None:
    sheet, link = open_sheet(client), open_group(client)["write"]
    for age in (1e15, -1e308, 1e308):
        n = int(sync(client, f"shared/{sheet}", []).json["kept"]) + 1
        sync(client, f"shared/{sheet}", [change("0.left", [str(n)], n, age=age)])
        sync(client, f"groups/{link}", [change("results/a", result("a", note=str(age)), 2 * n - 1, age=age)])
        sync(client, f"groups/{link}", [change("results/a", None, 2 * n, age=age)])
        for page in (f"together/{sheet}/history", f"groups/{link}/results/a", f"groups/{link}/deleted"):
            assert client.get(f"/en/{page}").status_code in (200, 404), page
    assert client.get(f"/en/groups/{link}/deleted").status_code == 200


def test_guest_keeps_one_result_while_the_link_writes(client: FlaskClient) -> None:
    """A guest of one sheet had written into the scorebook for ever, over renewed links and with further games."""
    group = open_group(client)
    sheet = open_sheet(client, group=group["write"])
    link = client.post(f"/api/v1/groups/{group['write']}/renew", json={"link": "write"}).json["write"]
    reveal = [change("0.left", ["3"], 1), change("1.left", ["5"], 2), change("@reveal", ["2026-03-06"], 3)]
    sync(client, f"shared/{sheet}", reveal)
    assert results_of(client, link) == []
    token = token_of(client)
    for _ in range(3):
        answer = client.post(f"/en/together/{sheet}/next", data={"csrf_token": token})
        sheet = str(answer.headers["Location"]).split("/together/")[1][:22]
        sync(client, f"shared/{sheet}", reveal, BO)
    assert results_of(client, link) == []


def test_body_for_a_link_that_opens_nothing_is_not_read(served: Flask) -> None:
    """4 MiB had been read into memory before anybody looked."""
    taken: list[int] = []
    heard: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        taken.append(1)
        return {"type": "http.request", "body": b"a" * 1000, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        heard.append(message)

    scope = {
        "type": "http", "method": "POST", "path": f"/en/groups/{'A' * 34}/import", "query_string": b"",
        "http_version": "1.1", "client": ("192.0.2.1", 1),
        "headers": [(b"host", b"localhost"), (b"content-length", b"4194000")],
    }  # fmt: skip
    run_coroutine(AsgiApp(served)(scope, receive, send))
    assert (heard[0]["status"], taken) == (404, [])


def test_phones_of_one_cafe_all_come_in(served: Flask, client: FlaskClient) -> None:
    """The eleventh right code of an address within a minute had been refused."""
    sheet = open_sheet(client)
    code = read_code(client, sheet)
    for _ in range(30):
        answer = served.test_client().get(f"/en/together?code={code}")
        assert (answer.status_code, sheet in answer.headers.get("Location", "")) == (302, True)


def test_crowd_of_addresses_locks_no_newcomer_out(
    served: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred addresses with ten wrong codes each had closed the entry for all."""
    monkeypatch.setattr(limits, "MAX_ALL_WRONG_GUESSES", 40)
    sheet = open_sheet(client)
    code = read_code(client, sheet)
    for network in range(40):
        address = {"X-Forwarded-For": f"2001:db8:0:{network:x}00::1"}
        client.get("/en/together?code=00000000", headers=address)
    assert client.get(f"/en/together?code={code}", headers={"X-Forwarded-For": "192.0.2.77"}).status_code == 302
    known = {"X-Forwarded-For": "2001:db8:0:100::5"}
    assert client.get("/en/together?code=00000001", headers=known).status_code == 429


def test_other_sites_guess_nothing_in_a_visitors_name(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """An <img> on another site's page had used up a visitor's own attempts."""
    monkeypatch.setattr(limits, "MAX_WRONG_GUESSES", 3)
    headers = {"X-Forwarded-For": "203.0.113.9"}
    for _ in range(9):
        client.get("/en/together?code=00000000", headers=headers | {"Sec-Fetch-Site": "cross-site"})
    assert client.get("/en/together?code=00000000", headers=headers).status_code != 429


def test_no_form_of_the_reveal_leaves_the_code(client: FlaskClient) -> None:
    """A reveal that said its step at once had left it open."""
    for text in ("2026-03-06", "2026-03-06 1", "x"):
        sheet = open_sheet(client)
        code = read_code(client, sheet)
        assert sync(client, f"shared/{sheet}", [change("@reveal", [text], 1)]).json["faults"] == []
        answer = client.get(f"/en/together?code={code}", headers={"X-Forwarded-For": f"192.0.2.{len(text)}"})
        assert sheet not in answer.headers.get("Location", "")


def test_proxy_of_the_docs_sets_its_headers_everywhere() -> None:
    """Its location of streams had passed on what a client made up as its address."""
    text = re.sub(r"#.*", "", (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8"))
    outside = re.sub(r"location [^{]*\{(?:[^{}]|\{[^{}]*\})*\}", "", text)
    for name in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", "X-Forwarded-Host $host"):
        assert f"proxy_set_header {name};" in outside, name
    locations = re.findall(r"location ([^{]*)\{([^{}]*)\}", text)
    assert len(locations) >= 4
    for where, body in locations:
        assert "proxy_set_header" not in body, f"{where} inherits none of the headers above it"
    (imports,) = [body for where, body in locations if "/import" in where]
    assert "client_max_body_size" in imports


def test_control_characters_reach_no_page(client: FlaskClient) -> None:
    wild = "A\u202eB\0\x1b\u200b\u2066"
    group = client.post("/api/v1/groups", json={"name": wild})
    if group.status_code == 422:
        group = client.post("/api/v1/groups", json={"name": "A\u202eB\u200b\u2066"})
    link, sheet = group.json["write"], open_sheet(client)
    one = result("a", 1, wild, place=wild, note=wild, slug=wild)
    sync(client, f"groups/{link}", [change("results/a", one, 1), change("people/A", wild, 2)], who="C\u202eD")
    sync(client, f"shared/{sheet}", [change("0.name", [wild], 1)], who="C\u202eD")
    pages = [f"groups/{link}{part}" for part in ("", "/results/a", "/links", "/export/json", "/export/csv")]
    for page in [*pages, f"together/{sheet}", f"together/{sheet}/history"]:
        answer = client.get(f"/en/{page}", follow_redirects=True)
        assert answer.status_code == 200, page
        assert re.findall("[\u202e\u2066\u200b\0\x1b]", answer.text) == [], page


@pytest.mark.parametrize(("scheme", "is_secure"), [("https", True), ("http", False)])
def test_cookie_is_secure_where_the_connection_is(served: Flask, scheme: str, is_secure: bool) -> None:  # noqa: FBT001
    """With TLS_CERT and without PUBLIC_URL it had not been."""
    cookie = served.test_client().get("/en/groups", base_url=f"{scheme}://localhost").headers["Set-Cookie"]
    assert ("Secure" in cookie.split("; ")) is is_secure


def test_forged_double_keeps_no_honest_result_out(client: FlaskClient) -> None:
    """Somebody had stored the right entries with false totals first."""
    day = datetime.now(UTC).date().isoformat()
    players = {"players": [{"name": "Ann", "left": 3}, {"name": "Bob", "left": 5}]}
    reveal = [change("@reveal", [day], 1)]

    def share(link: str) -> str:
        body = {"game": "qin", "sheet": players, "group": link}
        return str(client.post("/api/v1/shared", json=body).json["id"])

    trial, link = open_group(client)["write"], open_group(client)["write"]
    sync(client, f"shared/{share(trial)}", reveal)
    (honest,) = results_of(client, trial)
    fake = json.loads(json.dumps(honest)) | {"id": "fake"}
    fake["result"]["winners"] = [1]
    fake["result"]["players"][1]["total"] = 99
    sync(client, f"groups/{link}", [change("results/fake", fake, 1)])
    sync(client, f"shared/{share(link)}", reveal)
    for one in results_of(client, link):
        assert one["result"] == honest["result"]


def test_link_of_one_game_leads_to_no_later_one(client: FlaskClient) -> None:
    """The next sheet's id had been a hash of this one's, so that a guest of the first game came into the third."""

    def follow(sheet: str) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(b"next" + sheet.encode()).digest()[:16]).rstrip(b"=").decode()

    sheets, token = [open_sheet(client)], token_of(client)
    for _ in range(2):
        answer = client.post(f"/en/together/{sheets[-1]}/next", data={"csrf_token": token})
        sheets.append(str(answer.headers["Location"]).split("/together/")[1][:22])
    assert len(set(sheets)) == 3
    assert client.get(f"/api/v1/shared/{sheets[2]}/sheet").status_code == 200
    assert client.get(f"/api/v1/shared/{follow(follow(sheets[0]))}/sheet").status_code == 404


def test_fewer_players_break_no_seat(served: Flask) -> None:
    """C sat in the third seat; another phone pressed "2 players", and C's page failed from then on."""
    c, other = served.test_client(), served.test_client()
    sheet = open_sheet(c, players=3)
    c.post(f"/en/together/{sheet}/seats", data={"csrf_token": token_of(c), "once": "c" * 24, "seat": "2"})
    data = {"csrf_token": token_of(other), "once": "o" * 24, "n": "2", "seats": "2", "scope": "all", "base": "9"}
    other.post(f"/en/together/{sheet}", data=data)
    sync(other, f"shared/{sheet}", [change("n", ["2"], 1)])
    for view in ("", "?view=all", "?seat=2"):
        assert c.get(f"/en/together/{sheet}{view}").status_code == 200, view


def test_security_policy_has_the_limits_of_the_code() -> None:
    words = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    sheet, book, mebibyte = SharedSheet.limits, GroupBook.limits, 1024**2
    for told in (
        f"have 8 digits and are valid for {CODE_SECONDS // 60} minutes",
        f"A sheet takes {sheet.max_values:,} values, {sheet.max_log_rows:,} changes, "
        f"{sheet.max_log_bytes // mebibyte} MiB in the tables and {sheet.max_devices:,} pages that wrote",
        f"request {MAX_BODY_BYTES // 1024} KiB and {limits.MAX_CHANGES} changes (413)",
        f"a value {MAX_TEXT_BYTES:,} bytes",
        f"An address may open {sheet.max_opened_an_hour} sheets an hour",
        f"limited to {sheet.max_streams} per sheet and worker, {limits.MAX_STREAMS_OF_ADDRESS:,} per address and "
        f"{limits.MAX_STREAMS:,} per worker, and what they send at their start to "
        f"{limits.MAX_TOLD_BYTES_OF_ADDRESS // mebibyte} MiB per address and {limits.MAX_TOLD_BYTES // mebibyte} MiB",
        f"leaves {limits.MAX_WAITING_MESSAGES} messages unread",
        f"at most {limits.MAX_PHONES_NOTED} phones",
        f"at most {limits.MAX_NOTICES_A_SECOND} times a second",
        f"expire** {sheet.lifetime_seconds // limits.DAY} days after",
        f"A book takes {book.max_values:,} values, {book.max_log_bytes // mebibyte} MiB in the tables with "
        f"its history, and {book.max_devices:,} pages that wrote in {limits.DEVICE_SECONDS // limits.DAY} days",
        f"a result {MAX_RESULT_BYTES // 1024} KiB, a file uploaded by a form {MAX_FILE_BYTES // mebibyte} MiB",
        f"at most {limits.MAX_ANSWER_VALUES} values or {limits.MAX_ANSWER_BYTES // 1024} KiB",
        f"in pages of at most {limits.MAX_HISTORY_ROWS}",
        f"may create {book.max_opened_an_hour} groups an hour",
        f"limited to {book.max_streams} per group and worker",
        f"once the database has {limits.MAX_OPENING_BYTES / 1024**3:g} GiB in use, and nothing added from "
        f"{limits.MAX_DATABASE_BYTES / 1024**3:g} GiB on",
        f"body may take {MAX_BODY_SECONDS} seconds and {MAX_BODY_BYTES // 1024} KiB, in no more than "
        f"{MAX_SMALL_PIECES} pieces of less than {MIN_PIECE_BYTES} bytes, headers {MAX_HEADER_BYTES // 1024} KiB",
        f"restored for {GroupBook.restore_seconds // limits.DAY} days",
    ):
        assert told in words, told


def test_copies_of_the_database_are_their_owners_alone() -> None:
    """As the docs make them, whatever the shell's own mask is."""
    text = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    commands = re.findall(r"`([^`]*\.backup[^`]*)`", text)
    assert commands
    assert [command for command in commands if "umask 077" not in command] == []
