"""A server as users start it, except that time passes more slowly for its limits on queries and jobs.

Browser tests start it as `python -m tests.web.patient_server serve …`. On a busy machine, the limits of a real server
would end what a test waits for. Workers are forked from a process that imports this module under the name
`__mp_main__`, so their clock is slow, too.
"""

from __future__ import annotations

from time import monotonic, process_time

from conftest import SLOWER
from sprague import clock
from sprague.cli.main import main

if __name__ in ("__main__", "__mp_main__"):
    clock.now = lambda: monotonic() / SLOWER
    clock.busy = lambda: process_time() / SLOWER

if __name__ == "__main__":
    main()
