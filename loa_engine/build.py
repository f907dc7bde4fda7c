"""What is installed: the version, how its compiled modules were built, and where they run."""

import platform

from loa_engine import _core
from loa_engine._version import __version__

__all__ = ["build_facts"]


def build_facts() -> dict[str, str | bool]:
    """The facts that a report of a fault should have; docs/commands.md explains each."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "system": platform.system(),
        **_core.build_facts(),
    }
