"""Questions by value, and writes of properties, against a server of a store of RDF."""

import asyncio
import pickle
from datetime import datetime, timezone

import pytest
from conftest import PATIENT, Server
from test_names import load, write

import sluice
import sluice.aio

STATEMENTS = """
<ann> <dgraph.type> "Person" .
<ann> <name> "Ann" .
<ann> <name> "Anne"@fr .
<ann> <age> "41" (origin="census") .
<ann> <height> "1.75" .
<ann> <born> "1983-02-11" .
<ann> <member> "true" .
<ann> <nick> "Annie" .
<bob> <dgraph.type> "Person" .
<bob> <name> "Bob Lee" .
<bob> <age> "30" .
<cid> <name> "Cid Lee" .
<cid> <age> "-5" .
<ann> <friend> <bob> .
<ann> <friend> <cid> .
<bob> <friend> <cid> .
<bob> <works_at> <acme> .
<cid> <works_at> <acme> .
<acme> <title> "Acme Ltd" .
"""

SCHEMA = """
name: string @index(exact, term) @lang .
age: int @index(int) .
height: float .
born: datetime @index(year) .
member: bool @index(bool) .
nick: [string] @index(hash) .
dgraph.type: [string] @index(exact) .
friend: [uid] @reverse @count .
works_at: uid @reverse .
type Worker {
  works_at
  name
  nick
}
"""


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    directory = tmp_path_factory.mktemp("people")
    write(directory / "people.rdf", *STATEMENTS.strip().splitlines())
    write(directory / "people.schema", *SCHEMA.strip().splitlines())
    load(directory / "graph", directory / "people.rdf", "--schema", directory / "people.schema")
    running = Server("serve", directory / "graph")
    yield running
    running.close()


@pytest.fixture
def graph(people):
    with sluice.connect(people.address, timeout=PATIENT) as client:
        yield client


def test_nodes_are_found_by_their_values(graph):
    (ann,) = graph.find(("name", "eq", "Ann"), show=["name@.", "age", "height", "born", "member", "nick"])
    assert ann.id == "<ann>"
    assert ann["age"] == 41
    assert ann["height"] == 1.75
    assert ann["born"] == datetime(1983, 2, 11, tzinfo=timezone.utc)
    assert ann["member"] is True
    assert ann["nick"] == ["Annie"]
    assert sorted(map(str, ann.values["name@."])) == ["Ann", "Anne@fr"]
    assert ann.values["age"][0].facets == {"origin": "census"}
    assert graph.find(("age", "between", 20, 50), order="-age").ids == ["<ann>", "<bob>"]
    assert graph.find(("age", "in", 30, -5), order="age").ids == ["<cid>", "<bob>"]
    assert graph.find(("born", "ge", datetime(1983, 1, 1, tzinfo=timezone.utc))).ids == ["<ann>"]
    assert graph.find(("member", "eq", True), ("age", "has")).ids == ["<ann>"]
    assert graph.find(sluice.Condition("friend", "eq", "<bob>")).ids == ["<ann>"]
    nothing = graph.find(("name", "eq", "Nobody"), show=["name"])
    assert not nothing.more
    assert nothing.complete
    assert len(nothing) == 0


def test_a_long_answer_comes_in_pages(graph):
    first = graph.find(type="Person", limit=1)
    assert (first.ids, first.more) == (["<ann>"], True)
    assert graph.find(type="Person", after=first[-1].id).ids == ["<bob>"]
    assert [node.id for node in graph.find_each(("age", "ge", -100), order="age", page=1)] == [
        "<cid>",
        "<bob>",
        "<ann>",
    ]


def test_links_are_followed(graph):
    (acme,) = graph.walk("<ann>", "friend/works_at", show=["title"])
    assert (acme.id, acme.ways, acme["title"]) == ("<acme>", 2, ["Acme Ltd"])
    from_old = graph.walk(sluice.Condition("age", "ge", 30), ["friend"], where=[("age", "lt", 0)])
    assert from_old.ids == ["<cid>"]
    assert graph.walk(["<ann>", "<bob>"], "friend").ids == ["<cid>", "<bob>"]
    assert graph.walk("<nobody>", "friend").ids == []
    tree = graph.walk_tree("<ann>", "friend/works_at", show=["name"])
    assert {branch.id: [each.id for each in branch.next] for branch in tree.roots[0].next} == {
        "<cid>": ["<acme>"],
        "<bob>": ["<acme>"],
    }
    (number,) = graph.ids(["<ann>"])
    assert graph.walk(number, "friend").ids == graph.walk("<ann>", "friend").ids


