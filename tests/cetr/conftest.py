"""What all tests of this part share."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no finding.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
