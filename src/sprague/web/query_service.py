"""The query service: answers requests off the event loop, with a time limit and deduplication.

An answer is a body of bytes that a worker made, so that nothing is left to do here. It is kept for whoever asks the
same again, as long as there is room.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from pydantic import BaseModel

from sprague.limits import Limits
from sprague.web.cache import Recent
from sprague.web.errors import TOO_MUCH_MEMORY, refused
from sprague.web.settings import Settings
from sprague.web.worker_pool import Crew, Full, WorkerDied, errand

Key = tuple[str, str]

MORE_TRIES = 1  # of a question whose worker died, beyond one for each: all may have been killed while they had none
OVERHEAD = 500  # bytes that an answer takes beside its own


class Desk:
    """The crew that answers questions, and the answers that are kept."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        limits = settings.question_limits
        self.crew = Crew(settings.workers, settings.waiting, limits.memory or 0, limits.memory or 0)
        self.kept: Recent[Key, bytes] = Recent(settings.kept, lambda answer: len(answer) + OVERHEAD)
        self._under_way: dict[Key, asyncio.Task[bytes]] = {}
        self._waiting: Counter[str] = Counter()

    async def ask(
        self, function: Callable[..., bytes], asked: BaseModel, client: str = "", limits: Limits | None = None
    ) -> bytes:
        """What a function of `web.work` says to a question; equal questions at the same time are one.

        It has the limits of a question, unless it is given others.
        """
        key = (f"{function.__module__}.{function.__qualname__}", asked.model_dump_json())
        if (known := self.kept.get(key)) is not None:
            return known
        if (each := self.settings.each) is not None and self._waiting[client] >= each:
            raise refused(429, f"{each} questions of yours are being answered; wait for them", Retry_After="1")
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._answer(key, function, asked, limits))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        self._waiting[client] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]

    async def _answer(self, key: Key, function: Callable[..., bytes], asked: BaseModel, limits: Limits | None) -> bytes:
        allowed = limits or self.settings.question_limits
        for _ in range(self.settings.workers + MORE_TRIES):
            try:
                handed_in = self.crew.submit(errand(function, asked, limits=allowed))
                answer: bytes = await asyncio.wrap_future(handed_in.future)
            except WorkerDied:
                continue
            except Full:
                raise refused(503, "too many questions are waiting; ask again in a moment", Retry_After="1") from None
            self.kept.put(key, answer)
            return answer
        raise refused(413, TOO_MUCH_MEMORY)

    def close(self) -> None:
        self.crew.close()
