"""The compiled loops; everything else is in pyproject.toml. Without a compiler, the build goes on without them."""

from __future__ import annotations

from setuptools import Extension, setup

LOOPS = [
    Extension(
        f"cetr.compiled.{name}",
        [f"cetr/compiled/{name}.pyx"],
        depends=["cetr/compiled/interface.pxi", "cetr/compiled/text.pxd"],
        extra_compile_args=["-g0"],
        optional=True,
    )
    for name in ("attributes", "descent", "lexing", "lines", "texts")
]

setup(ext_modules=LOOPS, options={"build_ext": {"cython_c_in_temp": True, "parallel": 2}})
