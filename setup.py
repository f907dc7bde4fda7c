"""The compiled modules and their compiler flags; everything else is in pyproject.toml.

LOA_NATIVE=1 tunes the build for this machine (the result may not run on another one).
LOA_DEBUG=1 turns Cython's checks, C asserts and the address and undefined-behaviour
sanitizers on.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("LOA_DEBUG") == "1"
NATIVE = os.environ.get("LOA_NATIVE") == "1"
MODULES = [name.stem for name in sorted(Path("loa_engine").glob("_*.pyx"))]

# The vectoriser turns inlined bit tricks into slower loops, so it stays off.
FLAGS = ["-O3", "-fno-tree-vectorize", "-g0"]
LINK_FLAGS: list[str] = []
if DEBUG:
    FLAGS = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    LINK_FLAGS = ["-fsanitize=address,undefined"]
if NATIVE:
    FLAGS.append("-march=native")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": DEBUG,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
}


def extension(name: str) -> Extension:
    return Extension(
        f"loa_engine.{name}",
        [f"loa_engine/{name}.pyx"],
        depends=["loa_engine/bits.h"],
        include_dirs=["loa_engine"],
        extra_compile_args=FLAGS,
        extra_link_args=LINK_FLAGS,
        undef_macros=["NDEBUG"] if DEBUG else [],
    )


setup(
    ext_modules=cythonize(
        [extension(name) for name in MODULES],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
    )
)