def test_a_node_says_what_it_is(graph):
    properties = graph.properties("<ann>")
    assert list(properties) == ["age", "born", "dgraph.type", "height", "member", "name", "nick"]
    assert [str(each) for each in properties["name"]] == ["Ann", "Anne@fr"]
    assert properties.counts["name"] == 2
    assert properties.complete
    assert dict(graph.properties("<nobody>")) == {}
    assert "<name>: string @index(exact, term) @lang ." in graph.schema()


def test_the_types_of_a_node_are_links_and_properties_by_name(graph):
    types = graph.types("<ann>")
    assert dict(types.counts) == {"friend": 2}
    single = dict.fromkeys(["age", "born", "dgraph.type", "height", "member", "nick"], 1)
    assert dict(types.properties) == {"name": 2, **single}
    (number,) = graph.ids(["<ann>"])
    predicates = graph.call(sluice.Resolve(types=types.properties)).types
    assert dict(graph.types(number).properties) == dict(
        zip(predicates, types.properties.values(), strict=True)
    )


def test_slots_of_properties_have_no_names(people):
    with sluice.connect(people.address, names=True, timeout=PATIENT) as graph:
        rows = list(graph.scan())
    slots = [row.id2 for row in rows if isinstance(row.link_type, int)]
    assert 0 in slots and all(isinstance(slot, int) for slot in slots)
    assert {row.id2 for row in rows if row.link_type == "friend"} == {"<bob>", "<cid>"}


def test_what_is_written_is_found_at_once(graph):
    assert not graph.find(("age", "eq", 31)).ids
    assert graph.set_property("<bob>", "age", 31).found
    assert graph.find(("age", "eq", 31)).ids == ["<bob>"]
    assert graph.find(("age", "eq", 30)).ids == []
    graph.set_properties("<bob>", {"age": 30, "nick": ["bobby", "bo"], "name@fr": "Robert"})
    assert graph.find(("nick", "eq", "bo")).ids == graph.find(("name@fr", "eq", "Robert")).ids == ["<bob>"]
    assert graph.delete_property("<bob>", "nick", "bo").found
    assert not graph.delete_property("<bob>", "nick", "bo").found
    graph.set_properties("<bob>", {"nick": None, "name@fr": None})
    assert "nick" not in graph.properties("<bob>")
    assert [str(each) for each in graph.properties("<bob>")["name"]] == ["Bob Lee"]


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (("age", "xx", 1), "expected one of: eq in"),
        (("age", "ge", "old"), "not a whole number"),
        (("nothing", "eq", 1), "found no predicate nothing"),
        (("title", "eq", "x"), "no schema declared"),
        (("age", "between", 1), "expected 2 values"),
    ],
)
def test_a_wrong_question_says_why(graph, condition, message):
    with pytest.raises(sluice.SluiceError, match=message) as caught:
        graph.find(condition)
    assert caught.value.code is sluice.ErrorCode.CONFIG


def test_a_wrong_write_says_why_and_does_nothing(graph):
    for predicate, value, message in (
        ("age", "old", "not a whole number"),
        ("friend", "<ann>", "names links"),
        ("nick@fr", "x", "without @lang"),
        ("nothing", "x", "found no predicate"),
    ):
        with pytest.raises(sluice.SluiceError, match=message) as caught:
            graph.set_property("<bob>", predicate, value)
        assert caught.value.code is sluice.ErrorCode.CONFIG
        assert not caught.value.begun
    with pytest.raises(sluice.SluiceError, match="names come with loads"):
        graph.set_property("<nobody>", "age", 1)


