"""The links of ``annotate serve``."""

import stat

import pytest

from annotate.serve.links import find_person, make_links, read_key
from cetr.console import InputError
from evaluate.package import PackageError, PackageInfo, create_package


def test_links_stay_the_same_and_differ(tmp_path):
    """The same key and package make the same link; another key, or another package, makes another one."""
    folders = [create_package(tmp_path / name, PackageInfo(name=name)).folder for name in "ab"]
    key = read_key(tmp_path / "new" / "settings" / "serve.key")
    assert read_key(tmp_path / "new" / "settings" / "serve.key") == key
    links = make_links([*folders, folders[0] / ".." / "a"], "ann", key)
    assert [(link.folder, link.annotator, len(link.token)) for link in links] == [(f, "ann", 24) for f in folders]
    assert links[0].token != links[1].token
    assert make_links(folders, "bob", key)[1].token == links[1].token
    assert make_links(folders, "ann", bytes(32))[0].token != links[0].token


def test_the_key_is_the_user_s_alone(tmp_path):
    """Nobody else can read it, and a file that is no key is not taken for one."""
    path = tmp_path / "serve.key"
    read_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_bytes(b"short")
    with pytest.raises(InputError, match=r"serve\.key: is not a key of 32 bytes; remove it"):
        read_key(path)


@pytest.mark.parametrize(
    ("extra", "person"),
    [
        ({"assigned": {"of": "p", "annotator": "jana"}}, "jana"),
        ({"blind": {"of": "p", "annotator": "petr"}}, "petr"),
        ({"blind": {"of": "p"}}, None),
        ({"assigned": "jana"}, None),
        ({}, None),
    ],
)
def test_a_package_may_be_somebody_s(tmp_path, extra, person):
    """Assigned packages and blind passes name their person."""
    create_package(tmp_path / "p", PackageInfo(name="p", extra=extra))
    assert find_person(tmp_path / "p") == person


@pytest.mark.parametrize("name", ["ann\x1b]0;x\x07", "ann\tx", "ann\n", "ann\x00"])
def test_a_stranger_s_package_prints_no_controls(tmp_path, name):
    """A person's name goes to the owner's terminal, between tabs, and to another program."""
    create_package(tmp_path / "p", PackageInfo(name="p", extra={"assigned": {"annotator": name}}))
    with pytest.raises(InputError, match=r"package\.toml: extra\.assigned\.annotator: has characters"):
        find_person(tmp_path / "p")


def test_only_packages_are_served(tmp_path):
    """A folder that is not a package has no link."""
    with pytest.raises(PackageError):
        make_links([tmp_path], "ann", bytes(32))
