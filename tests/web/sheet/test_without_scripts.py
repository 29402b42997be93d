"""Grids, rounds and seats of a sheet as plain HTML, without scripts."""

from proofreader import Proofreader, totals, words

ROUND_1 = {f"rounds.0.{entry}.{seat}": "0" for entry in ("bid", "tricks") for seat in range(3)}


def test_grid_is_a_text_of_rows(client: Proofreader) -> None:
    sheet = client.get("/en/orchards/score?to=sheet&n=2&0.orchard=AA1P1-A1")
    assert sheet.one("textarea", name="0.orchard").text == "A A1 P1\nA1"
    result = client.get("/en/orchards/score", query_string=sheet.form_data().to_dict() | {"0.orchard": "C2 C\r\nC"})
    # Three squares and two baskets.
    assert totals(result)[0] == 6


def test_button_adds_the_next_round(client: Proofreader) -> None:
    sheet = client.get("/en/magpies/score")
    (button,) = [button for button in sheet.all("button") if words(button) == "One more: Round 2"]
    assert (button.get("name"), button.get("value")) == ("to", "sheet")
    query = sheet.form_data().to_dict() | ROUND_1
    two_rounds = client.get("/en/magpies/score", query_string=query | {"to": "sheet"})
    assert two_rounds.all("input", name="rounds.1.bid.0")
    round_2 = {name.replace(".0.", ".1.", 1): "0" for name in ROUND_1}
    # Round 1 pays 10 and round 2 pays 20 for no trick.
    assert totals(client.get("/en/magpies/score", query_string=two_rounds.form_data().to_dict() | round_2)) == [
        30,
        30,
        30,
    ]


def test_round_shows_its_working_after_the_total(client: Proofreader) -> None:
    result = client.get("/en/magpies/example/three_rounds", follow_redirects=True)
    first_cell = next(cell for cell in result.one("section", class_="running").iter("td"))
    assert words(first_cell) == "50 +5020 × 1 + 30"


def test_full_sheet_has_no_button_for_one_more_player(client: Proofreader) -> None:
    """Qin takes four players."""
    buttons = [len(client.get(f"/en/qin/score?n={seats}&to=sheet").all("button", name="more")) for seats in (2, 3, 4)]
    assert buttons == [1, 1, 0]
