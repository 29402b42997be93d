"""Helpers that use a shared sheet without scripts, through the plain forms of its pages."""

import re
from xml.etree.ElementTree import Element

from proofreader import Page, Proofreader
from werkzeug.datastructures import MultiDict


def fields_of(form: Element) -> MultiDict[str, str]:
    """Return what a browser would send of a form, without its buttons."""
    data: MultiDict[str, str] = MultiDict()
    for field in form.iter():
        name, value = field.get("name"), field.get("value", "")
        if (
            not name
            or field.tag == "button"
            or (field.get("type") in ("checkbox", "radio") and "checked" not in field.attrib)
        ):
            continue
        if field.tag == "select":
            chosen = [option for option in field.iter("option") if "selected" in option.attrib] or list(
                field.iter("option")
            )[:1]
            value = chosen[0].get("value", "")
        data.add(name, (field.text or "") if field.tag == "textarea" else value)
    return data


def submit(phone: Proofreader, page: Page, button: tuple[str, str] = ("to", ""), **changes: str) -> Page:
    """Fill in the sheet, or else the page's last form, and press a button.

    In `changes`, `p0_left` means the field `0.left`.
    """
    form = next((form for form in page.all("form") if form.get("id") == "sheet"), page.all("form")[-1])
    data = fields_of(form)
    for name, value in changes.items():
        data[re.sub(r"^p(\d)_", r"\1.", name)] = value
    data.add(*button)
    return phone.post(form.get("action") or page.request.path, data=data, follow_redirects=True)  # type: ignore[return-value]


def get(phone: Proofreader, path: str) -> Page:
    return phone.get(path, follow_redirects=True)  # type: ignore[return-value]


def open_table(
    phone: Proofreader,
    query: str = "n=3&0.name=Ann&1.name=Bo&2.name=Cleo",
    slug: str = "hansa_teutonica",
    lang: str = "en",
) -> str:
    """Open a shared sheet; return its path."""
    start = get(phone, f"/{lang}/{slug}/together?{query}")
    form = next(form for form in start.all("form") if form.get("action") == f"/{lang}/{slug}/together")
    answer = phone.post(f"/{lang}/{slug}/together", data=fields_of(form))
    assert answer.status_code == 302, answer.text
    return answer.headers["Location"].removesuffix("/open")


def sit(phone: Proofreader, address: str, seat: int) -> Page:
    """Take a seat; return the page that follows."""
    return submit(phone, get(phone, f"{address}/seats"), ("seat", str(seat)))
