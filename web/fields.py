"""WTForms fields for the kinds of entries: which control asks for what."""

from collections.abc import Iterable, Sequence
from typing import Any

from wtforms import BooleanField, Field, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields import SelectChoice
from wtforms.widgets import CheckboxInput, ListWidget

from scorers.groups import Listed, Several
from scorers.kinds import Choice, Kind, Number, Text, Tick
from web.locale import translate

Made = tuple[type[Field], dict[str, Any]]
Options = Iterable[tuple[str, str]]
NOTHING = ("", "–")


class CheckboxesField(SelectMultipleField):
    """Several of a few, as check boxes."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()


class SlotsField(StringField):
    """A row of seats, such as a city's offices: one select each, all under one name, or one text such as `01-`."""

    def __init__(self, *args: Any, slots: int, seats: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slots, self.seats = slots, seats

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = "".join(value.strip() or "-" for value in valuelist)

    def picked(self) -> list[str]:
        """The seat in each slot, "" where it is empty."""
        letters = (self.data or "").rstrip("-")[: 2 * self.slots].ljust(self.slots, "-")
        return ["" if letter == "-" else letter for letter in letters]


def select(options: Options, **given: Any) -> Made:
    """One of a few. What else a link may say is the loader's to refuse, in the sheet's own words."""
    return SelectField, {"choices": [SelectChoice(*option) for option in options], "validate_choice": False, **given}


def typed(**ways: Any) -> Made:
    """A box to type in; `ways` are its HTML attributes."""
    return StringField, {"render_kw": {"autocomplete": "off", **ways}}


def made(kind: Kind) -> Made:
    """The field of an entry of a kind."""
    match kind:
        case Number() if kind.faces:
            return select([NOTHING, *((str(level), translate(face)) for level, face in enumerate(kind.faces))])
        case Number():
            # A number pad on a phone has no minus sign, so where there can be one the keyboard has letters too.
            return typed(inputmode="numeric" if kind.low >= 0 else "text", maxlength=40)
        case Choice():
            unset = [("", translate(kind.unset))] if kind.unset else []
            return select([*unset, *_labels(kind.options)], default=str(kind.empty or ""))
        case Tick():
            return BooleanField, {"false_values": ("", "0")}
        case Several():
            return CheckboxesField, {"choices": [SelectChoice(*option) for option in _labels(kind.options)], "validate_choice": False}
        case Text(position=True):
            return TextAreaField, {"render_kw": {"rows": 4, "autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}}
        case Text():
            return typed(maxlength=kind.most)
        case Listed():
            return typed(inputmode="text", maxlength=200)
    raise NotImplementedError(kind)


def _labels(options: Any) -> Options:
    return ((str(value), translate(label)) for value, label in options.items())
