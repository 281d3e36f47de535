"""`Settings` of the web server: limits on computations, sizes of queues and caches, and access."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sprague.limits import Limits

GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the web server: limits on computations, sizes of queues and caches, and access.

    A *query* is answered while the page waits; a *job* runs in the background and reports progress.
    """

    #: Limits of one job.
    seconds: float = 300.0
    memory: int = 2 * GIGABYTE
    positions: int = 50_000_000
    states: int = 200_000
    #: Limits of one query.
    patience: float = 10.0
    searched: int = 100_000  # positions
    #: Limits of the server.
    jobs: int = 2  # at the same time
    queue: int = 32  # jobs that wait
    workers: int = 2  # processes for queries
    waiting: int = 1_000  # queries that may wait
    each: int | None = None  # waiting queries or jobs of one client; None for no limit
    cache_bytes: int = 64 << 20  # responses to queries
    job_storage_bytes: int = 2 * GIGABYTE  # finished jobs, including their tables on disk
    body: int = 1 << 20  # bytes of a request
    #: Access.
    public: bool = False
    token: str | None = None
    loopback: bool = True
    keeps_theorems: bool = True

    @property
    def job_limits(self) -> Limits:
        """The limits of a job."""
        return Limits(seconds=self.seconds, memory=self.memory, positions=self.positions, states=self.states)

    @property
    def question_limits(self) -> Limits:
        """The limits of a query."""
        return Limits(seconds=self.patience, memory=min(self.memory, GIGABYTE), positions=self.searched)

    def strict(self) -> Settings:
        """Return the settings for a public server: smaller limits, and no stored theorems."""
        return replace(
            self,
            seconds=min(self.seconds, 30.0),
            memory=min(self.memory, GIGABYTE // 2),
            positions=min(self.positions, 5_000_000),
            states=min(self.states, 20_000),
            patience=min(self.patience, 5.0),
            searched=min(self.searched, 50_000),
            queue=min(self.queue, 16),
            each=8,
            body=min(self.body, 256 << 10),
            public=True,
            keeps_theorems=False,
        )
