"""Run by `make native-check` before the engine's tests: checks that they will test the compiled engine."""

from __future__ import annotations

from importlib import import_module

import engine.state


def test_the_engine_is_compiled() -> None:
    assert engine.state.__file__.endswith(".so")
    compiled = import_module("engine.testing.fast_random_match").__file__
    assert compiled is not None
    assert compiled.endswith(".so")
