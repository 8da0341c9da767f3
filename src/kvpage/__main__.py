"""Run ``python -m kvpage`` as the command ``kvpage``."""

import sys

from kvpage.cli import main

sys.exit(main())
