"""The settings of the environment: what they may be, and the one sentence that answers each that cannot be."""

import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask, request
from serving import ROOT, environment, free_port, serving

from app import create_app
from web.serving.settings import LOG_LEVELS, Settings, StartError, count_cores, read_settings


def test_without_settings_it_serves_the_table_on_every_core() -> None:
    settings = read_settings({})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 8000, count_cores())
    assert (settings.trusted_proxies, settings.public_url, settings.hsts, settings.access_log) == (0, "", 0, False)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("HOST", "::1", "::1"),
        ("HOST", "localhost", "localhost"),
        ("PORT", " 80 ", 80),
        ("PORT", "65535", 65535),
        ("WORKERS", "1", 1),
        ("TRUSTED_PROXIES", "2", 2),
        ("PUBLIC_URL", "https://tally.example/", "https://tally.example"),
        ("PUBLIC_URL", "http://[::1]:8080", "http://[::1]:8080"),
        ("LOG_LEVEL", "INFO", "info"),
        ("ACCESS_LOG", "1", True),
        ("ACCESS_LOG", "0", False),
        ("HSTS", "31536000", 31_536_000),
    ],
)
def test_a_setting_is_read(name: str, text: str, value: object) -> None:
    assert getattr(read_settings({name: text}), name.lower()) == value


WRONG = [
    ("PORT", "abc"),
    ("PORT", ""),
    ("PORT", "0"),
    ("PORT", "99999"),
    ("PORT", "-1"),
    ("PORT", "8_0"),
    ("PORT", "٨٠"),
    ("HOST", ""),
    ("WORKERS", "0"),
    ("WORKERS", "two"),
    ("WORKERS", "9" * 5000),
    ("TRUSTED_PROXIES", "yes"),
    ("PUBLIC_URL", ""),
    ("PUBLIC_URL", "tally.example"),
    ("PUBLIC_URL", "https://tally.example/scores"),
    ("PUBLIC_URL", "https://tally.example:x"),
    ("PUBLIC_URL", "https://a@tally.example"),
    ("PUBLIC_URL", "https://[::1"),
    ("LOG_LEVEL", "loud"),
    ("ACCESS_LOG", "yes"),
    ("HSTS", "for ever"),
    ("TLS_CERT", "no/such/file.pem"),
    ("TLS_KEY", "no/such/file.pem"),
]


@pytest.mark.parametrize(("name", "text"), WRONG, ids=[f"{name}={text[:12]}" for name, text in WRONG])
def test_a_wrong_setting_is_named_in_one_sentence(name: str, text: str) -> None:
    with pytest.raises(StartError) as error:
        read_settings({name: text})
    (sentence,) = error.value.args
    assert sentence.startswith(f"{name} ")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    file = tmp_path / "a.pem"
    file.touch()
    with pytest.raises(StartError, match="needed together"):
        read_settings({"TLS_CERT": str(file)})
    assert read_settings({"TLS_CERT": str(file), "TLS_KEY": str(file)}).tls_key == file


@pytest.mark.parametrize("level", LOG_LEVELS)
def test_log_levels_are_known_to_granian_and_python(level: str) -> None:
    import logging

    from granian.log import LogLevels

    assert LogLevels(level)
    assert isinstance(logging.getLevelName(level.upper()), int)


@pytest.mark.long
def test_failed_start_prints_one_sentence(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("no certificate", encoding="utf-8")
    with serving() as other:
        cases = {
            "PORT must be": {"PORT": "abc"},
            "HOST is empty": {"HOST": ""},
            "HOST is 'no.such.host.invalid'": {"HOST": "no.such.host.invalid"},
            "HOST is '192.0.2.1'": {"HOST": "192.0.2.1"},
            "TLS_CERT and TLS_KEY": {"TLS_CERT": str(nonsense), "TLS_KEY": str(nonsense)},
            f"Port {other.port} is in use": {"PORT": str(other.port)},
        }
        starts = {
            sentence: subprocess.Popen(
                [sys.executable, "tally.py", "serve"],
                cwd=ROOT, env=environment(**{"HOST": "127.0.0.1", "PORT": str(free_port())} | settings),
                text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            for sentence, settings in cases.items()
        }  # fmt: skip
        for sentence, start in starts.items():
            output, error = start.communicate(timeout=60)
            assert (start.returncode, output, error.count("\n")) == (2, "", 1), error
            assert error.startswith(f"Tally cannot start. {sentence}"), error


@pytest.mark.short(host="::1")
@pytest.mark.parametrize(("host", "shown"), [("localhost", "localhost"), ("::1", "[::1]")])
def test_a_host_by_name_and_one_of_ipv6_are_served_and_shown(host: str, shown: str) -> None:
    import socket

    if host == "::1":
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            pytest.skip("this machine has no IPv6")
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "tally.py", "serve"], cwd=ROOT, env=environment(HOST=host, PORT=str(port), WORKERS="1"),
        text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        assert process.stdout
        lines = iter(process.stdout.readline, "")
        address = next(line for line in lines if line.startswith("Tally"))
        assert address == f"Tally 算分: http://{shown}:{port}/\n"
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture
def behind() -> Flask:
    """An application behind one proxy, which tells what it takes its visitor to be."""
    app = create_app({"TRUSTED_PROXIES": 1, "HSTS": 3600})

    @app.get("/visitor")
    def visitor() -> list[str]:
        return [request.remote_addr or "", request.scheme, request.host]

    return app


FORWARDED = {"X-Forwarded-For": "9.9.9.9, 203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "tally.example"}


def test_only_the_last_trusted_proxy_is_believed(behind: Flask) -> None:
    client = behind.test_client()
    assert client.get("/visitor", headers=FORWARDED).json == ["203.0.113.7", "https", "tally.example"]
    assert client.get("/visitor").json == ["127.0.0.1", "http", "localhost"]


def test_untrusted_proxy_headers_are_ignored(app: Flask) -> None:
    answer = app.test_client().get("/en", headers=FORWARDED)
    assert answer.headers["Location"] == "/en/"
    assert "Strict-Transport-Security" not in answer.headers


def test_hsts_header_is_sent_only_if_set_and_over_https(behind: Flask, app: Flask) -> None:
    client = behind.test_client()
    for path in ("/en/", "/nowhere", "/api/v1/games"):
        assert client.get(path, headers=FORWARDED).headers["Strict-Transport-Security"] == "max-age=3600"
        assert "Strict-Transport-Security" not in client.get(path).headers
        assert "Strict-Transport-Security" not in app.test_client().get(path, base_url="https://tally.example").headers


def test_the_environment_is_read_where_no_configuration_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://tally.example")
    monkeypatch.setenv("HSTS", "60")
    assert (create_app().config["PUBLIC_URL"], create_app({"HSTS": 5}).config["HSTS"]) == ("https://tally.example", 5)
    monkeypatch.setenv("HSTS", "x")
    with pytest.raises(StartError):
        create_app()
    assert create_app({}).config["HSTS"] == 0
