"""How many examples hypothesis tries, and that a busy machine is no failure."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

busy = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("busy machine", busy)
settings.register_profile("few", busy, max_examples=15)  # where only other versions run what has been run
settings.load_profile("busy machine")
