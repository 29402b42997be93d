"""Requests to the engine in a browser and to the server, to compare their answers."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Page
from serving import PATIENCE, ROOT, Server

CLOCK = re.compile(r"playDate%22%3A%22.*?%22")
"""The only part of a page that differs each time."""
BATCH = 50
ASK = """async (requests) => {
  const { ask } = await import(document.querySelector('script[src$="/search.js"]').src.replace("search/search.js",
    "offline/engine.js"));
  const answers = [];
  for (const [method, url, body] of requests) {
    const { status, headers, body: given } = await ask({ method, url, body: Uint8Array.from(body, (letter) =>
      letter.charCodeAt(0)) });
    const named = Object.fromEntries(headers);
    answers.push([status, named["Content-Type"] ?? "", named.Location ?? "", new TextDecoder("utf-8", {
      ignoreBOM: true }).decode(given)]);
  }
  return answers;
}"""
START = """async () => {
  const engine = await import(document.querySelector('script[src$="/search.js"]').src.replace("search/search.js",
    "offline/engine.js"));
  try {
    await engine.start();
  } catch (reason) {
    return [engine.state(), String(reason)];
  }
  return [engine.state(), ""];
}"""


class Request(NamedTuple):
    """A request."""

    method: str
    url: str
    body: bytes = b""


class Answer(NamedTuple):
    """A response; its body is without the time."""

    status: int
    kind: str
    location: str
    body: str


def build_bundle() -> None:
    """Build the bundle, unless it is there; it is kept for all later runs."""
    subprocess.run([sys.executable, "offline/build.py"], cwd=ROOT, check=True)


def start_engine(page: Page) -> tuple[str, str]:
    """Start the engine in a page; return its state, and why it did not start."""
    state, reason = page.evaluate(START)
    return state, reason


def ask_engine(page: Page, requests: Sequence[Request]) -> list[Answer]:
    """Return the engine's answers."""
    answers = []
    for at in range(0, len(requests), BATCH):
        answers += page.evaluate(
            ASK, [[method, url, body.decode("latin-1")] for method, url, body in requests[at : at + BATCH]]
        )
    return [Answer(status, kind, location, CLOCK.sub("", body)) for status, kind, location, body in answers]


def ask_server(server: Server, requests: Iterable[Request]) -> list[Answer]:
    """Return the server's answers, uncompressed."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def send(method: str, url: str, body: bytes) -> HTTPResponse:
        connection.request(method, url, body=body or None, headers={"Accept-Encoding": "identity"})
        return connection.getresponse()

    answers = []
    for request in requests:
        try:
            response = send(*request)
        except RemoteDisconnected:  # after a body that it did not read
            connection.close()
            response = send(*request)
        text = CLOCK.sub("", response.read().decode())
        answers.append(
            Answer(response.status, response.getheader("Content-Type", ""), response.getheader("Location", ""), text)
        )
    connection.close()
    return answers


class _Links(HTMLParser):
    """The addresses of a page's links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.urls: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.urls += [value for name, value in attrs if name == "href" and value]


def crawl(server: Server, starts: Iterable[str]) -> Iterator[tuple[Request, Answer]]:
    """Yield every page that links lead to from these addresses, with the server's answer."""
    waiting = list(starts)
    urls = set(waiting)
    while waiting:
        requests = [Request("GET", url) for url in waiting]
        waiting = []
        for one, answer in zip(requests, ask_server(server, requests), strict=True):
            yield one, answer
            links = [answer.location] if answer.location else _Links(answer.body).urls if "html" in answer.kind else []
            for link in links:
                parts = urlsplit(urljoin(one.url, link))
                url = parts._replace(fragment="").geturl()
                if (
                    not parts.netloc
                    and not parts.scheme
                    and url not in urls
                    and not url.startswith(("/static/", "/offline/"))
                ):
                    urls.add(url)
                    waiting.append(url)
