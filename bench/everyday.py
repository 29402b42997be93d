"""CPU time of a filled Trajan sheet for four players, next to an ordinary Flask-WTF form with the same number of fields."""

import os
import time
from collections.abc import Callable
from statistics import median
from typing import Any
from urllib.parse import urlencode

from _tables import tables
from flask import Flask, render_template_string, request
from flask_wtf import FlaskForm
from werkzeug.test import EnvironBuilder, run_wsgi_app
from wtforms import FieldList, FormField, IntegerField, StringField
from wtforms.form import Form
from wtforms.validators import InputRequired, Length, NumberRange

from app import create_app
from scorers.querystring import sheet_to_query
from scorers.registry import game
from scorers.sheet import load_sheet

ROUNDS, REQUESTS = int(os.environ.get("ROUNDS", "15")), 10
PLAYERS, COUNTS = 4, 27
TEMPLATE = """<!doctype html><html lang="en"><head><title>Score</title></head><body><form>
{% for player in form.players %}<fieldset><legend>{{ player["name"].data }}</legend>
{% for field in player.form %}<p>{{ field.label }} {{ field(class="number", inputmode="numeric") }}
{% for error in field.errors %}<strong>{{ error }}</strong>{% endfor %}</p>
{% endfor %}</fieldset>
{% endfor %}<button>Score</button></form></body></html>"""


def create_everyday_app() -> Flask:
    """Create an application with one form: for each of four players a name and 27 numbers, 112 fields in all."""
    app = Flask(__name__, static_folder=None)
    app.config.update(SECRET_KEY="bench")
    counts = {
        f"count_{number}": IntegerField(f"Count {number}", [InputRequired(), NumberRange(0, 99)])
        for number in range(COUNTS)
    }
    player_form = type("PlayerForm", (Form,), {"name": StringField("Name", [Length(max=40)]), **counts})

    class SheetForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is untyped
        class Meta:
            csrf = False

        players = FieldList(FormField(player_form), min_entries=PLAYERS, max_entries=PLAYERS)

    @app.get("/score")
    def score() -> str:
        form = SheetForm(request.args)
        assert form.validate(), form.errors
        return render_template_string(TEMPLATE, form=form)

    return app


def measure(app: Callable[..., Any], path: str, query: str) -> float:
    """Return the CPU time of a page in milliseconds."""
    environs = [EnvironBuilder(path, query_string=query).get_environ() for _ in range(REQUESTS)]
    start = time.process_time()
    for environ in environs:
        body, status, _ = run_wsgi_app(app, environ)
        b"".join(body)
        assert status == "200 OK", status
    return 1000 * (time.process_time() - start) / REQUESTS


def main() -> None:
    """Print the lowest and the median ratio of the rounds, and the median milliseconds of both."""
    ours, everyday = create_app({}).wsgi_app, create_everyday_app().wsgi_app
    sheet = load_sheet(game("trajan"), tables("trajan", 1)[0])
    filled = urlencode([*sheet_to_query(sheet), ("to", "sheet")])
    fields = {f"players-{seat}-count_{number}": seat + number for seat in range(PLAYERS) for number in range(COUNTS)}
    names = {f"players-{seat}-name": name for seat, name in enumerate(["Ann", "Bo", "小明", "阿哲"])}
    query = urlencode(fields | names)
    measure(ours, "/en/trajan/score", filled), measure(everyday, "/score", query)  # warm-up: compiles the templates
    both = [(measure(ours, "/en/trajan/score", filled), measure(everyday, "/score", query)) for _ in range(ROUNDS)]
    ratios = sorted(other / one for one, other in both)
    here, there = (median(column) for column in zip(*both, strict=True))
    print(
        f"filled sheet, ms, {ROUNDS} alternating rounds{'ratio, lowest':>21}{'median':>8}{'Tally':>8}{'everyday':>10}"
    )
    print(f"  {'Trajan, four players':46}{ratios[0]:16.2f}{median(ratios):8.2f}{here:8.2f}{there:10.2f}")


if __name__ == "__main__":
    main()
