"""Requests about properties as values, for ``batch`` and ``stream``: questions by value, and writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeAlias

from sluice import model
from sluice.operations import Names, Operation, _number, _Read, _Write, fields_of, name_message, unsigned
from sluice.properties import (
    Branch,
    Condition,
    Conditions,
    FoundNode,
    FoundNodes,
    Properties,
    PropertyValue,
    Value,
    WalkTree,
    Written,
    condition,
    value_of,
    written,
)
from sluice.v1 import sluice_pb2 as pb

_TYPES = {
    pb.VALUE_DEFAULT: "default",
    pb.VALUE_BINARY: "binary",
    pb.VALUE_INT: "int",
    pb.VALUE_FLOAT: "float",
    pb.VALUE_BOOL: "bool",
    pb.VALUE_DATETIME: "datetime",
    pb.VALUE_GEO: "geo",
    pb.VALUE_PASSWORD: "password",
    pb.VALUE_STRING: "string",
    pb.VALUE_BIGFLOAT: "bigfloat",
    pb.VALUE_VECTOR: "float32vector",
    pb.VALUE_UID: "uid",
    pb.VALUE_OTHER: "",
}


def conditions_of(given: Iterable[Conditions], type: str | None) -> tuple[Condition, ...]:
    """The conditions of a question, that of a type first."""
    first = () if type is None else (Condition("dgraph.type", "eq", type),)
    return (*first, *map(condition, given))


def steps_of(path: str | Iterable[str]) -> tuple[str, ...]:
    """The predicates of a path: a text with slashes between them, or one text for each."""
    if not isinstance(path, str):
        return tuple(path)
    steps, begin, inside = [], 0, False
    for at, letter in enumerate(path):
        if letter in "<>":
            inside = letter == "<"
        elif letter == "/" and not inside:
            steps.append(path[begin:at])
            begin = at + 1
    return (*steps, path[begin:])


def _messages(conditions: Iterable[Condition]) -> Iterator[pb.Condition]:
    for one in conditions:
        yield pb.Condition(predicate=one.predicate, operator=one.operator, value=one.values)


def _limit(value: int) -> int:
    return _number(value, "limit", 1, 1_000_000, "a number from 1 to 1000000")


def _value(message: pb.PropertyValue) -> PropertyValue:
    kind = _TYPES.get(message.type, "")
    facets: dict[str, Value] = {
        facet.key: value_of(_TYPES.get(facet.type, ""), facet.text) for facet in message.facet
    }
    return PropertyValue(
        value_of(kind, message.text), kind, message.language, message.datatype, facets, message.text
    )


def _node(message: Any, ways: int, shown: tuple[str, ...], names: Names) -> FoundNode:
    values = {
        predicate: tuple(map(_value, column.value))
        for predicate, column in zip(shown, message.values, strict=True)
    }
    lists = frozenset(
        predicate
        for predicate, column in zip(shown, message.values, strict=True)
        if column.list
    )
    return FoundNode(names.id(message.id), ways, values, lists)


def _found(answer: pb.FoundAnswer, shown: tuple[str, ...]) -> FoundNodes:
    names = Names(answer)
    nodes = tuple(_node(node, node.ways, shown, names) for node in answer.nodes)
    return FoundNodes(nodes, shown, answer.more, answer.complete)


@dataclass(frozen=True, slots=True)
class Find(_Read[FoundNodes]):
    """Finds the nodes of which all conditions are true.

    ``show`` has the predicates whose values the answer has. ``order`` is a predicate by whose values the
    nodes come, the highest first with ``-`` in front; without it they come by id. ``after`` is the last
    node of the page before. ``scan`` lets the server read all rows if no index helps.
    """

    conditions: Iterable[Conditions]
    _: KW_ONLY
    show: Iterable[str] = ()
    order: str | None = None
    after: model.Id | None = None
    limit: int = 100
    scan: bool = False
    budget: int = 0
    mode: model.Mode = "partial"

    method = "Find"
    kind = "find"

    def __post_init__(self) -> None:
        object.__setattr__(self, "conditions", conditions_of(self.conditions, None))
        object.__setattr__(self, "show", tuple(self.show))

    def message(self, timeout: float | None, names: bool = False) -> pb.FindRequest:
        after = {} if self.after is None else {"after": self.after}
        order = self.order or ""
        return pb.FindRequest(
            condition=_messages(self.conditions),  # type: ignore[arg-type]
            order=order.removeprefix("-"),
            descending=order.startswith("-"),
            limit=_limit(self.limit),
            scan=self.scan,
            budget=unsigned(self.budget, "budget"),
            **{"with": self.show},  # type: ignore[arg-type]
            **fields_of(True, **after),
            **self._patience(timeout),
        )

    def read(self, answer: pb.FoundAnswer) -> FoundNodes:
        return _found(answer, tuple(self.show))


Start: TypeAlias = "model.Id | Condition | Iterable[model.Id] | Iterable[Condition]"
"""Where a walk begins."""


@dataclass(frozen=True, slots=True)
class _Walking:
    """The fields of a walk."""

    start: Any
    path: str | Iterable[str]
    _: KW_ONLY
    where: Iterable[Conditions] = ()
    show: Iterable[str] = ()
    limit: int = 100
    budget: int = 0
    mode: model.Mode = "partial"

    def __post_init__(self) -> None:
        one = isinstance(self.start, (int, str, Condition))
        object.__setattr__(self, "start", (self.start,) if one else tuple(self.start))
        object.__setattr__(self, "path", steps_of(self.path))
        object.__setattr__(self, "where", conditions_of(self.where, None))
        object.__setattr__(self, "show", tuple(self.show))

    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "step": self.path,
            "where": _messages(self.where),  # type: ignore[arg-type]
            "with": self.show,
            "limit": _limit(self.limit),
            "budget": unsigned(self.budget, "budget"),
            "names": pb.OperationNames(wanted=True),
        }
        kinds = {isinstance(one, str) - isinstance(one, Condition) for one in self.start}
        if len(kinds) != 1:
            raise TypeError(
                f"start is {self.start!r}, expected names of nodes, numbers of nodes, or Conditions"
            )
        if kinds == {-1}:
            fields["from"] = _messages(self.start)
        elif kinds == {1}:
            fields["names"].id2.extend(map(name_message, self.start))
        else:
            fields["start"] = [unsigned(one, "start") for one in self.start]
        return fields


@dataclass(frozen=True, slots=True)
class Walk(_Walking, _Read[FoundNodes]):
    """Follows links for a few steps; finds each node at the end once, with the number of ways to it.

    ``start`` is a node, several of them, or a ``Condition`` or several, which are true of the nodes to
    begin from. ``path`` names the links of each step: ``friend/works_at``, ``~boss`` for links backwards.
    ``where`` has conditions of the nodes at the end.
    """

    method = "Walk"
    kind = "walk"

    def message(self, timeout: float | None, names: bool = False) -> pb.WalkRequest:
        return pb.WalkRequest(**self._fields(), **self._patience(timeout))

    def read(self, answer: pb.FoundAnswer) -> FoundNodes:
        return _found(answer, tuple(self.show))


@dataclass(frozen=True, slots=True)
class WalkAsTree(_Walking, _Read[WalkTree]):
    """The same walk as ``Walk``, with all nodes on its way; ``limit`` is of the links of each node."""

    method = "WalkTree"
    kind = "walk_tree"

    def message(self, timeout: float | None, names: bool = False) -> pb.WalkRequest:
        return pb.WalkRequest(**self._fields(), **self._patience(timeout))

    def read(self, answer: pb.TreeAnswer) -> WalkTree:
        names = Names(answer)
        shown = tuple(self.show)

        def branch(message: pb.Branch) -> Branch:
            node = _node(message, 0, shown, names)
            return Branch(node, tuple(map(branch, message.next)), message.cut)

        roots = tuple(map(branch, answer.roots))
        return WalkTree(roots, tuple(self.path), answer.complete)


@dataclass(frozen=True, slots=True)
class GetProperties(_Read[Properties]):
    """Reads the properties of a node, at most ``limit`` values of each.

    ``as_type`` is a type of the schema: then the answer has the fields of this type alone, in their order;
    the ends of links are texts of type ``uid``.
    """

    id: model.Id
    _: KW_ONLY
    limit: int = 100
    as_type: str = ""
    mode: model.Mode = "partial"

    method = "GetProperties"
    kind = "get_properties"

    def message(self, timeout: float | None, names: bool = False) -> pb.GetPropertiesRequest:
        return pb.GetPropertiesRequest(
            limit=_limit(self.limit),
            as_type=self.as_type,
            **fields_of(names, id=self.id),
            **self._patience(timeout),
        )

    def read(self, answer: pb.PropertiesAnswer) -> Properties:
        return Properties(
            {each.predicate: tuple(map(_value, each.value)) for each in answer.property},
            {each.predicate: each.count for each in answer.property},
            answer.complete,
        )


@dataclass(frozen=True, slots=True)
class GetSchema(_Read[str]):
    """Reads what the store declares, as the text of a schema file."""

    _: KW_ONLY
    mode: model.Mode = "partial"

    method = "GetSchema"
    kind = "get_schema"

    def message(self, timeout: float | None, names: bool = False) -> pb.GetSchemaRequest:
        return pb.GetSchemaRequest(**self._patience(timeout))

    def read(self, answer: pb.SchemaAnswer) -> str:
        return answer.text


@dataclass(frozen=True, slots=True)
class SetProperty(_Write):
    """Sets the value of a property, ``name`` or ``name@fr``.

    Of a list, or if the predicate is not declared, the value is one more.
    """

    id: model.Id
    predicate: str
    value: Written

    method = "SetProperty"
    kind = "set_property"

    def message(self, timeout: float | None, names: bool = False) -> pb.SetPropertyRequest:
        return pb.SetPropertyRequest(
            predicate=self.predicate, value=written(self.value), **fields_of(False, id=self.id)
        )


@dataclass(frozen=True, slots=True)
class DeleteProperty(_Write):
    """Deletes a value of a property; without ``value`` all of them, of ``name@.`` in all languages."""

    id: model.Id
    predicate: str
    value: Written | None = None

    method = "DeleteProperty"
    kind = "delete_property"

    def message(self, timeout: float | None, names: bool = False) -> pb.DeletePropertyRequest:
        return pb.DeletePropertyRequest(
            predicate=self.predicate,
            value=None if self.value is None else written(self.value),
            **fields_of(False, id=self.id),
        )


def writes_of(
    id: model.Id, properties: Mapping[str, Any]
) -> Iterator[Operation[model.WriteAnswer]]:
    """The writes of several properties: a value each, several values of a list, None to delete all."""
    for predicate, value in properties.items():
        if value is None:
            yield DeleteProperty(id, predicate)
        elif isinstance(value, (list, set, frozenset)):
            for one in value:
                yield SetProperty(id, predicate, one)
        else:
            yield SetProperty(id, predicate, value)
