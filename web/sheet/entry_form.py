"""The form that sheets and calculators share: a FlaskForm whose fields are added as a request's entries need them."""

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.i18n import DummyTranslations

from web.sheet.fields import EntryField

_NO_TRANSLATIONS = DummyTranslations()


class EntryForm(FlaskForm):
    """Entries of a game as fields by name. It changes nothing on the server, so it has no token."""

    class Meta(FlaskForm.Meta):
        """No token: nothing is changed. No texts of WTForms either: what is wrong, the loader says."""

        csrf = False

        def get_translations(self, form: object) -> DummyTranslations:
            """None, where each field of each form would look for them on the disk."""
            return _NO_TRANSLATIONS

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(formdata=query)
        self.query = query

    def add_field(self, name: str, unbound: UnboundField) -> EntryField:
        """Bind a field to this form and fill it with what the query holds.

        WTForms' `Form` takes fields from its class alone; which ones a sheet needs depends on its players and options.
        """
        BaseForm.__setitem__(self, name, unbound)
        field: EntryField = self[name]
        field.process(self.query)
        return field

    def field_at(self, path: str) -> EntryField | None:
        """Return the field with this name, or with that of the entry which holds it."""
        while path and path not in self:
            path = path.rpartition(".")[0]
        return self[path] if path else None