def test_wrong_arguments_are_refused_before_anything_is_sent(graph):
    with pytest.raises(TypeError, match="expected a tuple"):
        graph.find("age ge 30")
    with pytest.raises(TypeError, match="set_properties adds several values"):
        graph.set_property("<ann>", "nick", ["Annie", "An"])
    with pytest.raises(TypeError, match="expected a text, a number"):
        graph.set_property("<bob>", "age", object())
    with pytest.raises(ValueError, match="limit"):
        graph.find(("age", "has"), limit=0)
    with pytest.raises(TypeError, match="names of nodes, numbers of nodes"):
        graph.walk(["<ann>", 1], "friend")


def test_a_node_is_shown_as_a_type(graph):
    bob = graph.properties("<bob>", as_type="Worker")
    assert list(bob) == ["works_at", "name"]
    assert [(value.value, value.type) for value in bob["works_at"]] == [("<acme>", "uid")]
    with pytest.raises(sluice.SluiceError, match="no type Nobody; it declares Worker"):
        graph.properties("<bob>", as_type="Nobody")


def test_budget_and_limits_hold(graph):
    with pytest.raises(sluice.SluiceError, match="more than 2 rows") as caught:
        graph.find(("age", "ge", -100), budget=2)
    assert caught.value.code is sluice.ErrorCode.RESOURCE
    with pytest.raises(sluice.SluiceError, match="16384"):
        graph.find(*[("age", "eq", 1)] * 20_000)
    with pytest.raises(sluice.SluiceError, match="at most 64"):
        graph.find(*[("age", "eq", 1)] * 65)
    with pytest.raises(sluice.SluiceError, match="1 to 8"):
        graph.walk("<ann>", ["friend"] * 1_000)
    assert graph.find(("age", "eq", 41)).ids == ["<ann>"]


def test_questions_go_in_batches_and_streams(graph):
    found, walked, properties = graph.batch(
        [
            sluice.Find([("age", "eq", 41)]),
            sluice.Walk("<ann>", "friend"),
            sluice.GetProperties("<ann>"),
        ]
    )
    assert found.ids == ["<ann>"]
    assert len(walked) == 2
    assert properties["age"][0].value == 41
    asked = (sluice.Find([("age", "ge", number)]) for number in range(2_000))
    assert sum(len(answer) for _, answer in graph.stream(asked)) == 42 + 31


def test_names_of_rdf_can_be_asked_again(graph):
    (name,) = graph.find(("age", "eq", 41)).ids
    assert graph.ids([name]) == graph.ids(["<ann>"])
    assert pickle.loads(pickle.dumps(name)).group is None


def test_asyncio_has_the_same(people):
    async def ask():
        async with sluice.aio.connect(people.address, timeout=PATIENT) as graph:
            found, walked = await asyncio.gather(
                graph.find(("age", "eq", 41)), graph.walk("<ann>", "friend")
            )
            await graph.set_properties("<cid>", {"nick": ["c"]})
            assert (await graph.find(("nick", "eq", "c"))).ids == ["<cid>"]
            await graph.delete_property("<cid>", "nick")
            each = [node.id async for node in graph.find_each(type="Person", page=1)]
            tree = await graph.walk_tree("<ann>", "friend")
            return found.ids, len(walked), each, len(tree.roots), await graph.properties("<cid>")

    found, walked, each, roots, properties = asyncio.run(ask())
    assert (found, walked, each, roots) == (["<ann>"], 2, ["<ann>", "<bob>"], 1)
    assert "nick" not in properties


def test_columns(graph):
    found = graph.find(("age", "ge", 30), show=["age", "name", "nick"])
    numpy = pytest.importorskip("numpy")
    arrays = found.to_numpy()
    assert list(arrays) == ["id", "ways", "age", "name", "nick"]
    assert arrays["age"].dtype == numpy.int64
    assert list(arrays["age"]) == [41, 30]
    pyarrow = pytest.importorskip("pyarrow")
    table = found.to_arrow()
    assert table.column("name").to_pylist() == ["Ann", "Bob Lee"]
    assert table.column("nick").to_pylist()[0] == ["Annie"]
    assert table.schema.field("age").type == pyarrow.int64()
    assert table.schema.metadata == {b"complete": b"true", b"more": b"false"}
    pytest.importorskip("pandas")
    frame = found.to_pandas()
    assert list(frame["age"]) == [41, 30]
    assert frame.attrs == {"complete": True, "more": False}
