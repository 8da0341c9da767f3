"""What holds for all tests."""

from hypothesis import settings

settings.register_profile("kvpage", deadline=None)  # how long it takes is measured by `make bench`
settings.load_profile("kvpage")
