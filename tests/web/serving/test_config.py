"""The settings of the environment: what they may be, and the one sentence that answers each that cannot be."""

import socket
from pathlib import Path

import pytest
from flask import Flask, request
from serving import OWN_SETTINGS, free_port

from app import create_app
from web.common.start import StartError
from web.serving import server
from web.serving.settings import LOG_LEVELS, Settings, count_cores, read_settings


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


class Idle:
    """A server that stops at once."""

    def serve(self, **_: object) -> None:
        """Serve nobody."""


def start(patch: pytest.MonkeyPatch, **settings: str) -> None:
    """Run the command with these settings alone, up to where it would build the application and serve it."""
    for name in OWN_SETTINGS:
        patch.delenv(name, raising=False)
    for name, text in settings.items():
        patch.setenv(name, text)
    patch.setattr(server, "_build", lambda create_app, settings: None)
    patch.setattr(server, "_server", lambda settings, ip: Idle())
    server.serve(lambda config: None)


@pytest.mark.parametrize(
    ("name", "text", "address"),
    [
        ("HOST", "localhost", "http://localhost:{port}/"),
        ("HOST", "::1", "http://[::1]:{port}/"),
        ("PUBLIC_URL", "https://tally.example/", "https://tally.example/"),
    ],
)
def test_start_shows_the_address_for_phones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, text: str, address: str
) -> None:
    port = free_port()
    try:
        start(monkeypatch, PORT=str(port), **{name: text})
    except SystemExit:
        if text == "::1" and "cannot serve there" in capsys.readouterr().err:
            pytest.skip("this machine has no IPv6")
        raise
    assert capsys.readouterr().out.endswith(f"\nTally 算分: {address.format(port=port)}\n")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"PORT": "abc"}, "PORT must be"),
        ({"HOST": ""}, "HOST is empty"),
        ({"HOST": "no.such.host.invalid"}, "HOST is 'no.such.host.invalid'"),
        ({"HOST": "192.0.2.1"}, "HOST is '192.0.2.1'"),
        ({"TLS_CERT": __file__, "TLS_KEY": __file__}, "TLS_CERT and TLS_KEY"),
    ],
)
def test_failed_start_prints_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], settings: dict[str, str], sentence: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        start(monkeypatch, **{"HOST": "127.0.0.1", "PORT": str(free_port())} | settings)
    output, error = capsys.readouterr()
    assert (output, error.count("\n")) == ("", 1)
    assert error.startswith(f"Tally cannot start. {sentence}")


def test_start_without_a_folder_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    start(monkeypatch, HOST="127.0.0.1", PORT=str(free_port()))
    assert caplog.messages == ["Scoring together is switched off: neither DATA_DIR nor DATABASE_URL is set."]


def test_start_fails_where_the_port_is_in_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as other:  # as granian's
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match="2"):
            start(monkeypatch, HOST="127.0.0.1", PORT=str(port))
    assert capsys.readouterr().err.startswith(f"Tally cannot start. Port {port} is in use")


@pytest.fixture
def behind() -> Flask:
    """An application behind one proxy, which tells what it takes its visitor to be."""
    app = create_app({"TRUSTED_PROXIES": 1, "HSTS": 3600})

    @app.get("/visitor")
    def visitor() -> list[str]:
        return [request.remote_addr or "", request.scheme, request.host]

    return app


FORWARDED = {
    "X-Forwarded-For": "9.9.9.9, 203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "tally.example",
}


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


def test_database_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.sync.find_spec", lambda _: None)
    with pytest.raises(StartError, match=r"pip install 'psycopg\[binary\]'"):
        create_app({"DATABASE_URL": "postgresql://tally@localhost/tally", "SECRET_KEY": "k" * 32})
