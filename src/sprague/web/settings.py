"""The class `Settings`: limits on computations of the web server, sizes of queues and caches, and access."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sprague.limits import Limits

GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the web server: limits on computations, sizes of queues and caches, and access control.

    A *query* is a short request; the web page waits for the response to a query. A *job* is a long computation that
    runs in the background and reports its progress.
    """

    # Limits on the computation of one job.
    seconds: float = 300.0
    memory: int = 2 * GIGABYTE
    positions: int = 50_000_000
    states: int = 200_000
    # Limits on the computation of one query.
    patience: float = 10.0
    searched: int = 100_000  # maximum number of positions that are searched for one query
    # Limits on the server as a whole.
    jobs: int = 2  # maximum number of jobs that run at the same time
    queue: int = 32  # maximum number of jobs that wait in the queue
    workers: int = 2  # number of worker processes for queries
    waiting: int = 1_000  # maximum number of queries that wait for a worker process
    each: int | None = None  # maximum number of concurrent queries (or jobs) of one client; None for no limit
    cache_bytes: int = 64 << 20  # size, in bytes, of the cache of responses to queries
    # maximum size, in bytes, of all finished jobs, including their tables on disk
    job_storage_bytes: int = 2 * GIGABYTE
    body: int = 1 << 20  # maximum size of the body of a request in bytes
    # Access.
    public: bool = False
    token: str | None = None  # the password that programs and browsers send to the server
    code: str | None = None  # the class code, which a browser sends only once, to log in
    loopback: bool = True  # whether only this machine can connect to the server
    hosts: tuple[str, ...] = ()  # host names, in lower case, to which requests may be addressed
    behind_proxy: bool = False  # whether a proxy on this machine forwards requests to the server
    keeps_theorems: bool = True

    @property
    def is_shared(self) -> bool:
        """Whether anyone except the user of this machine may use the server, with or without a class code."""
        return self.public or self.code is not None

    @property
    def job_limits(self) -> Limits:
        """The limits on the computation of one job."""
        return Limits(seconds=self.seconds, memory=self.memory, positions=self.positions, states=self.states)

    @property
    def question_limits(self) -> Limits:
        """The limits on the computation of one query."""
        return Limits(seconds=self.patience, memory=min(self.memory, GIGABYTE), positions=self.searched)

    def for_class(self, code: str) -> Settings:
        """Return the settings for a school class: a class code, and more requests per address than a public server.

        More requests per address are needed, because all students of a class may share the address of a proxy or
        router.
        """
        return replace(self.strict(), code=code, each=64, queue=max(self.queue, 32), public=False)

    def strict(self) -> Settings:
        """Return the settings for a public server, which has smaller limits and stores no theorems."""
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
