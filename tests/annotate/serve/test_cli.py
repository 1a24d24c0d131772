"""What ``annotate serve`` says before it serves."""

import pytest
from click.testing import CliRunner

from annotate.review import config
from annotate.serve.cli import serve
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


def test_the_name_of_a_folder_controls_no_terminal(monkeypatch, tmp_path):
    """A stranger's package may be in a folder whose name has control characters."""
    from annotate.serve import server

    monkeypatch.setattr(server, "serve", lambda links, listening: None)
    monkeypatch.setattr(config, "config_path", lambda: tmp_path / "review.toml")
    folder = create_package(tmp_path / "p\x1b]0;x\x07", PackageInfo(name="p")).folder
    done = CliRunner().invoke(serve, [str(folder), "--port", "0", "--annotator", "ann", "--url", "https://e.org/"])
    assert done.output.startswith("ann\tp\ufffd]0;x\ufffd\thttps://e.org/")
