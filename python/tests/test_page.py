"""The examples of docs/python.md, run as the page shows them, against stores that have what they ask for."""

import asyncio
import re
import textwrap

import pytest
from conftest import PATIENT, ROOT, Server
from test_names import load, write

import sluice
import sluice.aio

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
ANN = "<http://example.org/ann>"

PEOPLE = """
<http://example.org/ann> <dgraph.type> "Person" .
<http://example.org/ann> <name> "Ann" .
<http://example.org/ann> <name> "Anne"@fr .
<http://example.org/ann> <age> "41" .
<http://example.org/ann> <city> "Graz" .
<http://example.org/ann> <friend> <http://example.org/bob> .
<http://example.org/bob> <dgraph.type> "Person" .
<http://example.org/bob> <name> "Bob" .
<http://example.org/bob> <age> "30" .
<http://example.org/bob> <city> "Wien" .
<http://example.org/bob> <nick> "Bobby" .
<http://example.org/bob> <email> "bob@example.org" .
<http://example.org/bob> <works_at> <http://example.org/acme> .
<http://example.org/acme> <title> "Acme Ltd" .
"""

SCHEMA = """
name: string @index(exact) @lang .
age: int @index(int) .
city: string @index(exact) .
nick: [string] @index(hash) .
email: string @index(hash) .
dgraph.type: [string] @index(exact) .
friend: [uid] @reverse .
works_at: uid .
"""


def section(title):
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def example(text):
    """The one block of Python in ``text``; ``…`` stands for the code of a reader."""
    (block,) = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return block.replace("…", "pass")


def serve(directory, *sources):
    load(directory / "graph", *sources)
    return Server("serve", directory / "graph")


@pytest.fixture(scope="module")
def social(tmp_path_factory):
    directory = tmp_path_factory.mktemp("social")
    write(directory / "people.tsv", ":ID(Person)\tname\t:LABEL", "933\tAnn\tPerson", "1129\tBob\tPerson")
    write(
        directory / "knows.tsv",
        "id1(Person)\tlink_type\tid2(Person)\ttime\tdata",
        "933\tknows\t1129\t0\tsince May",
    )
    running = serve(directory, directory / "people.tsv", directory / "knows.tsv")
    yield running
    running.close()


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    directory = tmp_path_factory.mktemp("people")
    write(directory / "people.rdf", *PEOPLE.strip().splitlines())
    write(directory / "people.schema", *SCHEMA.strip().splitlines())
    running = serve(directory, directory / "people.rdf", "--schema", directory / "people.schema")
    yield running
    running.close()


def test_no_example_is_left_out():
    titles = [None, "Names", "By value", "Many at once", "asyncio"]
    assert PAGE.count("```python\n") == len(titles)


def test_the_first_example(social, capsys):
    first = PAGE[: PAGE.index("\n## ")]
    exec(example(first).replace("localhost:7411", social.address), {})
    assert capsys.readouterr().out == "Person:1129 0 b'since May'\n"


def test_names_have_the_values_that_are_shown(social):
    with sluice.connect(social.address, timeout=PATIENT) as store:
        one, other = store.ids(["Person:933", "Person:1129"])
        numbers = {r"\b17\b": str(one), r"\b18\b": str(other)}
        known = {"sluice": sluice, "store": store}
        shown = 0
        for line in example(section("Names")).splitlines():
            for written, number in numbers.items():
                line = re.sub(written, number, line)
            code, _, value = line.partition("  # ")
            if value:
                found = eval(code, known)
                plain = str(found) if isinstance(found, sluice.Name) else found
                if isinstance(found, list):
                    plain = [str(each) if isinstance(each, sluice.Name) else each for each in found]
                assert value.strip().startswith(repr(plain)), line
                shown += 1
            else:
                exec(code, known)
        assert shown == 4


def test_questions_by_value_and_writes(people, capsys):
    with sluice.connect(people.address, timeout=PATIENT) as store:
        exec(example(section("By value")), {"sluice": sluice, "store": store})
        printed = sorted(capsys.readouterr().out.splitlines())
        assert printed == [f"{ANN} Ann 41", "<http://example.org/bob> Bob 30"]
        values = store.properties(ANN)
        assert [str(value) for value in values["age"]] == ["42"]
        assert [str(value) for value in values["nick"]] == ["Annie"]
        assert sorted(map(str, values["name"])) == ["Ann", "Anne@fr"]


def test_many_at_once(social):
    code = example(section("Many at once")).replace("1_000_000", "3_000")
    with sluice.connect(social.address, timeout=PATIENT) as store:
        known = {"sluice": sluice, "store": store}
        exec(code, known)
        assert known["count"].count == 1
        assert known["friends"].ids2 == ["Person:1129"]
        assert known["rows"].complete is True


def test_asyncio(social):
    code = example(section("asyncio")).replace("localhost:7411", social.address)
    known = {"sluice": sluice, "asyncio": asyncio}
    exec("async def main():\n" + textwrap.indent(code + "return one, rows.complete\n", "    "), known)
    one, complete = asyncio.run(known["main"]())
    assert one.node.id == "Person:933"
    assert complete is True
