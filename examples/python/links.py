"""Writes a link to a Sluice server and reads the newest links of its list, by name or by number.

In the root of the project, once:

    python3 -m venv target/venv
    target/venv/bin/pip install ./python

Then, from anywhere:

    target/venv/bin/python examples/python/links.py localhost:7411 ID1 LINK_TYPE ID2 [DATA]

A server on another machine needs its certificate and the token:

    SLUICE_CERTIFICATE=server.pem SLUICE_TOKEN_FILE=token target/venv/bin/python \
        examples/python/links.py db.example:7411 Person:933 knows Person:1129
"""

import argparse
import os
import sys
import time

try:
    import sluice
except ModuleNotFoundError as error:
    sys.exit(f"{error}; the first lines of {__file__} say how to install it")


def number_or_name(text):
    """An id or a type: digits are a number, anything else is a name."""
    if not (text.isascii() and text.isdigit()):
        return text
    if int(text) >= 1 << 64:
        raise argparse.ArgumentTypeError(f"{text} is not an unsigned 64-bit number")
    return int(text)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Writes a link to a Sluice server and reads the newest links of its list.",
        epilog="SLUICE_CERTIFICATE and SLUICE_TOKEN_FILE name the files for a server with TLS.",
    )
    parser.add_argument("address", help="host and port of gRPC, such as localhost:7411")
    parser.add_argument("id1", type=number_or_name, help="where the link begins: 17, or Person:933")
    parser.add_argument("link_type", type=number_or_name, help="4, or knows")
    parser.add_argument("id2", type=number_or_name, help="where it ends")
    parser.add_argument("data", nargs="?", default="written by Python")
    return parser.parse_args()


def main(arguments):
    link = sluice.Link(
        arguments.id1,
        arguments.link_type,
        arguments.id2,
        data=arguments.data.encode(),
        time=int(time.time() * 1000),
    )
    with sluice.connect(
        arguments.address,
        certificates=os.environ.get("SLUICE_CERTIFICATE"),
        token_file=os.environ.get("SLUICE_TOKEN_FILE"),
    ) as store:
        written = store.add_link(link)
        print("replaced a link" if written.found else "added a link")
        links = store.link_list(link.id1, link.link_type, limit=10)
        print(f"{len(links)} links, {'complete' if links.complete else 'partial'}")
        for each in links:
            print(f"{each.id2}\t{each.time}\t{each.data.decode(errors='replace')}")


if __name__ == "__main__":
    try:
        main(parse_arguments())
    except (sluice.SluiceError, OSError) as error:
        sys.exit(str(error))
