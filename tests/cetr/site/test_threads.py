"""Sites as a crawler with threads or processes uses them."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from cetr.learned import load_model
from cetr.site import Memory, SiteMemories, Sites, remember, see, trace
from cetr.site.memory import MOST_PAGES
from tests.cetr.site.pages import write_article


@pytest.fixture
def _hasty_threads() -> Iterator[None]:
    """Threads that interrupt each other as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_hasty_threads")
def test_threads_lose_nothing() -> None:
    """What one thread learns of a site, another neither misses nor overwrites."""
    model = load_model()
    traces = [trace(see(f"<p>Page {number}</p>", model)) for number in range(MOST_PAGES)]
    memories = SiteMemories({"a": remember(Memory(), traces[0])})

    def learn(number: int) -> int:
        memories.learn("a", remember(Memory(), traces[number]))
        return len(memories["a"].traces)

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(learn, range(1, MOST_PAGES)))
    assert min(seen) > 1
    assert {known.key for known in memories["a"].traces} == {known.key for known in traces}


def test_sites_can_be_pickled() -> None:
    """As frameworks that send their objects to other processes do: the copy knows the same pages."""
    sites = Sites()
    sites.observe(write_article("one"), "https://example.org/1")
    copy = pickle.loads(pickle.dumps(sites))
    page, url = write_article("two"), "https://example.org/2"
    assert copy.suggest(page, url) == sites.suggest(page, url)
    assert copy.suggest(page, url).pages == 1
