"""Requests as values: one class for each operation, for ``batch`` and ``stream``.

Each knows its message of the protocol and reads its own answer, so that both clients share it.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from sluice import model
from sluice.v1 import sluice_pb2 as pb

A = TypeVar("A")

_MODES = {"partial": pb.ANSWER, "wait": pb.WAIT, "fail": pb.FAIL}
_UNSIGNED_MAX = (1 << 64) - 1
_SIGNED_MAX = (1 << 63) - 1


def unsigned(value: int, name: str) -> int:
    """The number, checked to be one of unsigned 64 bits."""
    return _number(value, name, 0, _UNSIGNED_MAX, "an unsigned 64-bit number")


def _signed(value: int, name: str) -> int:
    return _number(value, name, -_SIGNED_MAX - 1, _SIGNED_MAX, "a signed 64-bit number")


def _number(value: int, name: str, least: int, most: int, kind: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, expected {kind}; use int") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}, expected {kind}")
    return number


class Operation(ABC, Generic[A]):
    """A request whose answer is of type A."""

    method: ClassVar[str]
    """The name of its call in the service."""

    kind: ClassVar[str]
    """The name of its field in a Request."""

    @abstractmethod
    def message(self, timeout: float | None) -> Any:
        """The message of the protocol. A read that waits does so for the timeout, in seconds."""

    @abstractmethod
    def read(self, answer: Any) -> A:
        """The answer as an object."""


class _Read(Operation[A]):
    mode: model.Mode

    def _patience(self, timeout: float | None) -> dict[str, Any]:
        if self.mode not in _MODES:
            raise ValueError(f"mode is {self.mode!r}, expected one of {', '.join(_MODES)}")
        wait = self.mode == "wait"
        micros = _UNSIGNED_MAX >> 1 if timeout is None else micros_of(timeout)
        return {"when_partial": _MODES[self.mode], "wait_micros": micros if wait else 0}


def micros_of(seconds: float) -> int:
    """Microseconds, at least one: 0 means no limit."""
    return max(1, min(int(seconds * 1_000_000), _SIGNED_MAX))


@dataclass(frozen=True, slots=True)
class GetNode(_Read[model.NodeAnswer]):
    """Reads a node."""

    id: model.Id
    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "GetNode"
    kind = "get_node"

    def message(self, timeout: float | None) -> pb.GetNodeRequest:
        return pb.GetNodeRequest(id=unsigned(self.id, "id"), **self._patience(timeout))

    def read(self, answer: pb.NodeAnswer) -> model.NodeAnswer:
        node = node_of(answer.node) if answer.HasField("node") else None
        return model.NodeAnswer(node, answer.complete)


@dataclass(frozen=True, slots=True)
class GetLink(_Read[model.LinkAnswer]):
    """Reads a link, also a hidden one."""

    id1: model.Id
    link_type: model.LinkType
    id2: model.Id
    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "GetLink"
    kind = "get_link"

    def message(self, timeout: float | None) -> pb.GetLinkRequest:
        return pb.GetLinkRequest(**_key(self), **self._patience(timeout))

    def read(self, answer: pb.LinkAnswer) -> model.LinkAnswer:
        link = link_of(answer.link) if answer.HasField("link") else None
        return model.LinkAnswer(link, answer.complete)


@dataclass(frozen=True, slots=True)
class GetLinks(_Read[model.LinkList]):
    """Reads many links of one list; returns those that exist, in the order asked."""

    id1: model.Id
    link_type: model.LinkType
    id2: Iterable[model.Id]
    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "GetLinks"
    kind = "get_links"

    def __post_init__(self) -> None:
        object.__setattr__(self, "id2", tuple(self.id2))

    def message(self, timeout: float | None) -> pb.GetLinksRequest:
        return pb.GetLinksRequest(
            **_list(self),
            id2=[unsigned(id2, "id2") for id2 in self.id2],
            **self._patience(timeout),
        )

    def read(self, answer: pb.LinksAnswer) -> model.LinkList:
        links = answer.links
        return model.LinkList(
            id1=self.id1,
            link_type=self.link_type,
            complete=answer.complete,
            id2=array("Q", [link.id2 for link in links]),
            time=array("q", [link.time for link in links]),
            version=array("q", [link.version for link in links]),
            hidden=array("B", [link.hidden for link in links]),
            data_offsets=_offsets(len(link.data) for link in links),
            data=b"".join(link.data for link in links),
        )


@dataclass(frozen=True, slots=True)
class GetLinkList(_Read[model.LinkList]):
    """Reads a part of one link list, newest first; links of equal time by id2, the least first.

    ``min_time`` and ``max_time`` are included. ``offset`` leaves this many of the newest out.
    """

    id1: model.Id
    link_type: model.LinkType
    _: KW_ONLY
    limit: int = 1000
    offset: int = 0
    min_time: int | None = None
    max_time: int | None = None
    mode: model.Mode = "partial"

    method = "GetLinkList"
    kind = "get_link_list"

    def message(self, timeout: float | None) -> pb.GetLinkListRequest:
        return pb.GetLinkListRequest(
            **_list(self),
            min_time=None if self.min_time is None else _signed(self.min_time, "min_time"),
            max_time=None if self.max_time is None else _signed(self.max_time, "max_time"),
            offset=unsigned(self.offset, "offset"),
            limit=_number(self.limit, "limit", 0, (1 << 32) - 1, "a number from 0 to 4294967295"),
            **self._patience(timeout),
        )

    def read(self, answer: pb.LinkListAnswer) -> model.LinkList:
        size = len(answer.id2)
        return model.LinkList(
            id1=answer.id1,
            link_type=answer.link_type,
            complete=answer.complete,
            id2=array("Q", answer.id2),
            time=array("q", answer.time),
            version=array("q", answer.version),
            hidden=array("B", bytes(size)),
            data_offsets=_offsets(answer.data_length),
            data=answer.data,
        )


@dataclass(frozen=True, slots=True)
class CountLinks(_Read[model.CountAnswer]):
    """Counts the visible links of a list."""

    id1: model.Id
    link_type: model.LinkType
    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "CountLinks"
    kind = "count_links"

    def message(self, timeout: float | None) -> pb.CountLinksRequest:
        return pb.CountLinksRequest(**_list(self), **self._patience(timeout))

    def read(self, answer: pb.CountAnswer) -> model.CountAnswer:
        return model.CountAnswer(answer.count, answer.complete)


@dataclass(frozen=True, slots=True)
class ListTypes(_Read[model.TypesAnswer]):
    """Reads the link types of which an id has visible links."""

    id1: model.Id
    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "ListTypes"
    kind = "list_types"

    def message(self, timeout: float | None) -> pb.ListTypesRequest:
        return pb.ListTypesRequest(id1=unsigned(self.id1, "id1"), **self._patience(timeout))

    def read(self, answer: pb.TypesAnswer) -> model.TypesAnswer:
        counts = dict(zip(answer.link_type, answer.count, strict=True))
        return model.TypesAnswer(MappingProxyType(counts), answer.complete)


class _Write(Operation[model.WriteAnswer]):
    def read(self, answer: pb.WriteAnswer) -> model.WriteAnswer:
        return model.WriteAnswer(answer.found, answer.complete)


@dataclass(frozen=True, slots=True)
class AddLink(_Write):
    """Adds the link, or replaces all fields of the link of its key."""

    link: model.Link

    method = "AddLink"
    kind = "add_link"

    def message(self, timeout: float | None) -> pb.AddLinkRequest:
        return pb.AddLinkRequest(link=_link_message(self.link))


@dataclass(frozen=True, slots=True)
class UpdateLink(_Write):
    """Does the same as AddLink: the two differ in what a caller expects to find."""

    link: model.Link

    method = "UpdateLink"
    kind = "update_link"

    def message(self, timeout: float | None) -> pb.UpdateLinkRequest:
        return pb.UpdateLinkRequest(link=_link_message(self.link))


@dataclass(frozen=True, slots=True)
class DeleteLink(_Write):
    """Hides a link, or removes it altogether with ``expunge``."""

    id1: model.Id
    link_type: model.LinkType
    id2: model.Id
    _: KW_ONLY
    expunge: bool = False

    method = "DeleteLink"
    kind = "delete_link"

    def message(self, timeout: float | None) -> pb.DeleteLinkRequest:
        deletion = pb.EXPUNGE if self.expunge else pb.HIDE
        return pb.DeleteLinkRequest(**_key(self), deletion=deletion)


@dataclass(frozen=True, slots=True)
class AddNode(Operation[model.AddNodeAnswer]):
    """Adds a node; the server chooses its id."""

    type: model.LinkType
    data: bytes = b""
    _: KW_ONLY
    time: int = 0
    version: int = 0

    method = "AddNode"
    kind = "add_node"

    def message(self, timeout: float | None) -> pb.AddNodeRequest:
        node = model.Node(0, self.type, self.data, self.time, self.version)
        return pb.AddNodeRequest(node=_node_message(node))

    def read(self, answer: pb.AddNodeAnswer) -> model.AddNodeAnswer:
        return model.AddNodeAnswer(answer.id)


@dataclass(frozen=True, slots=True)
class UpdateNode(_Write):
    """Replaces version, time and data of the node of this id and type, if there is one."""

    node: model.Node

    method = "UpdateNode"
    kind = "update_node"

    def message(self, timeout: float | None) -> pb.UpdateNodeRequest:
        return pb.UpdateNodeRequest(node=_node_message(self.node))


@dataclass(frozen=True, slots=True)
class DeleteNode(_Write):
    """Removes the node of this id and type."""

    id: model.Id
    type: model.LinkType

    method = "DeleteNode"
    kind = "delete_node"

    def message(self, timeout: float | None) -> pb.DeleteNodeRequest:
        return pb.DeleteNodeRequest(id=unsigned(self.id, "id"), type=unsigned(self.type, "type"))


def node_of(node: pb.Node) -> model.Node:
    """A node from its message."""
    return model.Node(node.id, node.type, node.data, node.time, node.version)


def link_of(link: pb.Link) -> model.Link:
    """A link from its message."""
    return model.Link(
        link.id1, link.link_type, link.id2, link.data, link.time, link.version, link.hidden
    )


def _list(operation: Any) -> dict[str, Any]:
    return {
        "id1": unsigned(operation.id1, "id1"),
        "link_type": unsigned(operation.link_type, "link_type"),
    }


def _key(operation: Any) -> dict[str, Any]:
    return {**_list(operation), "id2": unsigned(operation.id2, "id2")}


def _link_message(link: model.Link) -> pb.Link:
    return pb.Link(
        **_key(link),
        hidden=link.hidden,
        version=_signed(link.version, "version"),
        time=_signed(link.time, "time"),
        data=link.data,
    )


def _node_message(node: model.Node) -> pb.Node:
    return pb.Node(
        id=unsigned(node.id, "id"),
        type=unsigned(node.type, "type"),
        version=_signed(node.version, "version"),
        time=_signed(node.time, "time"),
        data=node.data,
    )


def _offsets(lengths: Iterable[int]) -> array[int]:
    offsets = array("q", [0])
    end = 0
    for length in lengths:
        end += length
        offsets.append(end)
    return offsets
