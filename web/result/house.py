"""House rules in words, for pages that show a score by them."""

from typing import Any

from scorers.house import house_rules
from scorers.model import N_
from web.common.formatting import join_list, minus
from web.common.languages import message, translate


def say_house_rules(sheet: Any) -> str:
    """Return the values that differ from the rulebook: "Controlled city 3 instead of 2"; "" if there are none."""
    text = N_("%(label)s %(value)s instead of %(printed)s")
    rules = house_rules(sheet)
    return join_list(
        message(text, label=translate(rule.label), value=minus(rule.value), printed=minus(rule.printed))
        for rule in rules
    )
