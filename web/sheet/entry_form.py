"""The form class of sheets and calculators: a FlaskForm whose fields depend on the request."""

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.i18n import DummyTranslations

from web.sheet.fields import EntryField

_NO_TRANSLATIONS = DummyTranslations()


class EntryForm(FlaskForm):
    """A form with a field for each of a game's entries. It changes nothing on the server, so it has no CSRF token."""

    class Meta(FlaskForm.Meta):
        """No CSRF token, and no messages of WTForms: the loader reports the faults."""

        csrf = False

        def get_translations(self, form: object) -> DummyTranslations:
            """Return no translations, which WTForms would look up on disk for each field."""
            return _NO_TRANSLATIONS

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(formdata=query)
        self.query = query

    def add_field(self, name: str, unbound: UnboundField) -> EntryField:
        """Bind a field to this form and fill it with what the query holds.

        WTForms' `Form` takes its fields from the class, but the fields of a sheet depend on its players and options.
        """
        BaseForm.__setitem__(self, name, unbound)
        field: EntryField = self[name]
        field.process(self.query)
        return field

    def field_at(self, path: str) -> EntryField | None:
        """Return the field with this name, or that of the entry that contains it."""
        while path and path not in self:
            path = path.rpartition(".")[0]
        return self[path] if path else None
