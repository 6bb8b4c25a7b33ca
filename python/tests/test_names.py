"""Names in questions and answers, of a store whose names are digits, have colons, or are long."""

import asyncio
import os
import pickle
import subprocess

import pytest
from conftest import PATIENT, Server, command

import sluice
import sluice.aio
from sluice import _wire

LONG = "x" * 4096


def load(store, source, *more):
    subprocess.run(
        [*command(), "load", store, source, "--progress", "none", *more],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SLUICE_NO_BUILD": "1"},
    )


def write(path, *lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    directory = tmp_path_factory.mktemp("named")
    source = directory / "source"
    source.mkdir()
    write(source / "people.tsv", ":ID(Person)\tname\t:LABEL", "933\tAnn\tPerson", "7\tBob\tPerson")
    write(source / "odd.tsv", ":ID(a)\t:LABEL", "b:c\t12", f"{LONG}\t12")
    write(source / "odder.tsv", ":ID(a:b)\t:LABEL", "c\t12")
    write(
        source / "knows.tsv",
        ":START_ID(Person)\t:END_ID(Person)\t:TYPE\ttime",
        "933\t7\tknows\t5",
        "7\t933\tknows\t5",
    )
    write(source / "has.tsv", ":START_ID(Person)\t:END_ID(a)\t:TYPE\ttime", f"7\t{LONG}\thas\t9")
    load(directory / "graph", source)
    token = directory / "token"
    token.write_text("0123456789abcdef0123\n", encoding="ascii")
    token.chmod(0o600)
    running = Server("serve", directory / "graph", "--token-file", token)
    running.token = token
    running.directory = directory
    yield running
    running.close()


@pytest.fixture
def graph(named):
    with sluice.connect(named.address, token_file=named.token, timeout=PATIENT) as client:
        yield client


def test_an_answer_has_names_if_its_question_has_one(graph, named):
    node = graph.node("Person:933").node
    assert (node.id, node.type) == ("Person:933", "Person")
    links = graph.link_list("Person:933", "knows")
    assert [link.id2 for link in links] == links.ids2 == ["Person:7"]
    assert graph.link("Person:7", "has", f"a:{LONG}").link.id2.name == LONG
    assert graph.links("Person:7", "has", ["a:no", f"a:{LONG}"]).ids2 == [f"a:{LONG}"]
    assert dict(graph.types("Person:7").counts) == {"knows": 1, "has": 1}
    (number,) = graph.ids(["Person:933"])
    assert graph.node(number).node.id == number
    with sluice.connect(named.address, token_file=named.token, names=True, timeout=PATIENT) as names:
        assert names.node(number).node.id == "Person:933"
        rows = list(names.scan())
        assert {row.id for row in rows if isinstance(row, sluice.Node)} >= {"Person:933", "a:b:c"}
        assert {row.link_type for row in rows if isinstance(row, sluice.Link)} == {"knows", "has"}
    assert all(isinstance(row, sluice.Node) is hasattr(row, "id") for row in graph.scan())


def test_names_are_written(graph):
    other = sluice.Name("b:c", "a")
    link = sluice.Link("Person:7", "knows", other, b"data", time=8)
    assert graph.add_link(link) == sluice.WriteAnswer(found=False, complete=True)
    assert graph.update_link(link).found
    assert graph.link_list("Person:7", "knows")[0] == link
    assert graph.delete_link("Person:7", "knows", other, expunge=True).found
    assert graph.update_node(sluice.Node("Person:7", "Person", b"new")).found
    assert graph.node("Person:7").node.data == b"new"
    assert not graph.delete_node("Person:7", "knows").found
    added = graph.add_node("Person", b"added")
    assert graph.node(added.id).node.data == b"added"
    assert graph.delete_node(added.id, "Person").found


def test_a_name_that_there_is_not_reads_as_absent_and_is_not_written(graph):
    assert graph.node("Person:1", mode="fail") == sluice.NodeAnswer(None, complete=True)
    assert graph.node("Nobody:1").node is None
    assert graph.node("").node is None
    assert graph.link("Person:933", "hates", "Person:7").link is None
    assert len(graph.link_list("Person:1", "knows")) == 0
    assert graph.link_list("Person:1", "knows").id1 == "Person:1"
    assert graph.count("Person:933", "hates").count == 0
    assert graph.ids(["Person:1", "Person:933"])[0] is None
    for operation in (
        sluice.AddLink(sluice.Link("Person:933", "knows", "Person:1")),
        sluice.UpdateLink(sluice.Link("Person:933", "hates", "Person:7")),
        sluice.DeleteLink("Person:1", "knows", "Person:7"),
        sluice.UpdateNode(sluice.Node("Person:1", "Person")),
        sluice.AddNode("Nothing"),
    ):
        with pytest.raises(sluice.SluiceError, match="names come with loads") as caught:
            graph.call(operation)
        assert caught.value.code is sluice.ErrorCode.CONFIG
        assert not caught.value.begun
    with pytest.raises(sluice.SluiceError, match="no id"):
        graph.when("Person:1")


def test_names_of_digits_and_of_groups_with_colons(graph):
    assert graph.node("12").node is None  # no id has the name 12, and it is no number here
    with pytest.raises(sluice.SluiceError, match="can be two names"):
        graph.node("a:b:c")
    one = graph.node(sluice.Name("b:c", "a")).node.id
    other = graph.node(sluice.Name("c", "a:b")).node.id
    assert one == other == "a:b:c"
    assert (one.group, other.group) == ("a", "a:b")
    numbers = graph.ids([one, other])
    assert numbers[0] != numbers[1]
    assert [name.group for name in graph.names(numbers)] == ["a", "a:b"]
    assert graph.node(one).node.type == graph.node(other).node.type == "12"
    assert pickle.loads(pickle.dumps(other)).group == "a:b"


def test_names_go_in_batches_and_streams(graph):
    count, node, resolved = graph.batch(
        [
            sluice.CountLinks("Person:933", "knows"),
            sluice.GetNode("Person:7"),
            sluice.Resolve(ids=["Person:7", "no"], types=["knows", "3", "no"]),
        ]
    )
    assert count.count == 1
    assert node.node.id == "Person:7"
    assert resolved.ids[1] is None
    assert resolved.types[1:] == (3, None)
    assert resolved.ids_are_names
    asked = (sluice.GetNode(f"Person:{number % 9}") for number in range(20_000))
    found = [answer.node for _, answer in graph.stream(asked, together=1024) if answer.node]
    assert len(found) == len([number for number in range(20_000) if number % 9 == 7])
    many = sluice.GetLinks("Person:933", "knows", ["Person:7"] * 9_000)
    assert [len(answer) for _, answer in graph.stream([many] * 4)] == [9_000] * 4


def test_too_many_names_are_refused_and_others_are_answered(graph):
    with pytest.raises(sluice.SluiceError, match="16384") as caught:
        graph.call(sluice.Resolve(names_of=[0] * 16_385))
    assert caught.value.code is sluice.ErrorCode.CONFIG
    with pytest.raises(sluice.SluiceError, match="16384"):
        graph.call(sluice.Resolve(ids=["x"] * 16_385))
    assert graph.names([0] * 40_000)[0] == graph.names([0])[0]
    assert graph.count("Person:933", "knows").count == 1


def test_mixed_ends_are_a_wrong_argument(graph):
    with pytest.raises(TypeError, match="names and numbers"):
        graph.links("Person:933", "knows", ["Person:7", 3])


def test_columns_have_names(graph):
    pytest.importorskip("numpy")
    columns = graph.link_list("Person:933", "knows").to_numpy()
    assert list(columns["id2_name"]) == ["Person:7"]
    assert columns["id2"].dtype == "u8"


def test_tables_have_names(graph):
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    links = graph.link_list("Person:933", "knows")
    table = links.to_arrow()
    assert table.column("id1").to_pylist() == ["Person:933"]
    assert table.column("link_type").to_pylist() == ["knows"]
    assert table.column("id2").to_pylist() == ["Person:7"]
    frame = links.to_pandas()
    assert list(frame["id2"]) == ["Person:7"]
    assert list(frame["id1"]) == ["Person:933"]


def test_the_cache_is_bounded():
    cache = _wire.NameCache(10_000)
    for number in range(1_000):
        cache.put(number, f"name {number}")
    assert 999 in cache.known([999])
    assert not cache.known([0])
    assert len(cache.known(range(1_000))) < 50
    cache.put("nothing", None)
    assert not cache.known(["nothing"])


def test_a_load_adds_names_while_the_server_runs(graph, named):
    assert graph.node("Person:44").node is None
    later = named.directory / "later.tsv"
    write(later, ":ID(Person)\tname\t:LABEL", "44\tEve\tRobot")
    load(named.directory / "graph", later)
    for _ in range(300):
        answer = graph.node("Person:44", mode="wait", timeout=30)
        if answer.node is not None:
            break
        asyncio.run(asyncio.sleep(0.05))
    assert answer.node.id == "Person:44"
    assert answer.node.type == "Robot"
    assert graph.ids(["Person:44"])[0] is not None


def test_asyncio(named):
    async def ask():
        async with sluice.aio.connect(named.address, token_file=named.token, timeout=PATIENT) as graph:
            node = (await graph.node("Person:933")).node
            assert (node.id, node.type) == ("Person:933", "Person")
            (number,) = await graph.ids(["Person:933"])
            assert await graph.names([number]) == ["Person:933"]
            assert (await graph.when("Person:933")).built
            (count,) = await graph.batch([sluice.CountLinks("Person:933", "knows")])
            assert count.count == 1
            many = sluice.GetLinks("Person:933", "knows", ["Person:7"] * 9_000)
            answers = [answer async for _, answer in graph.stream([many] * 3)]
            assert [len(answer) for answer in answers] == [9_000] * 3
            with pytest.raises(sluice.SluiceError, match="names come with loads"):
                await graph.add_link(sluice.Link("Person:933", "knows", "Person:1"))
        async with sluice.aio.connect(
            named.address, token_file=named.token, names=True, timeout=PATIENT
        ) as graph, graph.scan() as rows:
            ids = [row.id async for row in rows if isinstance(row, sluice.Node)]
            assert "Person:933" in ids

    asyncio.run(ask())


def test_a_server_without_names_has_numbers_as_names(store):
    assert len(store.link_list("1", "7")) == 20
    assert store.link_list("1", "7").ids2[0] == 1020
    assert store.node("Person:933").node is None
