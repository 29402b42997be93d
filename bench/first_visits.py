"""Bytes transferred on a first visit of a sheet."""

import re
from collections.abc import Iterator
from posixpath import normpath

import brotli
from _load import answer, request, serve

from scorers.registry import slugs


def main() -> None:
    """Print the bytes transferred until a game's sheet works, without response headers."""
    print(f"{'first visit of a sheet, bytes over the wire':46}{'all':>10}{'page':>10}{'script':>10}")
    with serve("app:create_app") as port:
        for slug in slugs():
            sheet = f"/zh-Hant/{slug}/score"
            sizes = dict(_load_files(port, sheet))
            scripts = sum(size for path, size in sizes.items() if path.endswith(".js"))
            print(f"  {slug:44}{sum(sizes.values()):10}{sizes[sheet]:10}{scripts:10}")


def _load_files(port: int, page: str) -> Iterator[tuple[str, int]]:
    """Yield a page and all files that it loads, directly or not, with the bytes transferred."""
    queue, paths = [page], {page}
    while queue:
        path = queue.pop()
        headers, body = answer(port, request("GET", path))
        yield path, len(body)
        plain = brotli.decompress(body) if headers.get("content-encoding") == "br" else body
        text = plain.decode(errors="replace")  # some files are fonts
        names = (
            re.findall(r'(?:src|href)="(/static/(?![^"]*/icons/)[^"]+)"', text) if path == page else []
        )  # without home screen icons
        names += [
            normpath(f"{path.rpartition('/')[0]}/{name}")
            for name in re.findall(r'^import [^(\n]*"(\.[^"]+)"', text, re.M)
        ]
        queue += [name for name in dict.fromkeys(names) if name not in paths]
        paths.update(names)


if __name__ == "__main__":
    main()
