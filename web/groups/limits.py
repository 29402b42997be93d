"""The limits of groups' scorebooks, and their errors. SECURITY.md describes them."""

from werkzeug.exceptions import NotFound

from scorers.model import N_
from web.sync.limits import DocumentFull, DocumentGone

MAX_NAME_CHARACTERS = 100
"""Length of a group's name, and of joined names."""
PAGE_SIZE = 24
"""Results that one page lists."""
MAX_PAGE_SIZE = 100
"""Results that one answer lists."""
MAX_RESULT_BYTES = 16 * 1024
"""Size of one result as JSON."""
MAX_FILE_BYTES = 4 * 1024 * 1024
"""Size of a scorebook file that a page without scripts sends."""
MAX_IMPORT_SECONDS = 5
"""Time that the results of one file may take; the rest comes when it is sent again."""
REWRITE_SECONDS = 24 * 60 * 60
"""How long the result of a shared sheet follows its sheet after it was kept."""


class GroupGone(DocumentGone):
    """The group does not exist any more, or its link was renewed."""

    description = N_(
        "This scorebook is gone, or its link was renewed or mistyped. Please ask somebody of your group for its link."
    )


class ResultGone(NotFound):
    """The scorebook has no such result."""

    description = N_("This scorebook has no such result.")


class GroupFull(DocumentFull):
    """A group takes no more."""

    description = N_("This scorebook is full. Please save it to a file, and begin a new one.")
