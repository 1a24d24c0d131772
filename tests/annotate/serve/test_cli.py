"""What ``annotate serve`` says before it serves."""

import re
from socket import AF_INET6, create_server, gethostname

import pytest
from click.testing import CliRunner

from annotate.review import config
from annotate.serve.cli import serve
from annotate.team.annotator import VARIABLE
from cetr.console import InputError
from evaluate.package import PackageInfo, create_package

pytest.importorskip("textual_serve")


def refuse(monkeypatch, tmp_path, settings, *arguments):
    """Why the command serves nothing."""
    path = tmp_path / "settings" / "review.toml"
    path.parent.mkdir()
    path.write_text(settings)
    monkeypatch.setattr(config, "config_path", lambda: path)
    folder = create_package(tmp_path / "p", PackageInfo(name="p")).folder
    done = CliRunner().invoke(serve, [str(folder), "--port", "0", "--host", "no host", *arguments])
    assert isinstance(done.exception, InputError)
    return str(done.exception)


def test_wrong_settings_are_told_at_the_start(monkeypatch, tmp_path):
    """The owner learns what is wrong in the settings, and not the first visitor."""
    settings = 'schema = 1\ntheme = "mauve"\n'
    assert refuse(monkeypatch, tmp_path, settings).startswith("no theme named 'mauve' (available: ")


def test_an_address_has_a_scheme(monkeypatch, tmp_path):
    """Without one, no browser would open the printed link."""
    why = refuse(monkeypatch, tmp_path, "schema = 1\n", "--url", "example.org")
    assert why == "--url: example.org: must begin with https:// or http://"


def has_version_6():
    """Whether the machine has addresses of version 6."""
    try:
        create_server(("::", 0), family=AF_INET6).close()
    except OSError:
        return False
    return True


version_6 = pytest.mark.skipif(not has_version_6(), reason="needs addresses of version 6")


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", gethostname()),
        pytest.param("::1", "[::1]", marks=version_6),
        pytest.param("::", gethostname(), marks=version_6),
    ],
)
def test_a_link_names_the_host_as_others_reach_it(monkeypatch, tmp_path, host, named):
    """An address of version 6 is in brackets, and one that stands for all is the machine's name."""
    from annotate.serve import server

    monkeypatch.setattr(server, "serve", lambda links, listening: None)
    monkeypatch.setattr(config, "config_path", lambda: tmp_path / "review.toml")
    monkeypatch.setenv(VARIABLE, "ann")
    folder = create_package(tmp_path / "p", PackageInfo(name="p")).folder
    done = CliRunner().invoke(serve, [str(folder), "--port", "0", "--host", host])
    assert re.fullmatch(rf"ann\tp\thttp://{re.escape(named)}:\d+/[\w-]{{24}}/\n", done.output)


def test_the_name_of_a_folder_controls_no_terminal(monkeypatch, tmp_path):
    """A stranger's package may be in a folder whose name has control characters."""
    from annotate.serve import server

    monkeypatch.setattr(server, "serve", lambda links, listening: None)
    monkeypatch.setattr(config, "config_path", lambda: tmp_path / "review.toml")
    folder = create_package(tmp_path / "p\x1b]0;x\x07", PackageInfo(name="p")).folder
    done = CliRunner().invoke(serve, [str(folder), "--port", "0", "--annotator", "ann", "--url", "https://e.org/"])
    assert done.output.startswith("ann\tp\ufffd]0;x\ufffd\thttps://e.org/")
