"""`python3 -m scorers`: sheets as JSON on standard input, results on standard output; runs on a bare CPython."""

import argparse
import codecs
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

from scorers.changes import piece_changes
from scorers.model import N_, AnyGame, DeclarationError, Translate, format_message
from scorers.po_catalog import LANGUAGES, load_translator
from scorers.registry import game as find_game
from scorers.registry import games
from scorers.sensitivity import option_label
from scorers.service import compare_data, dumps, parse, score_data
from scorers.sheet import RepeatedKey, locate, name_entries, options_of, player_names, read_sheet

USAGE = 2


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return 0 if every sheet was scored, 1 if any had faults, 2 on wrong usage."""
    arguments = _parser().parse_args(argv)
    translate = load_translator(arguments.lang)
    for stream in filter(None, (sys.stdin, sys.stdout)):
        stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        by_slug = {game.slug: game for game in games()}
    except DeclarationError as error:
        print(error, file=sys.stderr)
        return USAGE
    if arguments.slug is None:
        for game in by_slug.values():
            print(f"{game.slug:<16} {translate(game.title)}")
        return 0
    if arguments.slug not in by_slug:
        print(f"{arguments.slug}: no such game; known are {', '.join(by_slug)}", file=sys.stderr)
        return USAGE
    service = compare_data if arguments.variants else score_data
    status = 0
    for data in read_sheets(_decode(sys.stdin.buffer.read()) if sys.stdin else ""):
        answer = service(arguments.slug, data, translate)
        status |= "faults" in answer
        if arguments.table:
            print(
                _tables(answer, translate) + _sensitivity(answer, by_slug[arguments.slug], data, translate), flush=True
            )
        else:
            print(dumps(answer), flush=True)
    return status


def _decode(given: bytes) -> str:
    """Return the text of the input: UTF-8, or UTF-16 with its mark, as older PowerShells write it."""
    is_wide = given.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return given.decode("utf-16" if is_wide else "utf-8", "replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m scorers", description="Score sheets given as JSON on standard input."
    )
    parser.add_argument("slug", nargs="?", help="the game; without it, the games are listed")
    parser.add_argument("--variants", action="store_true", help="score each sheet under every named variant")
    parser.add_argument("--table", action="store_true", help="print tables for people in place of JSON")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of labels and messages")
    return parser


def read_sheets(text: str) -> Iterator[object]:
    """Yield the sheets of a text: one JSON object over all its lines, or one per line; None for invalid JSON.

    Only a line feed ends a line, since names may contain other separators such as U+2028. A leading byte order mark is
    skipped.
    """
    text = text.removeprefix("\ufeff")
    whole = parse(text)
    if isinstance(whole, dict | RepeatedKey):
        yield whole
        return
    for line in text.split("\n"):
        if line.strip():
            yield parse(line)


def _tables(answer: dict[str, Any], translate: Translate) -> str:
    if "faults" in answer:
        return "".join(f"{fault['path']}: {fault['message']}\n" for fault in answer["faults"])
    if "columns" not in answer:
        return _table(answer, translate)
    return "\n".join(f"{column['label']}\n{_column(column, translate)}" for column in answer["columns"])


def _column(column: dict[str, Any], translate: Translate) -> str:
    if "needs" in column:
        needs = format_message(N_("needs %(entries)s"), {"entries": tuple(column["needs"])}, translate)
        return f"  {needs}\n"
    return _tables(column.get("result", column), translate)


def _sensitivity(answer: dict[str, Any], game: AnyGame, data: object, translate: Translate) -> str:
    """Return a line for each set of interpretations that changes the winner, and for each change that would have
    turned the game.
    """
    found = answer.get("sensitivity")
    if not found:
        return ""
    options = options_of(game.sheet)
    lines = []
    for change in found["changes"]:
        labels = (
            (options[name].label, option_label(options[name], value)) for name, value in change["options"].items()
        )
        chosen = ", ".join(f"{translate(label)}: {translate(value)}" for label, value in labels)
        lines.append(f"{chosen} → {_numbers(change['totals'])}")
    same = N_("The winner is the same under every interpretation scored (%(count)s).")
    lines = lines or [format_message(same, {"count": found["tried"]}, translate)]
    sheet, _ = read_sheet(game.sheet, data)
    lines += [f"{_change(swing, sheet, translate)}: {_numbers(swing['totals'])}" for swing in found["turned_by"]]
    return "\n" + "".join(f"{line}\n" for line in lines)


def _change(swing: dict[str, Any], sheet: Any, translate: Translate) -> str:
    """Return the change of a number by its path, or that of a board in words."""
    for change in () if isinstance(swing["from"], int) else piece_changes(sheet):
        if (change.path, change.before, change.after) == (swing["path"], swing["from"], swing["to"]):
            return format_message(
                change.sentence, {"name": player_names(sheet)[change.seat], "place": change.place}, translate
            )
    return f"{swing['path']} {swing['from']} → {swing['to']}"


def _numbers(totals: list[int]) -> str:
    return " : ".join(map(str, totals))


def _table(result: dict[str, Any], translate: Translate) -> str:
    players = result["players"]
    names = (
        "".join(filter(str.isprintable, player["name"])) for player in players
    )  # no control characters on the terminal
    rows = [["", *names]]
    for i, line in enumerate(players[0]["lines"]):
        rows.append([line["label"], *(str(player["lines"][i]["points"]) for player in players)])
    rows.append([translate(N_("Total")), *(str(player["total"]) for player in players)])
    rows.append([translate(N_("Rank")), *(str(player["rank"]) for player in players)])
    widths = [max(_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    table = "".join(_row(row, widths) + "\n" for row in rows)
    return table + _house_rules(result, translate) + _not_answered(result, translate)


def _not_answered(result: dict[str, Any], translate: Translate) -> str:
    """Return a line that names what nobody has answered, or "" if there is nothing."""
    names = name_entries(find_game(result["game"]), result["open"], translate)
    text = N_("Not answered: %(entries)s")
    return format_message(text, {"entries": tuple(names)}, translate) + "\n" if names else ""


def _house_rules(result: dict[str, Any], translate: Translate) -> str:
    """Return a line that names the house rules in use, or "" if there are none."""
    sheet_type = find_game(result["game"]).sheet
    rules = [
        f"{translate(locate(sheet_type, f'house.{key}').label)} {value}"
        for key, value in result.get("house", {}).items()
    ]
    text = N_("House rules: %(rules)s")
    return format_message(text, {"rules": tuple(rules)}, translate) + "\n" if rules else ""


def _row(cells: list[str], widths: list[int]) -> str:
    first, *rest = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    numbers = (cell.rstrip().rjust(len(cell)) for cell in rest)
    return "  ".join([first, *numbers]).rstrip()


def _width(text: str) -> int:
    """Return the width of a text in terminal columns; Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(0)
