"""Popular extraction libraries by name, when they are installed (``pip install 'cetr-gold[peers]'``).

Each is called as its documentation shows for one page, without the network if it has such a setting, so that you
compare what a user of the library gets. A result in HTML becomes text like that of any other extractor.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from platform import machine
from types import ModuleType

from cetr.console import InputError, name_install
from cetr.document import derive_text
from evaluate.outputs import declare

MODULES = {
    "trafilatura": "trafilatura",
    "resiliparse": "resiliparse.extract.html2text",
    "readability-lxml": "readability",
    "justext": "justext",
    "boilerpy3": "boilerpy3",
    "newspaper4k": "newspaper",
    "goose3": "goose3",
    "inscriptis": "inscriptis",
    "magic-html": "magic_html",
    "rs-trafilatura": "rs_trafilatura",
}
"""The registered name, which is the distribution's, and the module to call."""

_NEEDS: Mapping[str, tuple[str, bool]] = {
    "magic-html": ("Python 3.12 to 3.14", (3, 12) <= sys.version_info < (3, 15)),
    "readability-lxml": ("Python 3.14 or earlier", sys.version_info < (3, 15)),
    "rs-trafilatura": (
        "Python 3.12 on Linux, x86-64",
        (*sys.version_info[:2], sys.platform, machine()) == (3, 12, "linux", "x86_64"),
    ),
}
"""What a peer needs beyond our own requirements, and whether this system has it."""


def is_installed(name: str) -> bool:
    """Whether a peer's library is installed."""
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def install_hint(name: str) -> str:
    """Say how to install a missing peer."""
    needed, is_here = _NEEDS.get(name, ("", True))
    if not is_here:
        return f"{name} is not installed: it needs {needed}"
    return f"{name} is not installed: {name_install('peers')}"


def _load(name: str) -> ModuleType:
    try:
        return import_module(MODULES[name])
    except ModuleNotFoundError as error:
        if error.name != MODULES[name].partition(".")[0]:
            raise InputError(f"{name} cannot be used: it needs '{error.name}', which is not installed") from error
        raise InputError(install_hint(name)) from error


def trafilatura(html: str, *, precision: bool = False, recall: bool = False, structure: bool = False) -> str:
    """Trafilatura, in its default, precision-first or recall-first setting; comments left out.

    With ``structure`` its Markdown, with links.

    Source: Barbaresi, "Trafilatura" (2021); https://trafilatura.readthedocs.io (Apache-2.0).
    """
    extract = _load("trafilatura").extract
    found = partial(extract, html, include_comments=False, favor_precision=precision, favor_recall=recall)
    if structure:
        return declare(found(output_format="markdown", include_links=True) or "", "markdown")
    return found() or ""


def resiliparse(html: str, *, main_content: bool = True, structure: bool = False) -> str:
    """Resiliparse's main content extraction; with ``structure`` its minimal HTML, with links.

    Source: Bevendorff et al., "Elastic ChatNoir" (2018); https://resiliparse.chatnoir.eu (Apache-2.0).
    """
    extract = partial(_load("resiliparse").extract_plain_text, html, main_content=main_content, alt_texts=False)
    if structure:
        return declare(str(extract(preserve_formatting="minimal_html", links=True)), "html")
    return str(extract())


def readability(html: str, *, structure: bool = False) -> str:
    """Readability, the algorithm of browsers' reader views, in Python; with ``structure`` its HTML.

    Source: https://github.com/buriy/python-readability (Apache-2.0), after Arc90's Readability.
    """
    if not html.strip():
        return ""
    summary: str = _load("readability-lxml").Document(html).summary()
    return declare(summary, "html") if structure else derive_text(summary)


def justext(html: str, *, language: str = "English") -> str:
    """JusText: paragraphs classified by their length, links and stop words, then by their neighbours.

    Source: Pomikalek, "Removing boilerplate and duplicate content from web corpora" (2011); jusText (BSD-2-Clause).

    ``language`` names one of its stop lists; an empty one uses none.
    """
    module = _load("justext")
    known = module.get_stoplists()
    if language and language not in known:
        listing = 'python -c "import justext; print(*sorted(justext.get_stoplists()))"'
        raise InputError(f"justext: language: '{language:.40}' is not one of its {len(known)} stop lists ({listing})")
    stop_words = module.get_stoplist(language) if language else frozenset()
    if not html.strip():
        return ""
    paragraphs = module.justext(html, stop_words, **({} if language else {"stopwords_low": 0, "stopwords_high": 0}))
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


def boilerpy3(html: str, *, extractor: str = "ArticleExtractor") -> str:
    """Boilerpipe in Python; ``extractor`` is the name of one of its extractors.

    Source: Kohlschütter, Fankhauser, Nejdl, "Boilerplate detection using shallow text features" (2010); BoilerPy3
    (Apache-2.0; its last release is of 2023).
    """
    extractors = _load("boilerpy3").extractors
    known = sorted(name for name in vars(extractors) if name.endswith("Extractor") and name != "Extractor")
    if extractor not in known:
        raise InputError(f"boilerpy3: extractor: '{extractor}' is not one of {', '.join(known)}")
    return str(getattr(extractors, extractor)().get_content(html)) if html.strip() else ""


def newspaper4k(html: str, *, language: str = "en") -> str:
    """Newspaper4k's article text.

    Source: https://newspaper4k.readthedocs.io (MIT).
    """
    module = _load("newspaper4k")
    known = sorted(import_module("newspaper.utils").get_available_languages())
    if language not in known:
        raise InputError(f"newspaper4k: language: '{language:.40}' is not one of {', '.join(known)}")
    article = module.Article("http://localhost/", language=language, fetch_images=False)
    article.download(input_html=html or "<html></html>")
    try:
        article.parse()
    except ImportError as error:
        what = str(error).partition(" before ")[0]
        raise InputError(f"newspaper4k: language: '{language}' needs another package ({what})") from error
    return str(article.text)


def goose3(html: str) -> str:
    """Goose's cleaned text.

    Source: https://github.com/goose3/goose3 (Apache-2.0).
    """
    with _load("goose3").Goose({"enable_image_fetching": False}) as goose:
        return str(goose.extract(raw_html=html).cleaned_text) if html.strip() else ""


def inscriptis(html: str) -> str:
    """Inscriptis: all text of the page, laid out as a text browser does; a lower bound, not a content extractor.

    Source: Weichselbraun, "Inscriptis" (2021); https://inscriptis.readthedocs.io (Apache-2.0).
    """
    return str(_load("inscriptis").get_text(html)) if html.strip() else ""


def magic_html(html: str, *, url: str = "", structure: bool = False) -> str:
    """Magic-HTML's article extraction; with ``structure`` its HTML.

    Source: https://github.com/opendatalab/magic-html (Apache-2.0).
    """
    if not html.strip():
        return ""
    found = _load("magic-html").GeneralExtractor().extract(html, base_url=url)
    result = str(found.get("html") or "")
    return declare(result, "html") if structure else derive_text(result)


def rs_trafilatura(html: str, *, url: str = "", precision: bool = False, recall: bool = False) -> str:
    """Trafilatura rewritten in Rust, with a classifier of page types and settings for each; comments left out.

    Source: https://github.com/Murrough-Foley/rs-trafilatura-python (MIT or Apache-2.0), by the author of WCXB.
    """
    extract = _load("rs-trafilatura").extract
    found = extract(html, url=url or None, include_comments=False, favor_precision=precision, favor_recall=recall)
    return str(found.main_content or "")
