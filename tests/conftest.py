"""Hypothesis profiles. The data and the strategies are in kit.py, where tests can import them."""

import os

from hypothesis import HealthCheck, settings

# Under CI the same examples each time, so that a red run is about the commit.
COMMON = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
    "derandomize": "CI" in os.environ,
    "print_blob": "CI" in os.environ,
}

settings.register_profile("default", max_examples=15, **COMMON)
settings.register_profile("thorough", max_examples=150, **COMMON)
settings.register_profile("long", max_examples=3000, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
