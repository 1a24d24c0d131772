"""Markdown as a tree, read by another's parser: what two texts mean, not how they are written."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

Tree = tuple[object, ...]


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return parser.use(deflist_plugin).use(dollarmath_plugin, allow_space=False, allow_digits=False).use(footnote_plugin)


def parse_markdown(text: str) -> Tree:
    """The tree of a text in the dialect of docs/structure.md: kinds, facts and texts of its nodes."""
    return _simplify(SyntaxTreeNode(_parser().parse(text)))


def _simplify(node: SyntaxTreeNode) -> Tree:
    facts: list[object] = [node.type]
    if node.type == "heading":
        facts.append(node.tag)
    if node.type in ("fence", "html_inline", "html_block", "code_inline", "text", "math_inline", "math_block"):
        facts.append(" ".join(node.content.split()) if node.type == "html_block" else node.content)
    if node.type == "fence":
        facts.append(node.info)
    if node.type == "paragraph":
        facts.append(node.hidden)
    if node.type in ("link", "image", "ordered_list", "th", "td"):
        facts.append(tuple(sorted((key, str(value)) for key, value in node.attrs.items())))
    if node.type == "image":
        facts.append(node.content)
    return (*facts, *(_simplify(child) for child in node.children if child.type != "footnote_anchor"))


def read_text(text: str) -> str:
    """What a reader of Markdown reads: the text of its tree without white space."""
    return "".join(_collect(SyntaxTreeNode(_parser().parse(text))))


def _collect(node: SyntaxTreeNode) -> list[str]:
    if node.type in ("text", "code_inline", "fence", "math_inline", "math_block"):
        return ["".join(node.content.split())]
    if node.type in ("html_block", "html_inline"):
        from html import unescape

        return ["".join(unescape(re.sub(r"<[^>]*>", "", node.content)).split())]
    if node.type == "image":
        return []
    return [part for child in node.children for part in _collect(child)]
