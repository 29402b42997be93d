"""The form on the home page that opens a shared sheet by its code."""

from flask import Flask, get_template_attribute
from proofreader import tree


def test_code_goes_to_the_page_that_takes_it(app: Flask) -> None:
    with app.test_request_context("/en/"):
        app.preprocess_request()
        form = get_template_attribute("home/_join.html", "join_form")("/en/together")
    (field,) = tree(form).iter("input")
    assert (next(tree(form).iter("form")).get("action"), field.get("name"), field.get("inputmode")) == (
        "/en/together",
        "code",
        "numeric",
    )
