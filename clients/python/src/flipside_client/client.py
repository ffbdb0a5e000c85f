"""The client with blocking calls."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
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


class Client(Requests):
    """Asks a service as the holder of a token. Use it in a `with` statement, or close it."""

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: int = 5,
        http: httpx.Client | None = None,
    ) -> None:
        super().__init__(address, token, language=language, patience=patience)
        self._http = http or httpx.Client()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    @overload
    def call(
        self,
        operation: Operation[None, Answer],
        body: None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> Answer: ...

    @overload
    def call(
        self,
        operation: Operation[Body, Answer],
        body: Given[Body],
        *,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> Answer: ...

    def call(
        self,
        operation: Operation[Any, Answer],
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> Answer:
        """Return the answer of an operation. Raises `Refused`, and `httpx.TransportError` if nobody answers."""
        request = self.request(operation, body, headers, **parameters)
        result: Answer = answer(next(self.run(call(request, self.patience))))
        return result

    def follow(
        self, game: str, after: str | None = None, back_off: BackOff = DEFAULT_BACK_OFF
    ) -> Generator[types.GameStreamItem, None, None]:
        """Yield the items of one game until the match is over, after every break again; `after`: a cursor."""
        return self.run(follow(partial(self.stream, f"/v1/games/{game}/stream"), after, back_off))

    def follow_all(
        self, after: str | None = None, back_off: BackOff = DEFAULT_BACK_OFF
    ) -> Generator[types.StreamItem, None, None]:
        """Yield the items of all your games, for ever."""
        return self.run(follow(partial(self.stream, "/v1/me/stream"), after, back_off))

    def run(self, flow: Flow) -> Generator[Any, None, None]:
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
                    result = connection.carry_out(effect)
                except httpx.TransportError as error:
                    step = partial(flow.throw, error)
                else:
                    step = partial(flow.send, result)
        except StopIteration:
            return
        finally:
            connection.close()


class _Connection:
    """At most one response that is open."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._response: httpx.Response | None = None
        self._lines: Iterator[str] = iter(())

    def close(self) -> None:
        if self._response is not None:
            self._response.close()

    def carry_out(self, effect: Send | Open | ReadLine | Wait) -> Any:
        match effect:
            case Send(request):
                return self._http.send(request)
            case Open(request):
                return self._open(request)
            case ReadLine():
                return next(self._lines, None)
            case Wait(seconds):
                self.close()
                time.sleep(seconds)
        return None

    def _open(self, request: httpx.Request) -> httpx.Response:
        self._response = response = self._http.send(request, stream=True)
        self._lines = response.iter_lines()
        if not response.is_success:
            response.read()
        return response
