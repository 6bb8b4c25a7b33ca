"""The client against a server."""

import pickle

import pytest

import sluice
from conftest import TYPE, Server, write_links
from sluice import ErrorCode, Link, Node, SluiceError


def test_list_is_newest_first_and_knows_its_columns(store):
    links = store.link_list(1, TYPE, limit=3)
    assert links.complete
    assert [link.id2 for link in links] == [1020, 1019, 1018]
    assert links[-1] == Link(1, TYPE, 1018, b"17", 17, links.version[2])
    assert links[1:] == [links[1], links[2]]
    with pytest.raises(IndexError):
        links[3]


def test_list_takes_range_and_offset(store):
    links = store.link_list(1, TYPE, min_time=5, max_time=9, offset=1)
    assert [link.time for link in links] == [8, 7, 6, 5]
    assert len(store.link_list(1, TYPE, limit=0)) == 0


def test_single_reads(store):
    assert store.link(1, TYPE, 1003).link.data == b"2"
    assert store.link(1, TYPE, 5).link is None
    links = store.links(1, TYPE, [1004, 5, 1002])
    assert [link.data for link in links] == [b"3", b"1"]
    assert store.count(1, TYPE) == sluice.CountAnswer(20, True)
    assert store.types(1).counts == {TYPE: 20}


def test_link_is_written_hidden_and_removed(store):
    link = Link((1 << 64) - 1, TYPE, 6, b"\x00\xff", -3, -4)
    assert not store.add_link(link).found
    assert store.link(link.id1, TYPE, 6) == sluice.LinkAnswer(link, True)
    assert store.update_link(link).found
    assert store.delete_link(link.id1, TYPE, 6).found
    assert store.count(link.id1, TYPE).count == 0
    assert store.links(link.id1, TYPE, [6])[0].hidden
    store.delete_link(link.id1, TYPE, 6, expunge=True)
    assert store.link(link.id1, TYPE, 6).link is None


def test_node_is_written_and_removed(store):
    id = store.add_node(9, b"a node", time=3).id
    assert store.node(id).node == Node(id, 9, b"a node", 3, 0)
    assert store.update_node(Node(id, 9, b"other")).found
    assert store.node(id).node.data == b"other"
    assert store.delete_node(id, 9).found
    assert store.node(id).node is None


def test_batch_answers_in_order_and_places_errors(store):
    batch = [sluice.CountLinks(1, TYPE), sluice.GetNode(4), sluice.GetLinkList(1, TYPE, limit=1)]
    count, node, links = store.batch(batch)
    assert (count.count, node.node, len(links)) == (20, None, 1)
    with pytest.raises(ValueError, match="use stream"):
        store.batch([sluice.GetNode(4)] * 1025)
    big = sluice.GetLinks(1, TYPE, range(1001, 1021))
    assert len(store.batch([big])[0]) == 20


def test_stream_answers_all(store):
    asked = 5000
    answers = list(store.stream(sluice.GetLink(1, TYPE, 1001 + n % 25) for n in range(asked)))
    assert len(answers) == asked
    for operation, answer in answers:
        assert (answer.link is not None) == (operation.id2 <= 1020)


def test_stream_with_few_in_flight_answers_all(store):
    answers = list(store.stream((sluice.GetNode(n) for n in range(300)), in_flight=3, together=2))
    assert sorted(operation.id for operation, _ in answers) == list(range(300))


def test_stream_raises_what_its_iterable_raises(store):
    def operations():
        yield sluice.GetNode(1)
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(store.stream(operations()))


def test_stream_can_be_left(store):
    stream = store.stream(sluice.GetNode(n) for n in range(1_000_000_000))
    next(stream)
    stream.close()
    assert store.count(1, TYPE).count == 20


def test_scan_has_every_row(store):
    with store.scan() as rows:
        ids = [row.id2 for row in rows if isinstance(row, Link) and row.id1 == 1]
    assert sorted(ids) == list(range(1001, 1021))
    assert rows.complete


def test_scan_can_be_left(store):
    with store.scan() as rows:
        next(rows)
    assert not rows.complete
    assert store.count(1, TYPE).count == 20


def test_outlook_and_pin(store):
    outlook = store.when(1)
    assert outlook.planned and outlook.built
    assert sluice.IdRange(5, 9) in store.pin(5, 9)
    assert sluice.IdRange(5, 9) not in store.unpin(5, 9)


