"""Nodes, links and answers. All are immutable; every answer of a read or write has ``complete``."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow



class Name(str):
    """The name of an id with its group: a string such as ``Person:933``.

    A plain string means the same where its group has no colon in it; a ``Name`` is always exact.
    ``group`` is empty for ids without a group, and None for names as RDF writes them: ``<http://a/b>``,
    ``_:label``. Bytes that are not UTF-8 are surrogates, as in the names
    of files.
    """

    __slots__ = ("group", "name")

    group: str | None
    name: str

    def __new__(cls, name: str, group: str | None = "") -> Name:
        self = super().__new__(cls, f"{group}:{name}" if group else name)
        self.group = group
        self.name = name
        return self

    def __reduce__(self) -> tuple[type[Name], tuple[str, str | None]]:
        return Name, (self.name, self.group)


Id: TypeAlias = "int | str"
"""An id of a node: an unsigned 64-bit number, or a name.

A name is a string: ``Person:933``, or ``933`` for ids without a group. In a store whose ids are numbers
the name of an id is its number.
"""

LinkType: TypeAlias = "int | str"
"""A type of links or nodes: a name, or an unsigned 64-bit number."""

Mode: TypeAlias = Literal["partial", "wait", "fail"]
"""What a read does while a load still copies its source.

``partial`` answers with the rows that are there, ``wait`` waits until the answer is complete, at most
until the deadline, and ``fail`` fails at once with INCOMPLETE.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A node. ``data`` is never interpreted; ``time`` and ``version`` are signed."""

    id: Id
    type: LinkType
    data: bytes = b""
    time: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A link from ``id1`` to ``id2``. Lists and counts leave hidden links out."""

    id1: Id
    link_type: LinkType
    id2: Id
    data: bytes = b""
    time: int = 0
    version: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class NodeAnswer:
    """A node, or None if there is no such node."""

    node: Node | None
    complete: bool


@dataclass(frozen=True, slots=True)
class LinkAnswer:
    """A link, or None if there is no such link."""

    link: Link | None
    complete: bool


@dataclass(frozen=True, slots=True)
class CountAnswer:
    """The number of visible links of a list."""

    count: int
    complete: bool


@dataclass(frozen=True, slots=True)
class TypesAnswer:
    """The link types of an id, each with the number of its visible links, in unsigned order.

    ``properties`` has the predicates whose values the id has, each with the number of its values.
    """

    counts: Mapping[LinkType, int]
    complete: bool
    properties: Mapping[LinkType, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """Whether the row was there before. A load may yet bring it if ``complete`` is False."""

    found: bool
    complete: bool


@dataclass(frozen=True, slots=True)
class AddNodeAnswer:
    """The id that the server chose."""

    id: Id


@dataclass(frozen=True, slots=True)
class Resolved:
    """The numbers of names and the names of numbers, each in the order asked; None for what is not known."""

    ids: tuple[int | None, ...]
    types: tuple[int | None, ...]
    names: tuple[Name | None, ...]
    type_names: tuple[str | None, ...]
    ids_are_names: bool


@dataclass(frozen=True, slots=True)
class IdRange:
    """A range of ids, both ends included."""

    first_id: Id
    last_id: Id


@dataclass(frozen=True, slots=True)
class Outlook:
    """When the rows of an id will be in a segment, where they are fastest to read.

    Nothing but ``planned`` is known while it is False. ``seconds_left`` is None if there is no speed
    yet to tell it by.
    """

    planned: bool
    built: bool
    buckets_ahead: int
    rows_ahead: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class LinkList(Sequence[Link]):
    """Links of one id and type, kept as columns: a sequence of ``Link`` that makes each when asked.

    The column ``id2`` has numbers; ``names`` has the names of those that have one, if they were asked
    for, and ``ids2`` the names and numbers as the links have them.

    The n-th entry of each column belongs to the n-th link. The data of the n-th link is
    ``data[data_offsets[n]:data_offsets[n + 1]]``.
    """

    id1: Id
    link_type: LinkType
    complete: bool
    id2: array[int] = field(repr=False)
    time: array[int] = field(repr=False)
    version: array[int] = field(repr=False)
    hidden: array[int] = field(repr=False)
    data_offsets: array[int] = field(repr=False)
    data: bytes = field(repr=False)
    names: Mapping[int, Name] = field(repr=False, default_factory=dict)

    def __len__(self) -> int:
        return len(self.id2)

    @overload
    def __getitem__(self, index: int) -> Link: ...

    @overload
    def __getitem__(self, index: slice) -> list[Link]: ...

    def __getitem__(self, index: int | slice) -> Link | list[Link]:
        if isinstance(index, slice):
            return [self._link(place) for place in range(*index.indices(len(self)))]
        return self._link(range(len(self))[index])

    def __iter__(self) -> Iterator[Link]:
        return map(self._link, range(len(self)))

    def _link(self, place: int) -> Link:
        return Link(
            id1=self.id1,
            link_type=self.link_type,
            id2=self.names.get(self.id2[place], self.id2[place]),
            data=self.data[self.data_offsets[place] : self.data_offsets[place + 1]],
            time=self.time[place],
            version=self.version[place],
            hidden=bool(self.hidden[place]),
        )

    @property
    def ids2(self) -> list[Id]:
        """The id2 of each link: its name, or its number where it has none here."""
        return [self.names.get(id2, id2) for id2 in self.id2]

    def to_numpy(self) -> dict[str, numpy.ndarray]:
        """One array for each column: id2, time, version, hidden, and data as objects of bytes.

        A list with names has one more column, id2_name, of objects.

        Requires NumPy. Arrays of numbers are views and cannot be written to.
        """
        from sluice import _convert

        return _convert.to_numpy(self)

    def to_arrow(self) -> pyarrow.Table:
        """A table with id1, link_type, id2, time, version, hidden and data.

        In a list with names, id1, link_type and id2 are strings: names, or numbers where there are none.

        Requires pyarrow. The schema has the metadata ``complete``, ``true`` or ``false``.
        """
        from sluice import _convert

        return _convert.to_arrow(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with the columns of ``to_arrow``; its ``attrs`` have ``complete``.

        Requires pandas.
        """
        from sluice import _convert

        return _convert.to_pandas(self)
