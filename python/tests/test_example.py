"""examples/python/links.py, against a server."""

import os
import re
import runpy
import subprocess
import sys

import pytest

from conftest import ROOT, TYPE
from sluice import Link

EXAMPLE = ROOT / "examples" / "python" / "links.py"
ID1 = 5_001  # no other test asks for it


@pytest.fixture
def links(server, store, monkeypatch, capsys):
    """Runs the example, here: status and what it prints. ID1 has a link of the data a, FF."""
    store.add_link(Link(ID1, TYPE, 21, data=b"a\xff", time=4))

    def run(*arguments, token=server.token):
        monkeypatch.setenv("SLUICE_TOKEN_FILE", str(token))
        monkeypatch.setattr(sys, "argv", [str(EXAMPLE), server.address, *map(str, arguments)])
        status = 0
        try:
            runpy.run_path(str(EXAMPLE), run_name="__main__")
        except SystemExit as end:
            status = end.code
        printed = capsys.readouterr()
        if isinstance(status, str):  # Python prints it, and ends with 1
            return 1, status
        return status, printed.out + printed.err

    return run


def test_a_link_is_written_and_its_list_read(links, store):
    status, printed = links(ID1, TYPE, 30, "für dich")
    lines = printed.splitlines()
    assert status == 0, printed
    assert lines[:2] == ["added a link", "2 links, complete"]
    assert re.fullmatch("30\t[0-9]{13}\tfür dich", lines[2])
    assert lines[3] == "21\t4\ta\ufffd"  # bytes that are no text
    status, printed = links(ID1, TYPE, 30)
    assert status == 0
    assert printed.startswith("replaced a link")
    largest = (1 << 64) - 1
    assert links(largest, TYPE, 30)[0] == 0
    assert store.count(largest, TYPE).count == 1


def test_the_file_runs(server):
    ran = subprocess.run(
        [sys.executable, EXAMPLE, server.address, str(ID1), str(TYPE), "31"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
        env={**os.environ, "SLUICE_TOKEN_FILE": str(server.token)},
    )
    assert ran.stdout.startswith("added a link")


def test_what_is_wrong_is_said(links, tmp_path):
    wrong = tmp_path / "token"
    wrong.write_text("another0123456789012\n", encoding="ascii")
    wrong.chmod(0o644)
    status, printed = links(ID1, TYPE, 30, token=wrong)
    assert status == 1
    assert printed.startswith(f"{wrong} can be read by others"), printed
    wrong.chmod(0o600)
    status, printed = links(ID1, TYPE, 30, token=wrong)
    assert status == 1
    assert printed.startswith("UNAUTHENTICATED: "), printed
    status, printed = links("you", TYPE, "\u0663")
    assert status == 1
    assert 'no id "you" and no id "\u0663"' in printed, printed
    for arguments in [(), (1 << 64, TYPE, 30)]:
        status, printed = links(*arguments)
        assert status == 2
        assert printed.startswith("usage: links.py"), printed