@pytest.mark.parametrize("id", [-1, 1 << 64])
def test_number_out_of_range_is_refused(store, id):
    with pytest.raises(ValueError, match="expected an unsigned 64-bit number"):
        store.node(id)


def test_what_is_no_id_is_refused(store):
    with pytest.raises(TypeError, match="id is 1.5, expected an unsigned 64-bit number"):
        store.node(1.5)
    with pytest.raises(ValueError, match="mode is 'soon'"):
        store.node(1, mode="soon")


def test_numbers_of_numpy_are_taken(store):
    numpy = pytest.importorskip("numpy")
    assert store.count(numpy.uint64(1), numpy.int32(TYPE)).count == 20


def test_missing_and_wrong_token_are_refused(server):
    for token in (None, "wrong-wrong-wrong"):
        with sluice.connect(server.address, token=token) as client:
            with pytest.raises(SluiceError) as raised:
                client.count(1, TYPE)
        assert raised.value.code is ErrorCode.UNAUTHENTICATED
        assert not raised.value.begun


def test_token_file_of_others_is_refused(tmp_path):
    token = tmp_path / "token"
    token.write_text("0123456789abcdef0123")
    token.chmod(0o644)
    with pytest.raises(PermissionError, match="chmod 600"):
        sluice.connect("127.0.0.1:1", token_file=token)


def test_other_machine_requires_tls():
    with pytest.raises(SluiceError, match="without TLS") as raised:
        sluice.connect("192.0.2.1:7411")
    assert raised.value.code is ErrorCode.CONFIG


def test_nobody_listens():
    with sluice.connect("127.0.0.1:1") as client, pytest.raises(SluiceError) as raised:
        client.node(1)
    assert raised.value.code is ErrorCode.UNREACHABLE


def test_error_survives_pickling():
    error = pickle.loads(pickle.dumps(SluiceError(ErrorCode.STORE, "missing", begun=False)))
    assert (error.code, error.message, error.begun) == (ErrorCode.STORE, "missing", False)
    assert str(error) == "STORE: missing"


def test_partial_answers_while_a_load_copies(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    write_links(source / "links.tsv", 20_000, "x" * 200)
    options = ("--serve", "--progress", "none", "--source-rate", "20k", "--chunk-size", "64k")
    loading = Server("load", tmp_path / "graph", source, *options)
    try:
        with sluice.connect(loading.address) as client:
            assert not client.count(1, TYPE).complete
            assert not client.link_list(1, TYPE).complete
            assert not client.add_link(Link(3, TYPE, 4)).complete
            with client.scan() as rows:
                assert any(isinstance(row, Link) and row.id1 == 3 for row in rows)
            assert not rows.complete
            assert not client.when(1).planned
            with pytest.raises(SluiceError) as raised:
                client.count(1, TYPE, mode="fail")
            assert raised.value.code is ErrorCode.INCOMPLETE
            with pytest.raises(SluiceError) as raised:
                client.count(1, TYPE, mode="wait", timeout=0.3)
            assert raised.value.code in (ErrorCode.INCOMPLETE, ErrorCode.DEADLINE)
            failing = [sluice.CountLinks(1, TYPE, mode="fail"), sluice.GetNode(1)]
            error, node = client.batch(failing, return_errors=True)
            assert error.code is ErrorCode.INCOMPLETE
            assert not node.complete
            with pytest.raises(SluiceError, match="INCOMPLETE"):
                client.batch(failing)
            answers = dict(client.stream(failing))
            assert answers[failing[0]].code is ErrorCode.INCOMPLETE
    finally:
        loading.kill()


def test_client_connects_again_to_a_server_that_is_back(tmp_path):
    first = Server("serve", tmp_path / "graph", "--create")
    with sluice.connect(first.address) as client:
        try:
            client.add_link(Link(1, TYPE, 2))
        finally:
            first.close()
        with pytest.raises(SluiceError) as raised:
            client.count(1, TYPE)
        assert raised.value.code in (ErrorCode.UNREACHABLE, ErrorCode.INTERRUPTED)
        second = Server("serve", tmp_path / "graph", port=first.port)
        try:
            for _ in range(100_000):
                try:
                    assert client.count(1, TYPE).count == 1
                    break
                except SluiceError as error:
                    assert error.code is ErrorCode.UNREACHABLE
            else:
                pytest.fail("the client does not connect again")
        finally:
            second.close()
