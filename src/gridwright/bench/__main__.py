"""`python -m gridwright.bench`."""

import sys

from . import main

sys.exit(main())
