"""Hypothesis profiles. The data and the strategies are in kit.py, where tests can import them."""

import os

from hypothesis import HealthCheck, settings

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", max_examples=100, **COMMON)
settings.register_profile("ci", max_examples=100, derandomize=True, print_blob=True, **COMMON)
settings.register_profile("long", max_examples=3000, **COMMON)
DEFAULT = "ci" if "CI" in os.environ else "default"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", DEFAULT))
