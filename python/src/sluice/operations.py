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

# The types of properties. The number of a predicate is that much less than the type of its values.
_PROPERTIES = range(1 << 53, (1 << 53) + (1 << 31))
_ABOVE_PREDICATE = 1 << 52


def unsigned(value: int | str, name: str) -> int:
    """The number, checked to be one of unsigned 64 bits."""
    return _number(value, name, 0, _UNSIGNED_MAX, "an unsigned 64-bit number")


def _signed(value: int, name: str) -> int:
    return _number(value, name, -_SIGNED_MAX - 1, _SIGNED_MAX, "a signed 64-bit number")


def _number(value: int | str, name: str, least: int, most: int, kind: str) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
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
    def message(self, timeout: float | None, names: bool = False) -> Any:
        """The message of the protocol. A read that waits does so for the timeout, in seconds.

        With ``names`` the answer has names, also if the request has none.
        """

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



def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def name_message(name: str) -> pb.Name:
    """The message of the name of an id."""
    if isinstance(name, model.Name) and name.group is not None:
        return pb.Name(group=name.group, name=_bytes(name.name))
    return pb.Name(name=_bytes(name))


def name_of(name: pb.Name) -> model.Name:
    """The name of an id from its message."""
    return model.Name(_text(name.name), name.group if name.HasField("group") else None)


def fields_of(names: bool, **places: Any) -> dict[str, Any]:
    """The fields of ids and types of a request: numbers, and the field ``names`` for strings.

    An answer has names if ``names`` is true, or if the request has some.
    """
    fields: dict[str, Any] = {}
    asked = pb.OperationNames(wanted=True) if names else None
    for place, value in places.items():
        if not isinstance(value, str):
            fields[place] = unsigned(value, place)
            continue
        if asked is None:
            asked = pb.OperationNames(wanted=True)
        if place in ("type", "link_type"):
            asked.type = _bytes(value)
        elif place == "id2":
            asked.id2.append(name_message(value))
        else:
            asked.id.CopyFrom(name_message(value))
    if asked is not None:
        fields["names"] = asked
    return fields


