"""Pages without scripts: controls that need scripts are hidden, and the rest is plain HTML."""

import pytest
from proofreader import Proofreader


@pytest.mark.parametrize(
    ("path", "tag", "marks"),
    [
        ("qin/score?n=2&to=sheet", "button", {"data-awake": ""}),
        ("scorebook", "section", {"id": "scorebook"}),
        ("trajan/setup?n=2", "button", {"data-pick": "AB"}),
        ("qin/rules", "button", {"class_": "print"}),
    ],
)
def test_controls_that_need_scripts_are_hidden(client: Proofreader, path: str, tag: str, marks: dict[str, str]) -> None:
    assert "hidden" in client.get(f"/en/{path}").one(tag, **marks).attrib


def test_set_up_has_check_boxes_and_a_random_choice(client: Proofreader) -> None:
    page = client.get("/en/trajan/setup?n=2")
    assert page.all("input", type="checkbox")
    assert "To choose at random" in page.text


def test_finished_map_is_drawn_with_its_network(client: Proofreader) -> None:
    """The rulebook's example has thirteen pieces on the map."""
    drawing = client.get("/en/hansa_teutonica/example/network", follow_redirects=True).one("section", class_="finished")
    classes = [element.get("class", "").split() for element in drawing.iter()]
    assert sum("held" in names for names in classes) == 13
    assert any({"net", "lit"} <= set(names) for names in classes)


def test_rules_link_to_the_search_of_their_game(client: Proofreader) -> None:
    page = client.get("/en/qin/rules")
    assert "/en/search?game=qin" in [link.get("href") for link in page.all("a", class_="find")]
    assert client.get("/en/search?q=ties&game=qin").all("ol", class_="hits")


def test_only_a_game_with_a_board_has_a_switch_of_views(client: Proofreader) -> None:
    switches = {
        slug: any(client.get(f"/en/{slug}/score").all(tag, class_="views") for tag in ("p", "div"))
        for slug in ("qin", "honshu")
    }
    assert switches == {"qin": False, "honshu": True}
