"""The five games that Tally began with. What a later game may leave out, such as a list of terms, these have, and tests say so."""

SHIPPED = ("chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan")
