"""Links under a rule: entries, calculators, disputed interpretations and terms."""

from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import pytest
from proofreader import Page, Proofreader, words
from shipped import SHIPPED

from web.common.languages import LANGUAGES
from web.rules.model import rules, terms

pytestmark = pytest.mark.usefixtures("application_context")


def related(page: Page, section: str) -> list[Element]:
    """Return the paragraphs of links under a rule."""
    return [item for item in page.one("section", id=section).iter("p") if "use" in item.get("class", "").split()]


def targets(items: list[Element]) -> set[str]:
    """Return the last path segment and the fragment of each link."""
    links = [urlsplit(link.get("href", "")) for item in items for link in item.iter("a")]
    return {f"{link.path.rpartition('/')[2]}#{link.fragment}" for link in links}


def test_rule_shows_its_entry_calculator_dispute_and_terms(client: Proofreader) -> None:
    page = client.get("/en/chang_cheng/rules")
    assert targets(related(page, "scoring-invasion")) >= {
        "score#c-invasion",
        "#disputed-tower",
        "#disputed-tower-majority",
        "terms#threat",
    }
    assert targets(related(page, "province-full")) == {"province#", "terms#full_province"}
    assert "The score sheet assumes: In the region it stands in · What the tower protects" in map(
        words, related(page, "action-tower")
    )
    assert "Terms: reserved space 保留的空格, tower 塔樓" in map(words, related(page, "action-tower"))


def test_disputed_rule_shows_the_rules_it_concerns(client: Proofreader) -> None:
    page = client.get("/zh-Hant/chang_cheng/rules")
    assert {"#action-cards"} <= targets(related(page, "disputed-mandarin"))


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_disputed_rule_belongs_to_a_rule(slug: str, lang: str) -> None:
    book = rules(slug, lang)
    disputes = [section for section in book.sections if section.id.startswith("disputed-")]
    assert [section.id for section in disputes if not book.rules_of(section)] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_terms_under_a_rule_are_in_both_languages(client: Proofreader, lang: str, slug: str) -> None:
    page = client.get(f"/{lang}/{slug}/rules")
    other = next(tag for tag in LANGUAGES if tag != lang)
    for section in rules(slug, lang).sections[2:]:
        named = [term for term in terms(slug) if term.rule == section.id]
        shown = [
            words(span) for item in related(page, section.id) for span in item.iter("span") if span.get("lang") == other
        ]
        if len(named) <= 8 and not section.id.startswith("quick-reference"):
            assert sorted(shown) == sorted(term.names[other] for term in named), section.id
