"""Comparisons as JUnit XML, for continuous integration: a suite for each pair, a test for each limit."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cetr.console import disarm
from evaluate.comparing.change import SideComparison
from evaluate.comparing.verdicts import Verdict
from evaluate.comparing.writing import write_comparison


def write_junit(judged: Iterable[tuple[SideComparison, Verdict]]) -> str:
    """Write comparisons as XML. The output of a suite is what the terminal shows. Without limits, a suite has no
    cases.
    """
    root = Element("testsuites", name="evaluate compare")
    for comparison, verdict in judged:
        name = disarm(comparison.new.extractor)
        tests, failures = str(len(verdict.checks)), str(len(verdict.failures))
        suite = SubElement(root, "testsuite", name=name, tests=tests, failures=failures, errors="0")
        for check in verdict.checks:
            case = SubElement(suite, "testcase", classname=name, name=disarm(check.limit))
            if check.failure:
                SubElement(case, "failure", message=disarm(check.failure)).text = disarm(check.failure)
        SubElement(suite, "system-out").text = write_comparison(comparison, verdict)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"
