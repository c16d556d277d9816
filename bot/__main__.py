"""`python -m bot`."""

import sys

from bot.cli.main import main

sys.exit(main(sys.argv[1:]))
