"""Interrupts wait for the end of a step, but not for long."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest

from annotate.capture.interrupt import put_off_interrupts


@pytest.fixture(autouse=True)
def _ending_on_request() -> Iterator[None]:
    """Both signals interrupt, also where a shell has started the tests in the background."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.default_int_handler) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def test_sigterm_does_not_wait_for_a_slow_step() -> None:
    """Its sender may send it only once, and SIGKILL soon after."""
    with pytest.raises(KeyboardInterrupt), put_off_interrupts(patience=0.1) as interrupted:
        signal.raise_signal(signal.SIGTERM)
        assert interrupted.is_set()
        time.sleep(20)


def test_ctrl_c_waits_for_the_step_and_a_second_one_does_not() -> None:
    """A person sees that nothing ends yet, and presses again."""
    with pytest.raises(KeyboardInterrupt), put_off_interrupts(patience=0) as interrupted:
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.1)
        assert interrupted.is_set()
        signal.raise_signal(signal.SIGINT)


def test_sigterm_waits_for_the_step_in_the_background() -> None:
    """There, a shell ignores Ctrl-C, which stays ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with put_off_interrupts() as interrupted:
            signal.raise_signal(signal.SIGINT)
            assert not interrupted.is_set()
            signal.raise_signal(signal.SIGTERM)
            assert interrupted.is_set()
    finally:
        signal.signal(signal.SIGINT, before)
