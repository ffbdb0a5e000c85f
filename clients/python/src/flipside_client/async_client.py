"""The client with awaited calls."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

import httpx

from flipside_client.flows import DEFAULT_BACK_OFF, BackOff, Emit, Flow, Open, ReadLine, Send, Wait, call, follow
from flipside_client.requests import Requests, answer

if TYPE_CHECKING:
    from flipside_client import types
    from flipside_client.operation import Given, Operation

Body = TypeVar("Body")
Answer = TypeVar("Answer")


class AsyncClient(Requests):
    """Asks a service as the holder of a token. Use it in an `async with` statement, or close it."""

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: int = 5,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(address, token, language=language, patience=patience)
        self._http = http or httpx.AsyncClient()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    @overload
    async def call(
        self,
        operation: Operation[None, Answer],
        body: None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> Answer: ...

    @overload
    async def call(
        self,
        operation: Operation[Body, Answer],
        body: Given[Body],
        *,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> Answer: ...

    async def call(
        self,
        operation: Operation[Any, Answer],
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> Answer:
        """Return the answer of an operation. Raises `Refused`, and `httpx.TransportError` if nobody answers."""
        request = self.request(operation, body, headers, **parameters)
        async with aclosing(self.run(call(request, self.patience))) as responses:
            result: Answer = answer(await anext(responses))
        return result

    def follow(
        self, game: str, after: str | None = None, back_off: BackOff = DEFAULT_BACK_OFF
    ) -> AsyncGenerator[types.GameStreamItem, None]:
        """Yield the items of one game until the match is over, after every break again; `after`: a cursor."""
        return self.run(follow(partial(self.stream, f"/v1/games/{game}/stream"), after, back_off))

    def follow_all(
        self, after: str | None = None, back_off: BackOff = DEFAULT_BACK_OFF
    ) -> AsyncGenerator[types.StreamItem, None]:
        """Yield the items of all your games, for ever."""
        return self.run(follow(partial(self.stream, "/v1/me/stream"), after, back_off))

    async def run(self, flow: Flow) -> AsyncGenerator[Any, None]:
        """Carry out the effects of a flow and yield what it emits."""
        connection = _Connection(self._http)
        step = partial(flow.send, None)
        try:
            while True:
                effect = step()
                if isinstance(effect, Emit):
                    yield effect.value
                    step = partial(flow.send, None)
                    continue
                try:
                    result = await connection.carry_out(effect)
                except httpx.TransportError as error:
                    step = partial(flow.throw, error)
                else:
                    step = partial(flow.send, result)
        except StopIteration:
            return
        finally:
            await connection.close()


class _Connection:
    """At most one response that is open."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._response: httpx.Response | None = None
        self._lines: AsyncIterator[str] | None = None

    async def close(self) -> None:
        if self._response is not None:
            await self._response.aclose()

    async def carry_out(self, effect: Send | Open | ReadLine | Wait) -> Any:
        match effect:
            case Send(request):
                return await self._http.send(request)
            case Open(request):
                return await self._open(request)
            case ReadLine():
                return None if self._lines is None else await anext(self._lines, None)
            case Wait(seconds):
                await self.close()
                await asyncio.sleep(seconds)
        return None

    async def _open(self, request: httpx.Request) -> httpx.Response:
        self._response = response = await self._http.send(request, stream=True)
        self._lines = response.aiter_lines()
        if not response.is_success:
            await response.aread()
        return response
