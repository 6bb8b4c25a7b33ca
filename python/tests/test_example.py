"""examples/python/links.py, against a server."""

import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT, TYPE
from sluice import Link

EXAMPLE = ROOT / "examples" / "python" / "links.py"
ID1 = 5_001  # no other test asks for it


@pytest.fixture
def links(server, store):
    """Runs the example; the list of ID1 has a link of the data a, FF."""
    store.add_link(Link(ID1, TYPE, 21, data=b"a\xff", time=4))

    def run(*arguments, token=server.token):
        return subprocess.run(
            [sys.executable, EXAMPLE, server.address, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env={**os.environ, "SLUICE_TOKEN_FILE": str(token), "PYTHONIOENCODING": "utf-8"},
        )

    return run


def test_a_link_is_written_and_its_list_read(links, store):
    first = links(ID1, TYPE, 30, "für dich")
    lines = first.stdout.splitlines()
    assert first.returncode == 0, first.stdout
    assert lines[:2] == ["added a link", "2 links, complete"]
    assert re.fullmatch("30\t[0-9]{13}\tfür dich", lines[2])
    assert lines[3] == "21\t4\ta\ufffd"  # bytes that are no text
    assert links(ID1, TYPE, 30).stdout.startswith("replaced a link")
    largest = (1 << 64) - 1
    assert links(largest, TYPE, 30).returncode == 0
    assert store.count(largest, TYPE).count == 1


def test_what_is_wrong_is_said(links, tmp_path):
    wrong = tmp_path / "token"
    wrong.write_text("another0123456789012\n", encoding="ascii")
    wrong.chmod(0o644)
    seen = links(ID1, TYPE, 30, token=wrong)
    assert seen.returncode == 1
    assert seen.stdout.startswith(f"{wrong} can be read by others"), seen.stdout
    wrong.chmod(0o600)
    refused = links(ID1, TYPE, 30, token=wrong)
    assert refused.returncode == 1
    assert refused.stdout.startswith("UNAUTHENTICATED: "), refused.stdout
    unknown = links("you", TYPE, "\u0663")
    assert unknown.returncode == 1
    assert 'no id "you" and no id "\u0663"' in unknown.stdout, unknown.stdout
    for arguments in [(), (1 << 64, TYPE, 30)]:
        usage = links(*arguments)
        assert usage.returncode == 2
        assert usage.stdout.startswith("usage: links.py"), usage.stdout
