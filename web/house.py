"""House rules in words, for everything that shows a score reckoned by them."""

from typing import Any

from scorers.house import house_rules
from scorers.model import N_
from web.formatting import join_list, minus
from web.languages import message, translate


def say_house_rules(sheet: Any) -> str:
    """The values that are not those of the rulebook: "Controlled city 3 instead of 2"; "" where there are none."""
    text = N_("%(label)s %(value)s instead of %(printed)s")
    rules = house_rules(sheet)
    return join_list(message(text, label=translate(rule.label), value=minus(rule.value), printed=minus(rule.printed)) for rule in rules)
