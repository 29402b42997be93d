"""What `make test` says of the pinned packages: nothing counts as audited that was not."""

import audit

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
FLAWED = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "CVE-2014-1402"}]}
SKIPPED = {"name": "orjson", "skip_reason": "Dependency not found and could not be audited: orjson (3.13.0)"}


def test_nothing_is_audited_if_all_packages_are_skipped() -> None:
    assert audit.judge([SKIPPED, SKIPPED | {"name": "segno"}]) == ([audit.UNREACHED], 0)
    assert audit.judge([]) == ([audit.UNREACHED], 0)


def test_an_advisory_is_named_and_fails() -> None:
    assert audit.judge([SOUND, FLAWED]) == (["jinja2 2.4.1: CVE-2014-1402", "Packages audited: 2, advisories: 1"], 1)


def test_a_package_that_was_skipped_is_named_and_not_counted() -> None:
    assert audit.judge([SOUND, SKIPPED]) == (["not audited: orjson", "Packages audited: 1, advisories: 0"], 0)
