"""Link lists as columns of other libraries."""

import pytest

from conftest import TYPE

MOST = (1 << 64) - 1


@pytest.fixture
def links(store):
    return store.link_list(1, TYPE, limit=2)


@pytest.fixture
def none(store):
    return store.link_list(MOST, TYPE + 1)


def test_numpy(links, none):
    pytest.importorskip("numpy")
    columns = links.to_numpy()
    assert columns["id2"].tolist() == [1020, 1019]
    assert columns["time"].tolist() == [19, 18]
    assert columns["data"].tolist() == [b"19", b"18"]
    assert columns["hidden"].tolist() == [False, False]
    assert not columns["id2"].flags.writeable
    assert len(none.to_numpy()["data"]) == 0


def test_arrow(links, none):
    pytest.importorskip("pyarrow")
    table = links.to_arrow()
    table.validate(full=True)
    assert table.select(["id1", "id2", "data"]).to_pylist() == [
        {"id1": 1, "id2": 1020, "data": b"19"},
        {"id1": 1, "id2": 1019, "data": b"18"},
    ]
    assert table.schema.metadata == {b"complete": b"true"}
    none.to_arrow().validate(full=True)


def test_pandas(links, none):
    pytest.importorskip("pandas")
    frame = links.to_pandas()
    assert frame["id2"].tolist() == [1020, 1019]
    assert frame.attrs == {"complete": True}
    assert len(none.to_pandas()) == 0
