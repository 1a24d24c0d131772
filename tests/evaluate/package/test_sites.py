"""The site of a page."""

from evaluate.package.sites import find_site


def test_a_site_is_a_host_without_www() -> None:
    """Port and path do not count, and what names no host has no site."""
    assert [find_site(u) for u in ("https://www.x.org:80/a", "", "http://[bad")] == ["x.org", "", ""]
