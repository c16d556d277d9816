"""What a thinking process does besides its jobs.

It imports next to nothing, for each such process pays for it at its start.
"""

import os
import signal
import threading
from multiprocessing.connection import Connection

NICENESS = 4
"""How far it stands back where the games want the processor too."""


def begin(stay: Connection) -> None:
    """Called once, before the first job; `stay` is closed, or breaks, when there is no more use.

    Who asks may have been killed, so nothing but the end of this pipe can be relied on. Signals
    are sent to a whole group, as by Ctrl-C in a terminal: whether to stop, the asker decides.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(stay,), daemon=True).start()


def _end_with(stay: Connection) -> None:
    stay.poll(None)
    os._exit(0)
