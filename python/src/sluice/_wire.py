"""What both clients share: connections, packing of requests, reading of answers."""

from __future__ import annotations

import ipaddress
import socket
import stat
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar, cast

import grpc

from sluice import errors, model
from sluice.errors import ErrorCode, SluiceError
from sluice.operations import Names, Operation, link_of, micros_of, node_of, unsigned
from sluice.v1 import sluice_pb2 as pb

A = TypeVar("A")
Files = str | PathLike[str]
Result = Any
"""The answer of an operation, or the SluiceError of one that failed."""

REQUESTS_MAX = 1024
"""Of one message, and of one stream in flight."""

MESSAGE_BYTES = 1 << 20
"""A message of a stream gets no more requests once it has this many bytes."""

OPTIONS = [
    # The server limits the size of its answers.
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # Also how long gRPC waits for a server to say something on a new connection: as a call does.
    ("grpc.min_reconnect_backoff_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
]

_RESULTS = {
    "get_node": "node",
    "get_link": "link",
    "get_links": "links",
    "get_link_list": "link_list",
    "count_links": "count",
    "list_types": "types",
    "add_link": "write",
    "update_link": "write",
    "delete_link": "write",
    "add_node": "add_node",
    "update_node": "write",
    "delete_node": "write",
    "resolve": "resolve",
    "find": "found",
    "walk": "found",
    "walk_tree": "tree",
    "get_properties": "properties",
    "get_schema": "schema",
    "set_property": "write",
    "delete_property": "write",
}


def token_metadata(token: str | None, token_file: Files | None) -> tuple[tuple[str, str], ...]:
    """The metadata of every call."""
    if token_file is not None:
        if token is not None:
            raise ValueError("token and token_file are both given, expected one of them")
        path = Path(token_file)
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise PermissionError(
                f"{path} can be read by others than its owner; use chmod 600 {path}"
            )
        token = path.read_text(encoding="ascii").strip()
    return () if token is None else (("authorization", f"Bearer {token}"),)


def credentials(address: str, certificates: Files | None, tls: bool) -> Any:
    """What TLS is made with, or None for a server on this machine."""
    if certificates is not None:
        return grpc.ssl_channel_credentials(Path(certificates).read_bytes())
    if tls:
        return grpc.ssl_channel_credentials()
    if not _is_loopback(address):
        raise SluiceError(
            ErrorCode.CONFIG,
            f"{address} is another machine, to which nothing is sent without TLS; give its PEM"
            " file as certificates, or tls=True for an authority that this machine knows",
            begun=False,
        )
    return None


def _is_loopback(address: str) -> bool:
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit() or not host:
        raise ValueError(f"address is {address!r}, expected HOST:PORT such as localhost:7411")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        message = f"{host} is not found: {error.strerror}"
        raise SluiceError(ErrorCode.UNREACHABLE, message, begun=False) from error
    return all(ipaddress.ip_address(entry[4][0]).is_loopback for entry in found)


NAMES_MAX = 16_384
"""Names in one message of requests."""

RESOLVED_TOGETHER = 2_048
"""Names or numbers of one call: names of 4,096 bytes each are less than a message may have."""

FIRST_SECONDS = 10.0
"""The exchange before the first call by name takes no longer."""

_CACHED_BYTES = 16 << 20


class Packing:
    """Requests of a stream on their way into one message of at most ``together`` of them."""

    def __init__(self, together: int) -> None:
        self._together = together
        self._message = pb.Requests()
        self._bytes = 0
        self._names = 0

    def __bool__(self) -> bool:
        return bool(self._message.requests)

    def has_room(self, names: int) -> bool:
        """Whether a request with so many names still fits."""
        return not self or self._names + names <= NAMES_MAX

    def add(self, request: pb.Request, names: int) -> None:
        """Puts a request in; ``names`` is how many names it has."""
        self._message.requests.append(request)
        self._bytes += request.ByteSize()
        self._names += names

    def is_full(self) -> bool:
        """Whether the message goes out before more is put in."""
        return len(self._message.requests) >= self._together or self._bytes >= MESSAGE_BYTES

    def take(self) -> pb.Requests:
        """The message; a new one begins."""
        message = self._message
        self._message = pb.Requests()
        self._bytes = self._names = 0
        return message


class NameCache:
    """Numbers of names and names of numbers, those used last; bounded by their bytes."""

    def __init__(self, bytes_max: int = _CACHED_BYTES) -> None:
        self._bytes_max = bytes_max
        self._bytes = 0
        self._entries: OrderedDict[Any, Any] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """The entries of the keys that are here."""
        found = {}
        with self._lock:
            for key in dict.fromkeys(keys):
                if key in self._entries:
                    self._entries.move_to_end(key)
                    found[key] = self._entries[key]
        return found

    def put(self, key: Any, value: Any) -> None:
        """Keeps the value of the key; not None, as a load may bring it yet."""
        if value is None:
            return
        with self._lock:
            if key not in self._entries:
                self._bytes += _entry_bytes(key, value)
            self._entries[key] = value
            while self._bytes > self._bytes_max:
                self._bytes -= _entry_bytes(*self._entries.popitem(last=False))


def _entry_bytes(key: Any, value: Any) -> int:
    return 200 + 4 * sum(len(one) for one in (key, value) if isinstance(one, str))


def cache_key(name: str) -> Any:
    """A name for a cache: a Name and a string of the same text may mean two ids."""
    return (name.group, name.name) if isinstance(name, model.Name) else name


def missing_of(keys: Iterable[Any], known: dict[Any, Any]) -> Iterator[Sequence[Any]]:
    """The keys that are not known, each once, in parts, each for one call."""
    missing = [key for key in dict.fromkeys(keys) if key not in known]
    for at in range(0, len(missing), RESOLVED_TOGETHER):
        yield missing[at : at + RESOLVED_TOGETHER]


def number_of(id: str, found: int | None) -> int:
    """The number that was found for a name, or an error."""
    if found is None:
        message = f'the server has no id "{id}"; names come with loads'
        raise SluiceError(ErrorCode.CONFIG, message, begun=False)
    return found


def names_in(request: pb.Request) -> int:
    """How many names a request of a batch or stream has."""
    operation: Any = getattr(request, request.WhichOneof("operation") or "get_node")
    if isinstance(operation, pb.ResolveRequest):
        return len(operation.id_name) + len(operation.type_name)
    texts = _texts_in(operation)
    if not operation.HasField("names"):
        return texts
    names = operation.names
    return texts + len(names.id2) + int(names.HasField("id")) + int(names.HasField("type"))


def _texts_in(operation: Any) -> int:
    """How many texts of conditions a question has, which count as names do."""
    if isinstance(operation, pb.FindRequest):
        conditions, others = operation.condition, len(getattr(operation, "with"))
    elif isinstance(operation, pb.WalkRequest):
        conditions = [*getattr(operation, "from"), *operation.where]
        others = len(getattr(operation, "with")) + len(operation.step)
    else:
        return 0
    return others + sum(2 + len(each.value) for each in conditions)


def has_names(message: Any) -> bool:
    """Whether a server must understand names to answer the message of an operation."""
    return isinstance(message, pb.ResolveRequest) or message.HasField("names")


def no_names(error: Any) -> bool:
    """Whether a server has refused names as it is of an earlier version."""
    return bool(error.code() == grpc.StatusCode.UNIMPLEMENTED)


def first_limit(limit: float | None) -> float:
    """The seconds of the first exchange, which a server that says nothing must not prolong."""
    return FIRST_SECONDS if limit is None else min(limit, FIRST_SECONDS)


def earlier_server() -> SluiceError:
    """The error where names would go to a server that would take them for the number 0."""
    return SluiceError(
        ErrorCode.CONFIG,
        "the server is of an earlier version, which knows numbers only; use a server of this version",
        begun=False,
    )


def request_of(
    operation: Operation[Any], number: int, timeout: float | None, names: bool
) -> pb.Request:
    """One request of a batch or stream. A request without a timeout has no limit."""
    request = pb.Request(id=number)
    if timeout is not None:
        request.timeout_micros = micros_of(timeout)
    getattr(request, operation.kind).CopyFrom(operation.message(timeout, names))
    return request


def batch_of(
    operations: Sequence[Operation[Any]], timeout: float | None, names: bool
) -> pb.Requests:
    """The message of a batch."""
    if len(operations) > REQUESTS_MAX:
        raise ValueError(
            f"a batch of {len(operations)} operations, expected {REQUESTS_MAX} at most; use stream"
        )
    requests = [request_of(one, number, timeout, names) for number, one in enumerate(operations)]
    return pb.Requests(requests=requests)


def result_of(operation: Operation[A], answer: pb.Answer) -> A | SluiceError:
    """What an answer of a batch or stream says."""
    kind = answer.WhichOneof("result")
    if kind == "failure":
        return errors.from_failure(answer.failure)
    if kind != _RESULTS[operation.kind]:
        return _strange(f"the answer of {operation.kind} is {kind}")
    return operation.read(getattr(answer, cast(str, kind)))


def results_of(operations: Sequence[Operation[Any]], answers: pb.Answers) -> list[Result]:
    """The answers of a batch, in the order of its operations."""
    if len(answers.answers) != len(operations):
        raise _strange(f"{len(answers.answers)} answers of {len(operations)} requests")
    return [result_of(*both) for both in zip(operations, answers.answers, strict=True)]


def raise_first(results: Iterable[Result]) -> None:
    """Raises the first error among the results."""
    for result in results:
        if isinstance(result, SluiceError):
            raise result


def rows_of(answer: pb.ScanAnswer) -> Iterator[model.Node | model.Link]:
    """The rows of one message of a scan."""
    names = Names(answer)
    for row in answer.rows:
        if row.WhichOneof("row") == "node":
            yield node_of(row.node, names)
        else:
            yield link_of(row.link, names)


def broken_scan() -> SluiceError:
    """A scan that ended without its last message."""
    return SluiceError(ErrorCode.INTERRUPTED, "the scan broke off; start it again", begun=True)


def outlook_of(answer: pb.OutlookAnswer) -> model.Outlook:
    """An outlook from its message."""
    left = answer.micros_left / 1e6 if answer.HasField("micros_left") else None
    return model.Outlook(
        answer.planned, answer.built, answer.buckets_ahead, answer.rows_ahead, left
    )


def pin_request(first_id: model.Id, last_id: model.Id, *, unpin: bool) -> pb.PinRequest:
    """The message that pins a range or takes that back."""
    return pb.PinRequest(
        first_id=unsigned(first_id, "first_id"),
        last_id=unsigned(last_id, "last_id"),
        unpin=unpin,
    )


def ranges_of(answer: pb.PinAnswer) -> tuple[model.IdRange, ...]:
    """The ranges that are pinned now."""
    return tuple(model.IdRange(one.first_id, one.last_id) for one in answer.pinned)


def _strange(what: str) -> SluiceError:
    message = f"{what}; the server is not one of this version of the protocol"
    return SluiceError(ErrorCode.INTERNAL, message, begun=True)


def check_stream(in_flight: int, together: int) -> None:
    """Checks the numbers of a stream."""
    for name, value in (("in_flight", in_flight), ("together", together)):
        if not 1 <= value <= REQUESTS_MAX:
            raise ValueError(f"{name} is {value}, expected 1 to {REQUESTS_MAX}")


def check_all_answered(left: dict[int, Operation[Any]]) -> None:
    """Raises an error if a stream ended although answers are missing."""
    if left:
        message = f"the stream ended without {len(left)} answers; a write may have been done"
        raise SluiceError(ErrorCode.UNREACHABLE, message, begun=True)