class Names:
    """The names of one answer."""

    def __init__(self, answer: Any) -> None:
        table = answer.names
        self.ids: dict[int, model.Name] = dict(
            zip(table.id, map(name_of, table.id_name), strict=True)
        )
        self.types: dict[int, str] = dict(
            zip(table.type, map(_text, table.type_name), strict=True)
        )

    def id(self, number: int) -> model.Id:
        return self.ids.get(number, number)

    def type(self, number: int) -> model.LinkType:
        return self.types.get(number, number)


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

    def message(self, timeout: float | None, names: bool = False) -> pb.GetNodeRequest:
        return pb.GetNodeRequest(**fields_of(names, id=self.id), **self._patience(timeout))

    def read(self, answer: pb.NodeAnswer) -> model.NodeAnswer:
        node = node_of(answer.node, Names(answer)) if answer.HasField("node") else None
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

    def message(self, timeout: float | None, names: bool = False) -> pb.GetLinkRequest:
        return pb.GetLinkRequest(**_key(self, names), **self._patience(timeout))

    def read(self, answer: pb.LinkAnswer) -> model.LinkAnswer:
        link = link_of(answer.link, Names(answer)) if answer.HasField("link") else None
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

    def message(self, timeout: float | None, names: bool = False) -> pb.GetLinksRequest:
        ids = tuple(self.id2)
        message = pb.GetLinksRequest(**_list(self, names), **self._patience(timeout))
        if any(isinstance(id2, str) for id2 in ids):
            if not all(isinstance(id2, str) for id2 in ids):
                raise TypeError("id2 has names and numbers, expected either; resolve the names first")
            message.names.id2.extend(name_message(id2) for id2 in ids if isinstance(id2, str))
            message.names.wanted = True
        else:
            message.id2.extend(unsigned(id2, "id2") for id2 in ids)
        return message

    def read(self, answer: pb.LinksAnswer) -> model.LinkList:
        links = answer.links
        names = Names(answer)
        return model.LinkList(
            id1=names.id(links[0].id1) if links else self.id1,
            link_type=names.type(links[0].link_type) if links else self.link_type,
            complete=answer.complete,
            id2=array("Q", [link.id2 for link in links]),
            time=array("q", [link.time for link in links]),
            version=array("q", [link.version for link in links]),
            hidden=array("B", [link.hidden for link in links]),
            data_offsets=_offsets(len(link.data) for link in links),
            data=b"".join(link.data for link in links),
            names=names.ids,
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

    def message(self, timeout: float | None, names: bool = False) -> pb.GetLinkListRequest:
        return pb.GetLinkListRequest(
            **_list(self, names),
            min_time=None if self.min_time is None else _signed(self.min_time, "min_time"),
            max_time=None if self.max_time is None else _signed(self.max_time, "max_time"),
            offset=unsigned(self.offset, "offset"),
            limit=_number(self.limit, "limit", 0, (1 << 32) - 1, "a number from 0 to 4294967295"),
            **self._patience(timeout),
        )

    def read(self, answer: pb.LinkListAnswer) -> model.LinkList:
        size = len(answer.id2)
        names = Names(answer)
        return model.LinkList(
            id1=names.id(answer.id1) if size or not isinstance(self.id1, str) else self.id1,
            link_type=self.link_type
            if isinstance(self.link_type, str)
            else names.type(answer.link_type),
            complete=answer.complete,
            id2=array("Q", answer.id2),
            time=array("q", answer.time),
            version=array("q", answer.version),
            hidden=array("B", bytes(size)),
            data_offsets=_offsets(answer.data_length),
            data=answer.data,
            names=names.ids,
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

    def message(self, timeout: float | None, names: bool = False) -> pb.CountLinksRequest:
        return pb.CountLinksRequest(**_list(self, names), **self._patience(timeout))

    def read(self, answer: pb.CountAnswer) -> model.CountAnswer:
        return model.CountAnswer(answer.count, answer.complete)


@dataclass(frozen=True, slots=True)
class ListTypes(_Read[model.TypesAnswer]):
    """Reads the link types of which an id has visible links, and the predicates of its values."""

    id1: model.Id
    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "ListTypes"
    kind = "list_types"

    def message(self, timeout: float | None, names: bool = False) -> pb.ListTypesRequest:
        return pb.ListTypesRequest(**fields_of(names, id1=self.id1), **self._patience(timeout))

    def read(self, answer: pb.TypesAnswer) -> model.TypesAnswer:
        names = Names(answer)
        counts: dict[model.LinkType, int] = {}
        properties: dict[model.LinkType, int] = {}
        for number, count in zip(answer.link_type, answer.count, strict=True):
            if number in _PROPERTIES:
                properties[names.type(number - _ABOVE_PREDICATE)] = count
            else:
                counts[names.type(number)] = count
        return model.TypesAnswer(
            MappingProxyType(counts), answer.complete, MappingProxyType(properties)
        )


class _Write(Operation[model.WriteAnswer]):
    def read(self, answer: pb.WriteAnswer) -> model.WriteAnswer:
        return model.WriteAnswer(answer.found, answer.complete)


@dataclass(frozen=True, slots=True)
class AddLink(_Write):
    """Adds the link, or replaces all fields of the link of its key."""

    link: model.Link

    method = "AddLink"
    kind = "add_link"

    def message(self, timeout: float | None, names: bool = False) -> pb.AddLinkRequest:
        return pb.AddLinkRequest(**_link_fields(self.link))


@dataclass(frozen=True, slots=True)
class UpdateLink(_Write):
    """Does the same as AddLink: the two differ in what a caller expects to find."""

    link: model.Link

    method = "UpdateLink"
    kind = "update_link"

    def message(self, timeout: float | None, names: bool = False) -> pb.UpdateLinkRequest:
        return pb.UpdateLinkRequest(**_link_fields(self.link))


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

    def message(self, timeout: float | None, names: bool = False) -> pb.DeleteLinkRequest:
        deletion = pb.EXPUNGE if self.expunge else pb.HIDE
        return pb.DeleteLinkRequest(**_key(self, False), deletion=deletion)


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

    def message(self, timeout: float | None, names: bool = False) -> pb.AddNodeRequest:
        node = model.Node(0, self.type, self.data, self.time, self.version)
        return pb.AddNodeRequest(**_node_fields(node))

    def read(self, answer: pb.AddNodeAnswer) -> model.AddNodeAnswer:
        return model.AddNodeAnswer(answer.id)


@dataclass(frozen=True, slots=True)
class UpdateNode(_Write):
    """Replaces version, time and data of the node of this id and type, if there is one."""

    node: model.Node

    method = "UpdateNode"
    kind = "update_node"

    def message(self, timeout: float | None, names: bool = False) -> pb.UpdateNodeRequest:
        return pb.UpdateNodeRequest(**_node_fields(self.node))


@dataclass(frozen=True, slots=True)
class DeleteNode(_Write):
    """Removes the node of this id and type."""

    id: model.Id
    type: model.LinkType

    method = "DeleteNode"
    kind = "delete_node"

    def message(self, timeout: float | None, names: bool = False) -> pb.DeleteNodeRequest:
        return pb.DeleteNodeRequest(**fields_of(False, id=self.id, type=self.type))


@dataclass(frozen=True, slots=True)
class Resolve(Operation[model.Resolved]):
    """The numbers of names and the names of numbers, in any of the four places.

    At most 16,384 entries together.
    """

    _: KW_ONLY
    ids: Iterable[str] = ()
    types: Iterable[str] = ()
    names_of: Iterable[int] = ()
    type_names_of: Iterable[int] = ()

    method = "Resolve"
    kind = "resolve"

    def __post_init__(self) -> None:
        for place in ("ids", "types", "names_of", "type_names_of"):
            object.__setattr__(self, place, tuple(getattr(self, place)))

    def message(self, timeout: float | None, names: bool = False) -> pb.ResolveRequest:
        return pb.ResolveRequest(
            id_name=map(name_message, self.ids),
            type_name=map(_bytes, self.types),
            id=[unsigned(number, "names_of") for number in self.names_of],
            type=[unsigned(number, "type_names_of") for number in self.type_names_of],
        )

    def read(self, answer: pb.ResolveAnswer) -> model.Resolved:
        def numbers(values: Iterable[int], known: Iterable[bool]) -> tuple[int | None, ...]:
            both = zip(values, known, strict=True)
            return tuple(value if is_known else None for value, is_known in both)

        return model.Resolved(
            ids=numbers(answer.id, answer.id_known),
            types=numbers(answer.type, answer.type_known),
            names=tuple(name_of(name) if name.name else None for name in answer.id_name),
            type_names=tuple(_text(name) if name else None for name in answer.type_name),
            ids_are_names=answer.ids_are_names,
        )


def node_of(node: pb.Node, names: Names) -> model.Node:
    """A node from its message."""
    return model.Node(
        names.id(node.id), names.type(node.type), node.data, node.time, node.version
    )


def link_of(link: pb.Link, names: Names) -> model.Link:
    """A link from its message; the row of a property has its slot as ``id2``, which has no name."""
    return model.Link(
        names.id(link.id1),
        names.type(link.link_type),
        link.id2 if link.link_type in _PROPERTIES else names.id(link.id2),
        link.data,
        link.time,
        link.version,
        link.hidden,
    )


def _list(operation: Any, names: bool) -> dict[str, Any]:
    return fields_of(names, id1=operation.id1, link_type=operation.link_type)


def _key(operation: Any, names: bool) -> dict[str, Any]:
    return fields_of(
        names, id1=operation.id1, link_type=operation.link_type, id2=operation.id2
    )


def _link_fields(link: model.Link) -> dict[str, Any]:
    key = _key(link, False)
    fields = {"names": key.pop("names")} if "names" in key else {}
    message = pb.Link(
        **key,
        hidden=link.hidden,
        version=_signed(link.version, "version"),
        time=_signed(link.time, "time"),
        data=link.data,
    )
    return {"link": message, **fields}


def _node_fields(node: model.Node) -> dict[str, Any]:
    key = fields_of(False, id=node.id, type=node.type)
    fields = {"names": key.pop("names")} if "names" in key else {}
    message = pb.Node(
        **key,
        version=_signed(node.version, "version"),
        time=_signed(node.time, "time"),
        data=node.data,
    )
    return {"node": message, **fields}


def _offsets(lengths: Iterable[int]) -> array[int]:
    offsets = array("q", [0])
    end = 0
    for length in lengths:
        end += length
        offsets.append(end)
    return offsets
