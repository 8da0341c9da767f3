"""What all tests share: no deadlines, since these machines may be slow."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
