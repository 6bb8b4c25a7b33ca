"""A server of its own for these tests.

SLUICE_COMMAND names the command that is run, in the syntax of a shell; else it is ../sluice as it was
built.
"""

import os
import pathlib
import re
import shlex
import subprocess

import pytest

import sluice

ROOT = pathlib.Path(__file__).parents[2]
TYPE = 7

# Seconds for a call: machines that test many things at once are slow, and no answer here is.
PATIENT = 60


class Server:
    """A process of Sluice that serves on this machine."""

    def __init__(self, *arguments, port=0):
        self.process = subprocess.Popen(
            [*command(), *map(str, arguments), "--port", str(port), "--http-port", "-1"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "SLUICE_NO_BUILD": "1"},
        )
        line = self.process.stdout.readline()
        found = re.search(r":(\d+) ", line)
        if not line.startswith("serving ") or found is None:
            self.close()
            raise AssertionError(f"the server says {line!r}")
        self.port = int(found[1])
        self.address = f"127.0.0.1:{self.port}"

    def close(self):
        self.process.terminate()
        try:
            self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self):
        self.process.kill()
        self.process.communicate()


def command():
    return shlex.split(os.environ.get("SLUICE_COMMAND", shlex.quote(str(ROOT / "sluice"))))


def write_links(path, count, padding=""):
    """Links of id 1 to 1001 and on, link n with the time n and the data ``n``."""
    with open(path, "w", encoding="ascii") as file:
        file.write("id1\tlink_type\tid2\ttime\tdata\n")
        for n in range(count):
            file.write(f"1\t{TYPE}\t{1001 + n}\t{n}\t{n}{padding}\n")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server of 20 loaded links of id 1, all times different."""
    directory = tmp_path_factory.mktemp("server")
    source = directory / "source"
    source.mkdir()
    write_links(source / "links.tsv", 20)
    subprocess.run(
        [*command(), "load", str(directory / "graph"), str(source), "--progress", "none"],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SLUICE_NO_BUILD": "1"},
    )
    token = directory / "token"
    token.write_text("0123456789abcdef0123\n", encoding="ascii")
    token.chmod(0o600)
    running = Server("serve", directory / "graph", "--token-file", token)
    running.token = token
    yield running
    running.close()


@pytest.fixture
def store(server):
    with sluice.connect(server.address, token_file=server.token, timeout=PATIENT) as client:
        yield client
