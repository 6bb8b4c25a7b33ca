"""The social network of docs/guide.md, asked and written from Python as the page shows it."""

import os
import re
import subprocess
import sys

from conftest import ROOT, Server, command

GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


def section(title):
    found = re.search(rf"^#+ [0-9. ]*{re.escape(title)}\n(.*?)^## ", GUIDE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def blocks(text, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_social_network_is_asked_and_written_by_name(tmp_path):
    for script in blocks(section("A small social network"), "sh"):
        subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, check=True)
    mapping = ["--mapping", "social.yaml", "--progress", "none"]
    subprocess.run(
        [*command(), "load", "social", "files", *mapping],
        cwd=tmp_path,
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SLUICE_NO_BUILD": "1"},
    )
    page = section("From a program, by name")
    (shown,) = blocks(page, "python")
    (expected,) = blocks(page, "text")
    example = (ROOT / "examples" / "python" / "social.py").read_text(encoding="utf-8")
    assert example.endswith(shown)
    server = Server("serve", tmp_path / "social")
    try:
        for _ in range(2):  # it leaves the store as it was
            run = subprocess.run(
                [sys.executable, "-c", example.replace("localhost:7411", server.address)],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            assert run.stdout == expected
    finally:
        server.close()
