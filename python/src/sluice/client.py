"""The client for threads."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, TypeVar

import grpc

from sluice import _wire, errors, model, operations, questions
from sluice._wire import Files, Result
from sluice.model import Id, LinkType, Mode
from sluice.operations import Operation
from sluice.properties import Conditions, FoundNode, FoundNodes, Properties, WalkTree, Written
from sluice.questions import Start
from sluice.v1 import sluice_pb2 as pb
from sluice.v1 import sluice_pb2_grpc

A = TypeVar("A")


def connect(
    address: str,
    *,
    certificates: Files | None = None,
    tls: bool = False,
    token: str | None = None,
    token_file: Files | None = None,
    timeout: float | None = 10.0,
    names: bool = False,
) -> Client:
    """Returns a client of the server at ``address``, such as ``localhost:7411``.

    ``certificates`` is a PEM file with the authorities whose server is believed; ``tls=True`` believes
    those of the system. Nothing is sent to another machine without TLS. ``timeout`` in seconds holds
    for every call that names no other; None means no limit. The connection is made by the first call,
    and made again by gRPC after it is lost. With ``names=True`` every answer has names for its ids and
    types; without it an answer has names if its question has one.
    """
    metadata = _wire.token_metadata(token, token_file)
    secret = _wire.credentials(address, certificates, tls)
    if secret is None:
        channel = grpc.insecure_channel(address, options=_wire.OPTIONS)
    else:
        channel = grpc.secure_channel(address, secret, options=_wire.OPTIONS)
    return Client(channel, metadata, timeout, names)


class Client:
    """A client that any number of threads can share. ``connect`` makes it; its owner closes it.

    Every method that asks the server raises SluiceError if the call fails.
    """

    def __init__(
        self,
        channel: Any,
        metadata: tuple[tuple[str, str], ...],
        timeout: float | None,
        names: bool = False,
    ) -> None:
        self._channel = channel
        self._metadata = metadata
        self._timeout = timeout
        self._names = names
        self._is_understood = False
        self._cache = _wire.NameCache()
        self._stub = sluice_pb2_grpc.SluiceStub(channel)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; calls that run are cancelled."""
        self._channel.close()

    def node(
        self, id: Id, *, mode: Mode = "partial", timeout: float | None = None
    ) -> model.NodeAnswer:
        """Reads a node."""
        return self.call(operations.GetNode(id, mode=mode), timeout=timeout)

    def link(
        self,
        id1: Id,
        link_type: LinkType,
        id2: Id,
        *,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> model.LinkAnswer:
        """Reads a link, also a hidden one."""
        return self.call(operations.GetLink(id1, link_type, id2, mode=mode), timeout=timeout)

    def links(
        self,
        id1: Id,
        link_type: LinkType,
        id2: Iterable[Id],
        *,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> model.LinkList:
        """Reads many links of one list; returns those that exist, in the order asked."""
        return self.call(operations.GetLinks(id1, link_type, id2, mode=mode), timeout=timeout)

    def link_list(
        self,
        id1: Id,
        link_type: LinkType,
        *,
        limit: int = 1000,
        offset: int = 0,
        min_time: int | None = None,
        max_time: int | None = None,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> model.LinkList:
        """Reads a part of one link list, newest first; links of equal time by id2, the least first.

        ``min_time`` and ``max_time`` are included. ``offset`` leaves this many of the newest out.
        """
        operation = operations.GetLinkList(
            id1,
            link_type,
            limit=limit,
            offset=offset,
            min_time=min_time,
            max_time=max_time,
            mode=mode,
        )
        return self.call(operation, timeout=timeout)

    def count(
        self,
        id1: Id,
        link_type: LinkType,
        *,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> model.CountAnswer:
        """Counts the visible links of a list."""
        return self.call(operations.CountLinks(id1, link_type, mode=mode), timeout=timeout)

    def types(
        self, id1: Id, *, mode: Mode = "partial", timeout: float | None = None
    ) -> model.TypesAnswer:
        """Reads the link types of which an id has visible links, and the predicates of its values."""
        return self.call(operations.ListTypes(id1, mode=mode), timeout=timeout)

    def add_link(self, link: model.Link, *, timeout: float | None = None) -> model.WriteAnswer:
        """Adds the link, or replaces all fields of the link of its key."""
        return self.call(operations.AddLink(link), timeout=timeout)

    def update_link(self, link: model.Link, *, timeout: float | None = None) -> model.WriteAnswer:
        """Does the same as add_link: the two differ in what a caller expects to find."""
        return self.call(operations.UpdateLink(link), timeout=timeout)

    def delete_link(
        self,
        id1: Id,
        link_type: LinkType,
        id2: Id,
        *,
        expunge: bool = False,
        timeout: float | None = None,
    ) -> model.WriteAnswer:
        """Hides a link, or removes it altogether with ``expunge``."""
        operation = operations.DeleteLink(id1, link_type, id2, expunge=expunge)
        return self.call(operation, timeout=timeout)

    def add_node(
        self,
        type: LinkType,
        data: bytes = b"",
        *,
        time: int = 0,
        version: int = 0,
        timeout: float | None = None,
    ) -> model.AddNodeAnswer:
        """Adds a node; the server chooses its id."""
        operation = operations.AddNode(type, data, time=time, version=version)
        return self.call(operation, timeout=timeout)

    def update_node(self, node: model.Node, *, timeout: float | None = None) -> model.WriteAnswer:
        """Replaces version, time and data of the node of this id and type, if there is one."""
        return self.call(operations.UpdateNode(node), timeout=timeout)

    def delete_node(
        self, id: Id, type: LinkType, *, timeout: float | None = None
    ) -> model.WriteAnswer:
        """Removes the node of this id and type."""
        return self.call(operations.DeleteNode(id, type), timeout=timeout)

    def find(
        self,
        *conditions: Conditions,
        type: str | None = None,
        show: Iterable[str] = (),
        order: str | None = None,
        after: Id | None = None,
        limit: int = 100,
        scan: bool = False,
        budget: int = 0,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> FoundNodes:
        """Finds the nodes of which all conditions are true, each as ``("age", "ge", 30)``.

        ``type`` is the condition that ``dgraph.type`` is equal to it. ``show`` has the predicates whose
        values the answer has. Nodes come by id, or by the values of the predicate ``order``, the highest
        first with ``-`` in front. ``after`` is the last node of the page before. ``budget`` is how many
        rows the server may look at, 1,000,000 by default; ``scan`` lets it read all rows if no index helps.
        """
        operation = questions.Find(
            questions.conditions_of(conditions, type),
            show=show,
            order=order,
            after=after,
            limit=limit,
            scan=scan,
            budget=budget,
            mode=mode,
        )
        return self.call(operation, timeout=timeout)

    def find_each(
        self,
        *conditions: Conditions,
        type: str | None = None,
        show: Iterable[str] = (),
        order: str | None = None,
        page: int = 1000,
        scan: bool = False,
        budget: int = 0,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> Iterator[FoundNode]:
        """Yields all nodes of an answer, and asks for ``page`` of them at once; see ``find``."""
        operation = questions.Find(
            questions.conditions_of(conditions, type),
            show=show,
            order=order,
            limit=page,
            scan=scan,
            budget=budget,
            mode=mode,
        )
        while True:
            found = self.call(operation, timeout=timeout)
            yield from found
            if not found.more:
                return
            operation = replace(operation, after=found[-1].id)

    def walk(
        self,
        start: Start,
        path: str | Iterable[str],
        *,
        where: Iterable[Conditions] = (),
        show: Iterable[str] = (),
        limit: int = 100,
        budget: int = 0,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> FoundNodes:
        """Follows links for a few steps; finds each node at the end once, those with the most ways first.

        ``start`` is a node, several of them, or a ``Condition`` or several, which are true of the nodes to
        begin from. ``path`` names the links of each step: ``friend/works_at``, ``~boss`` for links
        backwards. ``where`` has conditions of the nodes at the end.
        """
        operation = questions.Walk(
            start, path, where=where, show=show, limit=limit, budget=budget, mode=mode
        )
        return self.call(operation, timeout=timeout)

    def walk_tree(
        self,
        start: Start,
        path: str | Iterable[str],
        *,
        where: Iterable[Conditions] = (),
        show: Iterable[str] = (),
        limit: int = 100,
        budget: int = 0,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> WalkTree:
        """Follows links as ``walk``, and shows all nodes on the way; ``limit`` is of each node's links."""
        operation = questions.WalkAsTree(
            start, path, where=where, show=show, limit=limit, budget=budget, mode=mode
        )
        return self.call(operation, timeout=timeout)

    def properties(
        self,
        id: Id,
        *,
        as_type: str = "",
        limit: int = 100,
        mode: Mode = "partial",
        timeout: float | None = None,
    ) -> Properties:
        """Reads what a node says of itself: at most ``limit`` values of each predicate.

        ``as_type`` is a type of the schema: then only what the node has of its fields, links among them.
        """
        operation = questions.GetProperties(id, as_type=as_type, limit=limit, mode=mode)
        return self.call(operation, timeout=timeout)

    def schema(self, *, mode: Mode = "partial", timeout: float | None = None) -> str:
        """Reads what the store declares, as the text of a schema file."""
        return self.call(questions.GetSchema(mode=mode), timeout=timeout)

    def set_property(
        self, id: Id, predicate: str, value: Written, *, timeout: float | None = None
    ) -> model.WriteAnswer:
        """Sets the value of a property, ``name`` or ``name@fr``; of a list, the value is one more.

        ``found`` says whether there was a value in its place.
        """
        return self.call(questions.SetProperty(id, predicate, value), timeout=timeout)

    def set_properties(
        self, id: Id, properties: Mapping[str, Any], *, timeout: float | None = None
    ) -> None:
        """Sets several properties of a node: ``{"age": 41, "name@fr": "Anne", "nick": ["a", "b"]}``.

        The values of a list are added to it; None deletes all values. The writes do not wait for each
        other: if one fails, its error is raised, and the others may be done.
        """
        writes = list(questions.writes_of(id, properties))
        for at in range(0, len(writes), _wire.REQUESTS_MAX):
            self.batch(writes[at : at + _wire.REQUESTS_MAX], timeout=timeout)

    def delete_property(
        self,
        id: Id,
        predicate: str,
        value: Written | None = None,
        *,
        timeout: float | None = None,
    ) -> model.WriteAnswer:
        """Deletes a value of a property; without ``value`` all of them, of ``name@.`` in all languages."""
        return self.call(questions.DeleteProperty(id, predicate, value), timeout=timeout)

    def when(self, id: Id, *, timeout: float | None = None) -> model.Outlook:
        """When the rows of an id will be in a segment, where they are fastest to read."""
        request = pb.OutlookRequest(id=self._number(id, timeout))
        return _wire.outlook_of(self._ask("Outlook", request, self._limit(timeout)))

    def _number(self, id: Id, timeout: float | None) -> int:
        if not isinstance(id, str):
            return operations.unsigned(id, "id")
        (number,) = self.ids([id], timeout=timeout)
        return _wire.number_of(id, number)

    def pin(
        self, first_id: Id, last_id: Id, *, timeout: float | None = None
    ) -> tuple[model.IdRange, ...]:
        """Has the ids of a range built before all others; returns all ranges that are pinned."""
        request = _wire.pin_request(
            self._number(first_id, timeout), self._number(last_id, timeout), unpin=False
        )
        return _wire.ranges_of(self._ask("Pin", request, self._limit(timeout)))

    def unpin(
        self, first_id: Id, last_id: Id, *, timeout: float | None = None
    ) -> tuple[model.IdRange, ...]:
        """Takes a pin back; returns the ranges that are still pinned."""
        request = _wire.pin_request(
            self._number(first_id, timeout), self._number(last_id, timeout), unpin=True
        )
        return _wire.ranges_of(self._ask("Pin", request, self._limit(timeout)))

    def ids(
        self, names: Iterable[str], *, timeout: float | None = None
    ) -> list[int | None]:
        """The numbers of names, in their order, in as many calls as they need; None for what is not known.

        Numbers that were found are kept by the client, up to some MiB of them: they never change.
        """
        asked = list(names)
        keys = [_wire.cache_key(name) for name in asked]
        by_key = dict(zip(keys, asked, strict=True))
        found = self._cache.known(keys)
        for some in _wire.missing_of(keys, found):
            resolve = operations.Resolve(ids=[by_key[key] for key in some])
            answer = self.call(resolve, timeout=timeout)
            for key, number in zip(some, answer.ids, strict=True):
                found[key] = number
                self._cache.put(key, number)
        return [found[key] for key in keys]

    def names(
        self, ids: Iterable[int], *, timeout: float | None = None
    ) -> list[model.Name | None]:
        """The names of numbers, in their order, in as many calls as they need; None for what is not known."""
        keys = list(ids)
        found = self._cache.known(keys)
        for some in _wire.missing_of(keys, found):
            answer = self.call(operations.Resolve(names_of=some), timeout=timeout)
            for key, name in zip(some, answer.names, strict=True):
                found[key] = name
                self._cache.put(key, name)
        return [found[key] for key in keys]

    def call(self, operation: Operation[A], *, timeout: float | None = None) -> A:
        """Asks one operation."""
        limit = self._limit(timeout)
        message = operation.message(limit, self._names)
        if _wire.has_names(message):
            self._require_names(limit)
        return operation.read(self._ask(operation.method, message, limit))

    def batch(
        self,
        batch: Iterable[Operation[Any]],
        *,
        return_errors: bool = False,
        timeout: float | None = None,
    ) -> list[Result]:
        """Asks up to 1,024 operations in one message; returns their answers in the same order.

        The operations do not wait for each other. If one of them fails, the others are done all the
        same, and its error is raised, or is in its place with ``return_errors``.
        """
        limit = self._limit(timeout)
        asked = list(batch)
        message = _wire.batch_of(asked, limit, self._names)
        if any(map(_wire.names_in, message.requests)):
            self._require_names(limit)
        results = _wire.results_of(asked, self._ask("Batch", message, limit))
        if not return_errors:
            _wire.raise_first(results)
        return results

    def stream(
        self,
        stream: Iterable[Operation[Any]],
        *,
        in_flight: int = _wire.REQUESTS_MAX,
        together: int = 64,
        timeout: float | None = None,
    ) -> Iterator[tuple[Operation[Any], Result]]:
        """Asks any number of operations; yields each with its answer, in any order.

        An operation that fails has its SluiceError as the answer. At most ``in_flight`` operations
        wait for an answer at once, so memory is bounded. One message has up to ``together`` of them:
        an iterable that waits for answers of its own stream must use 1. The iterable runs in another
        thread. ``timeout`` holds for each operation. Ending the iteration ends the call.
        """
        return _stream(self, stream, in_flight, together, self._limit(timeout))

    def scan(self, *, timeout: float | None = None) -> Scan:
        """Every node and link, hidden ones too, id by id: the node of an id before its links.

        Without ``timeout``, in seconds for all of it, a scan takes as long as it needs.
        """
        return Scan(self._open("Scan", pb.ScanRequest(names=self._names), timeout))

    def _require_names(self, limit: float | None) -> None:
        """Raises an error if the server would take a name for the number 0."""
        if self._is_understood:
            return
        try:
            self._open("Resolve", pb.ResolveRequest(), _wire.first_limit(limit))
        except grpc.RpcError as error:
            if _wire.no_names(error):
                raise _wire.earlier_server() from error
            raise errors.not_begun(error) from error
        self._is_understood = True

    def _limit(self, timeout: float | None) -> float | None:
        return self._timeout if timeout is None else timeout

    def _open(self, method: str, request: Any, timeout: float | None) -> Any:
        return getattr(self._stub, method)(request, timeout=timeout, metadata=self._metadata)

    def _ask(self, method: str, request: Any, timeout: float | None) -> Any:
        try:
            return self._open(method, request, timeout)
        except grpc.RpcError as error:
            raise errors.from_rpc(error) from error


class Scan(Iterator["model.Node | model.Link"]):
    """The rows of a scan. Close it, or use it in ``with``, if it may not be read to its end."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self._rows: Iterator[model.Node | model.Link] = iter(())
        self._last: Any = None
        self._complete = False

    @property
    def complete(self) -> bool:
        """Whether the rows are all there are; False until the last row was read."""
        return self._complete

    def __enter__(self) -> Scan:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the scan; the server reads no further."""
        self._call.cancel()

    def __next__(self) -> model.Node | model.Link:
        while True:
            for row in self._rows:
                return row
            if self._last is not None:
                self._complete = self._last.complete
                raise StopIteration
            try:
                answer = next(self._call)
            except StopIteration:
                raise _wire.broken_scan() from None
            except grpc.RpcError as error:
                raise errors.from_rpc(error) from error
            self._rows = _wire.rows_of(answer)
            if answer.last:
                self._last = answer


class _Sender:
    """The requests of a stream, taken by a thread of gRPC while another one reads the answers."""

    def __init__(
        self,
        client: Client,
        source: Iterable[Operation[Any]],
        in_flight: int,
        together: int,
        timeout: float | None,
    ) -> None:
        self._client = client
        self.sent: dict[int, Operation[Any]] = {}
        self.error: Exception | None = None
        self.room = threading.Semaphore(in_flight)
        self.is_closed = False
        self._source = source
        self._together = together
        self._timeout = timeout

    def messages(self) -> Iterator[pb.Requests]:
        try:
            packing = _wire.Packing(self._together)
            for number, operation in enumerate(self._source, 1):
                if packing and not self.room.acquire(blocking=False):
                    yield packing.take()
                    self.room.acquire()
                elif not packing:
                    self.room.acquire()
                if self.is_closed:
                    return
                request = _wire.request_of(
                    operation, number, self._timeout, self._client._names
                )
                names = _wire.names_in(request)
                if names:
                    self._client._require_names(self._timeout)
                if not packing.has_room(names):
                    yield packing.take()
                self.sent[number] = operation
                packing.add(request, names)
                if packing.is_full():
                    yield packing.take()
            if packing:
                yield packing.take()
        except Exception as error:
            self.error = error
            raise

    def close(self) -> None:
        self.is_closed = True
        self.room.release()


def _stream(
    client: Client,
    source: Iterable[Operation[Any]],
    in_flight: int,
    together: int,
    timeout: float | None,
) -> Iterator[tuple[Operation[Any], Result]]:
    _wire.check_stream(in_flight, together)
    sender = _Sender(client, source, in_flight, together, timeout)
    call = client._open("Stream", sender.messages(), None)
    try:
        for answers in call:
            for answer in answers.answers:
                operation = sender.sent.pop(answer.id)
                sender.room.release()
                yield operation, _wire.result_of(operation, answer)
    except grpc.RpcError as error:
        if sender.error is not None:
            raise sender.error from None
        raise errors.from_rpc(error) from error
    finally:
        sender.close()
        call.cancel()
    _wire.check_all_answered(sender.sent)
