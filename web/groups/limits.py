"""The limits of groups' scorebooks, and their errors. SECURITY.md describes them."""

from werkzeug.exceptions import Conflict, Forbidden, NotFound

from scorers.model import N_

GROUP_BYTES, SECRET_BYTES = 9, 16
"""Random bytes of a group's id, which is no secret, and of the secret in each of its links: 128 bits."""
GROUP_CHARACTERS = 12
"""Length of the id, with which a link begins."""
LIFETIME_SECONDS = 730 * 24 * 60 * 60
"""A group expires when nobody has used it for two years."""
TOUCH_SECONDS = 24 * 60 * 60
"""Reading counts as use, and is recorded once a day."""
RESTORE_SECONDS = 30 * 24 * 60 * 60
"""A deleted result can be restored for so long; then its history is deleted as well."""
DEVICE_SECONDS = 90 * 24 * 60 * 60
"""Time after which an unseen device is forgotten."""
MAX_SWEPT_ROWS = 50
"""Groups, or deleted results, that one transaction of a sweep takes."""

MAX_CREATED_AN_HOUR = 60
"""Groups that one address makes."""
MAX_ANSWERED_ENTRIES = 500
"""Entries in one answer; there may be more."""
MAX_VALUE_BYTES = 16 * 1024
"""Size of one result as JSON."""
MAX_NAME_CHARACTERS = 100
"""Length of a group's name, and of joined names."""
MAX_WHO_CHARACTERS = 40
"""Length of a writer's name."""
MAX_ENTRIES = 20_000
"""Entries that a group can have, deleted results and joined names included."""
MAX_HISTORY_BYTES = 32 * 1024 * 1024
"""Bytes of all results of a group with their history."""
MAX_DEVICES = 5_000
"""Devices that changed something in the last months, by group: a browser is one, and so is each posted form."""
PAGE_SIZE = 24
"""Results that one page lists."""
MAX_HISTORY_ROWS = 100
"""Changes that one page or answer shows."""
MAX_DELETED_ROWS = 200
"""Deleted results that one page or answer shows."""
MAX_FILE_BYTES = 4 * 1024 * 1024
"""Size of a scorebook file that a page without scripts sends."""


class GroupGone(NotFound):
    """The group does not exist any more, or its link was renewed."""

    description = N_(
        "This scorebook is gone, or its link was renewed or mistyped. Please ask somebody of your group for its link."
    )


class ResultGone(NotFound):
    """The scorebook has no such result."""

    description = N_("This scorebook has no such result.")


class ReadOnly(Forbidden):
    """A link that only reads was used to write."""

    description = N_("With this link the scorebook can be read, not changed.")


class GroupFull(Conflict):
    """A group takes no more."""

    description = N_("This scorebook has taken all that it can hold. Please save it to a file, and begin a new one.")
