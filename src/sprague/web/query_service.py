"""`QueryService` answers short queries of the web server with worker processes, time limits and a cache.

A worker computes the whole response body, and the service caches it for equal requests.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from pydantic import BaseModel

from sprague.limits import Limits
from sprague.web.errors import TOO_MUCH_MEMORY, request_error
from sprague.web.settings import Settings
from sprague.web.worker_pool import QueueFull, WorkerDied, WorkerPool, make_task

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A cache of the most recently used responses of the web server, limited by the sum of their sizes.

    >>> cache = LruCache[str, bytes](10, len)
    >>> cache.put("a", b"12345"); cache.put("b", b"12345"); cache.put("c", b"123")
    >>> cache.get("a"), cache.get("c")
    (None, b'123')

    The cache does not store a value that is larger than the capacity of the cache. The cache calls the function
    `on_evict` with every value that it removes.
    """

    def __init__(
        self, capacity: int, size: Callable[[V], int], on_evict: Callable[[V], None] = lambda value: None
    ) -> None:
        self.capacity: int = capacity
        self.used: int = 0
        self._size, self._on_evict = size, on_evict
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of a key and mark the key as recently used, or return None if no value is cached."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: K, value: V) -> None:
        """Store a value in the cache, and remove the least recently used values until all values fit."""
        self.drop(key)
        self._values[key] = value
        self.used += self._size(value)
        while self.used > self.capacity:
            self.drop(next(iter(self._values)))

    def drop(self, key: K) -> None:
        """Remove the cached response of a key, if there is one."""
        if key in self._values:
            value = self._values.pop(key)
            self.used -= self._size(value)
            self._on_evict(value)

    def clear(self) -> None:
        """Remove all responses from the cache."""
        for key in list(self._values):
            self.drop(key)

    def __len__(self) -> int:
        return len(self._values)


Key = tuple[str, str]

# A query is tried once for each worker, plus this number of times, because all idle workers may have been killed.
EXTRA_ATTEMPTS = 1
OVERHEAD = 500  # estimated memory of a cache entry in bytes, without the response body


class QueryService:
    """The service that answers queries with a worker pool and a cache of response bodies."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        limits = settings.question_limits
        self.pool: WorkerPool = WorkerPool(settings.workers, settings.waiting, limits.memory or 0, limits.memory or 0)
        self.cache: LruCache[Key, bytes] = LruCache(settings.cache_bytes, lambda answer: len(answer) + OVERHEAD)
        self._running: dict[Key, asyncio.Task[bytes]] = {}
        self._waiting: Counter[str] = Counter()

    async def ask(
        self, function: Callable[..., bytes], request: BaseModel, client: str = "", limits: Limits | None = None
    ) -> bytes:
        """Return the response body that a task function computes for a query; compute equal concurrent requests once.

        Args:
            function: The task function that a worker calls with the request.
            request: The validated request.
            client: The address of the client, whose number of concurrent queries is limited.
            limits: The limits of the task; by default, the limits of a query.
        """
        key = (f"{function.__module__}.{function.__qualname__}", request.model_dump_json())
        if (known := self.cache.get(key)) is not None:
            return known
        if (each := self.settings.each) is not None and self._waiting[client] >= each:
            raise request_error(
                429, f"{each} of your requests are still running; wait for one of them", Retry_After="1"
            )
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(self._answer(key, function, request, limits))
            task.add_done_callback(lambda _: self._running.pop(key, None))
        self._waiting[client] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]

    async def _answer(
        self, key: Key, function: Callable[..., bytes], request: BaseModel, limits: Limits | None
    ) -> bytes:
        allowed = limits or self.settings.question_limits
        for _ in range(self.settings.workers + EXTRA_ATTEMPTS):
            try:
                handle = self.pool.submit(make_task(function, request, limits=allowed))
                answer: bytes = await asyncio.wrap_future(handle.future)
            except WorkerDied:
                continue
            except QueueFull:
                raise request_error(
                    503, "too many requests are waiting; try again in a moment", Retry_After="1"
                ) from None
            self.cache.put(key, answer)
            return answer
        raise request_error(413, TOO_MUCH_MEMORY, "out-of-memory")

    def close(self) -> None:
        """Stop the workers that answer queries."""
        self.pool.close()
