"""Properties of nodes: values with their types, and answers of questions by value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from sluice.model import Id

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow

Value: TypeAlias = "str | int | float | bool | Decimal | datetime | tuple[float, ...]"
"""A value of a property, of the type that the schema declares; a string for all other types."""

Written: TypeAlias = "Value | date"
"""A value as an argument. It is converted to the declared type as a load converts it."""


class Condition:
    """What the values of one predicate must be: ``Condition("age", "ge", 30)``.

    ``predicate`` is ``name``, ``name@fr``, ``name@.`` (of any language), ``count(friend)``, ``~friend`` or
    ``<http://…>``; ``operator`` is one of eq, in, lt, le, gt, ge, between, has, anyofterms, allofterms and
    regexp. A tuple of the same is as good wherever conditions are taken.
    """

    __slots__ = ("operator", "predicate", "values")

    def __init__(self, predicate: str, operator: str, *values: Written) -> None:
        if not isinstance(predicate, str) or not isinstance(operator, str):
            raise TypeError(
                f"condition is {(predicate, operator, *values)!r}, expected a predicate, an operator"
                ' and values, as ("age", "ge", 30)'
            )
        self.predicate = predicate
        self.operator = operator
        self.values = tuple(map(written, values))

    def __repr__(self) -> str:
        return f"Condition({', '.join(map(repr, (self.predicate, self.operator, *self.values)))})"


Conditions: TypeAlias = "Condition | tuple[Any, ...]"
"""A condition, or a tuple of its parts: ``("age", "ge", 30)``."""


def condition(given: Conditions) -> Condition:
    """A condition of what stands for one."""
    if isinstance(given, Condition):
        return given
    if not isinstance(given, tuple) or len(given) < 2:
        raise TypeError(
            f'condition is {given!r}, expected a tuple of a predicate, an operator and values, as ("age",'
            ' "ge", 30)'
        )
    return Condition(*given)


def written(value: Written) -> str:
    """A value as a text that means the same to the server."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float, Decimal)):
        return str(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, (tuple, list)):
        try:
            return json.dumps([float(number) for number in value])
        except (TypeError, ValueError):
            raise TypeError(
                f"value is {value!r}, expected the numbers of a vector;"
                " set_properties adds several values of a list"
            ) from None
    raise TypeError(f"value is {value!r}, expected a text, a number, a truth value or a time")


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """One value of a property.

    ``value`` is of the type that ``type`` names: int, float, bool, datetime, bigfloat (a Decimal),
    float32vector (a tuple); all others are strings, as are times before the year 1 or after 9999.
    ``datatype`` is the IRI of a literal that is kept as it was written. ``text`` is the value as text.
    """

    value: Value
    type: str
    language: str = ""
    datatype: str = ""
    facets: Mapping[str, Value] = field(default_factory=dict)
    text: str = ""

    def __str__(self) -> str:
        return f"{self.text}@{self.language}" if self.language else self.text


@dataclass(frozen=True, slots=True)
class FoundNode:
    """A node of an answer, with the values that were asked for.

    ``node["age"]`` is its value, or None if it has none; of a list, and of ``name@.``, a list of values.
    ``values`` has the values with their languages and facets. ``ways`` is by how many ways a walk ends
    here.
    """

    id: Id
    ways: int
    values: Mapping[str, tuple[PropertyValue, ...]]
    _lists: frozenset[str] = field(repr=False, default=frozenset())

    def __getitem__(self, predicate: str) -> Any:
        values = self.values[predicate]
        if predicate in self._lists:
            return [each.value for each in values]
        return values[0].value if values else None


@dataclass(frozen=True, slots=True)
class FoundNodes(Sequence[FoundNode]):
    """The nodes of an answer, in its order.

    ``more`` says that there may be further nodes behind the last: ask again with it as ``after``.
    """

    nodes: tuple[FoundNode, ...]
    shown: tuple[str, ...]
    more: bool
    complete: bool

    def __len__(self) -> int:
        return len(self.nodes)

    @overload
    def __getitem__(self, index: int) -> FoundNode: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[FoundNode]: ...

    def __getitem__(self, index: int | slice) -> FoundNode | Sequence[FoundNode]:
        return self.nodes[index]

    def __iter__(self) -> Iterator[FoundNode]:
        return iter(self.nodes)

    @property
    def ids(self) -> list[Id]:
        """The ids of the nodes: names, or numbers where there are none."""
        return [node.id for node in self.nodes]

    def to_numpy(self) -> dict[str, numpy.ndarray]:
        """One array for each column: id, ways, and each predicate that is shown.

        Requires NumPy. A column of whole numbers, numbers or truth values without gaps is of their type,
        any other of objects.
        """
        from sluice import _convert

        return _convert.found_to_numpy(self)

    def to_arrow(self) -> pyarrow.Table:
        """A table with id, ways and a column for each predicate that is shown.

        Requires pyarrow. The schema has the metadata ``complete`` and ``more``, ``true`` or ``false``.
        """
        from sluice import _convert

        return _convert.found_to_arrow(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with the columns of ``to_numpy``; its ``attrs`` have ``complete`` and ``more``.

        Requires pandas.
        """
        from sluice import _convert

        return _convert.found_to_pandas(self)


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of a tree, with the links that were followed from it. ``cut``: there were more links."""

    node: FoundNode
    next: tuple[Branch, ...]
    cut: bool

    @property
    def id(self) -> Id:
        """The id of the node."""
        return self.node.id


@dataclass(frozen=True, slots=True)
class WalkTree:
    """Where a walk leads, with all nodes on its way. ``steps`` has the predicate of each level."""

    roots: tuple[Branch, ...]
    steps: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Properties(Mapping[str, "tuple[PropertyValue, ...]"]):
    """What a node says of itself: the values of each predicate, by its name.

    ``counts`` has how many values there are; more than are here if a list is longer than the limit.
    """

    values_of: Mapping[str, tuple[PropertyValue, ...]]
    counts: Mapping[str, int]
    complete: bool

    def __getitem__(self, predicate: str) -> tuple[PropertyValue, ...]:
        return self.values_of[predicate]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_of)

    def __len__(self) -> int:
        return len(self.values_of)


_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))", re.ASCII
)


def _time_of(text: str) -> datetime | str:
    """A time of RFC 3339; a text if a datetime cannot have it whole."""
    found = _TIME.fullmatch(text)
    if found is None or len(found[7] or "") > 6 and (found[7] or "")[6:].strip("0"):
        return text
    zone = timezone.utc
    if found[8]:
        minutes = int(found[9]) * 60 + int(found[10])
        zone = timezone(timedelta(minutes=-minutes if found[8] == "-" else minutes))
    micros = int((found[7] or "0")[:6].ljust(6, "0"))
    try:
        year, month, day, hour, minute, second = (int(found[at]) for at in range(1, 7))
        return datetime(year, month, day, hour, minute, second, micros, zone)
    except ValueError:
        return text


def _vector_of(text: str) -> tuple[float, ...] | str:
    try:
        return tuple(map(float, json.loads(text)))
    except (ValueError, TypeError):
        return text


_READERS: dict[str, Any] = {
    "int": int,
    "float": float,
    "bool": lambda text: text == "true",
    "datetime": _time_of,
    "bigfloat": Decimal,
    "float32vector": _vector_of,
}


def value_of(kind: str, text: str) -> Value:
    """The value of a text, of the type that a schema calls ``kind``."""
    reader = _READERS.get(kind)
    value: Value = text if reader is None else reader(text)
    return value
