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
SOURCES = sorted(Path("loa_engine").rglob("_*.pyx"))

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


def extension(source: Path) -> Extension:
    return Extension(
        ".".join(source.with_suffix("").parts),
        [source.as_posix()],
        depends=["loa_engine/bits.h"],
        include_dirs=["loa_engine"],
        extra_compile_args=FLAGS,
        extra_link_args=LINK_FLAGS,
        undef_macros=["NDEBUG"] if DEBUG else [],
    )


setup(
    ext_modules=cythonize(
        [extension(source) for source in SOURCES],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
    )
)
