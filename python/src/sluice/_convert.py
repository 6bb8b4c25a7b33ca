"""Link lists as columns of NumPy, Arrow and pandas, each imported only where it is used."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sluice.model import LinkList
    from sluice.properties import FoundNodes


def to_numpy(links: LinkList) -> dict[str, Any]:
    import numpy

    data = numpy.empty(len(links), dtype=object)
    ends = links.data_offsets
    for place in range(len(links)):
        data[place] = links.data[ends[place] : ends[place + 1]]

    def column(values: array[int], kind: str) -> Any:
        view = numpy.frombuffer(values, dtype=kind)
        view.flags.writeable = False
        return view

    names = {"id2_name": _objects(numpy, links.ids2)} if links.names else {}
    return {
        "id2": column(links.id2, "u8"),
        **names,
        "time": column(links.time, "i8"),
        "version": column(links.version, "i8"),
        "hidden": column(links.hidden, "?"),
        "data": data,
    }


def _objects(numpy: Any, values: list[Any]) -> Any:
    column = numpy.empty(len(values), dtype=object)
    column[:] = values
    return column


def _shown(value: int | str) -> str:
    """A name or number as text that is UTF-8 in any case."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _is_named(links: LinkList) -> bool:
    return bool(links.names) or isinstance(links.id1, str) or isinstance(links.link_type, str)


def to_arrow(links: LinkList) -> Any:
    import pyarrow

    size = len(links)
    named = _is_named(links)

    def column(values: array[int], kind: Any) -> Any:
        return pyarrow.Array.from_buffers(kind, size, [None, pyarrow.py_buffer(values)])

    def same(value: int | str) -> Any:
        if isinstance(value, str) or named:
            return pyarrow.array([_shown(value)] * size, type=pyarrow.string())
        return column(array("Q", [value]) * size, pyarrow.uint64())

    data = pyarrow.Array.from_buffers(
        pyarrow.large_binary(),
        size,
        [None, pyarrow.py_buffer(links.data_offsets), pyarrow.py_buffer(links.data)],
    )
    columns = {
        "id1": same(links.id1),
        "link_type": same(links.link_type),
        "id2": pyarrow.array(map(_shown, links.ids2), type=pyarrow.string(), size=size)
        if named
        else column(links.id2, pyarrow.uint64()),
        "time": column(links.time, pyarrow.int64()),
        "version": column(links.version, pyarrow.int64()),
        "hidden": pyarrow.array(map(bool, links.hidden), type=pyarrow.bool_(), size=size),
        "data": data,
    }
    return pyarrow.table(columns, metadata={"complete": str(links.complete).lower()})


def to_pandas(links: LinkList) -> Any:
    import numpy
    import pandas

    size = len(links)
    kind = object if _is_named(links) else "u8"
    columns = {
        "id1": numpy.full(size, links.id1, dtype=kind),
        "link_type": numpy.full(size, links.link_type, dtype=kind),
        **to_numpy(links),
    }
    if "id2_name" in columns:
        columns["id2"] = columns.pop("id2_name")
    frame = pandas.DataFrame(columns)
    frame.attrs["complete"] = links.complete
    return frame


_PLAIN = {int: "i8", float: "f8", bool: "?"}


def _columns(found: FoundNodes) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {"id": found.ids, "ways": [node.ways for node in found]}
    for predicate in found.shown:
        # A predicate can be called id.
        name = f"<{predicate}>" if predicate in ("id", "ways") else predicate
        columns[name] = [node[predicate] for node in found]
    return columns


def found_to_numpy(found: FoundNodes) -> dict[str, Any]:
    import numpy

    def column(values: list[Any]) -> Any:
        kinds = set(map(type, values))
        kind = _PLAIN.get(kinds.pop()) if len(kinds) == 1 else None
        if kind is None:
            return _objects(numpy, values)
        try:
            return numpy.array(values, dtype=kind)
        except OverflowError:  # an id above the signed numbers
            return numpy.array(values, dtype="u8")

    return {name: column(values) for name, values in _columns(found).items()}


def _arrow_value(value: Any) -> Any:
    if isinstance(value, str):
        return _shown(value)
    if isinstance(value, (list, tuple)):
        return list(map(_arrow_value, value))
    return value


def found_to_arrow(found: FoundNodes) -> Any:
    import pyarrow

    def column(values: list[Any]) -> Any:
        plain = list(map(_arrow_value, values))
        try:
            return pyarrow.array(plain)
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):  # values of several types
            return pyarrow.array([None if one is None else str(one) for one in plain])

    columns = {name: column(values) for name, values in _columns(found).items()}
    metadata = {"complete": str(found.complete).lower(), "more": str(found.more).lower()}
    return pyarrow.table(columns, metadata=metadata)


def found_to_pandas(found: FoundNodes) -> Any:
    import pandas

    frame = pandas.DataFrame(found_to_numpy(found))
    frame.attrs["complete"] = found.complete
    frame.attrs["more"] = found.more
    return frame
