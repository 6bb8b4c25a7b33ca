"""Writes a link to a Sluice server and reads the newest links of its list.

In the root of the project, once:

    python3 -m venv target/venv
    target/venv/bin/pip install -r examples/python/requirements.txt
    target/venv/bin/python -m grpc_tools.protoc -I protocol/src/main/protobuf \
        --python_out=examples/python --grpc_python_out=examples/python sluice/v1/sluice.proto

Then, from anywhere:

    target/venv/bin/python examples/python/links.py localhost:7411 ID1 LINK_TYPE ID2 [DATA]

A server on another machine needs its certificate and the token:

    SLUICE_CERTIFICATE=server.pem SLUICE_TOKEN_FILE=token target/venv/bin/python \
        examples/python/links.py db.example:7411 ID1 LINK_TYPE ID2
"""

import argparse
import os
import pathlib
import sys
import time

try:
    import grpc
    from sluice.v1 import sluice_pb2 as messages
    from sluice.v1 import sluice_pb2_grpc as service
except ModuleNotFoundError as error:
    sys.exit(f"{error}; the first lines of {__file__} say how to make it")

DEADLINE_SECONDS = 10


def open_channel(address):
    certificate = os.environ.get("SLUICE_CERTIFICATE")
    if certificate is None:
        return grpc.insecure_channel(address)
    root = pathlib.Path(certificate).read_bytes()
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(root))


def metadata():
    token_file = os.environ.get("SLUICE_TOKEN_FILE")
    if token_file is None:
        return ()
    return (("authorization", "Bearer " + pathlib.Path(token_file).read_text().strip()),)


def links_of(answer):
    """The links of a list, which travels as columns: the n-th entry of each is of the n-th link."""
    end = 0
    for id2, at, length in zip(answer.id2, answer.time, answer.data_length):
        yield id2, at, answer.data[end : end + length]
        end += length


def number(text):
    """An id or a type: a server knows no names."""
    if not (text.isascii() and text.isdigit() and int(text) < 1 << 64):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an unsigned 64-bit number; a server knows ids and types as numbers"
        )
    return int(text)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Writes a link to a Sluice server and reads the newest links of its list.",
        epilog="SLUICE_CERTIFICATE and SLUICE_TOKEN_FILE name the files for a server with TLS.",
    )
    parser.add_argument("address", help="host and port of gRPC, such as localhost:7411")
    parser.add_argument("id1", type=number, help="where the link begins")
    parser.add_argument("link_type", type=number)
    parser.add_argument("id2", type=number, help="where it ends")
    parser.add_argument("data", nargs="?", default="written by Python")
    return parser.parse_args()


def main(arguments):
    link = messages.Link(
        id1=arguments.id1,
        link_type=arguments.link_type,
        id2=arguments.id2,
        time=int(time.time() * 1000),
        data=arguments.data.encode(),
    )
    with open_channel(arguments.address) as channel:
        store = service.SluiceStub(channel)
        options = {"timeout": DEADLINE_SECONDS, "metadata": metadata()}
        written = store.AddLink(messages.AddLinkRequest(link=link), **options)
        print("replaced a link" if written.found else "added a link")
        request = messages.GetLinkListRequest(id1=link.id1, link_type=link.link_type, limit=10)
        answer = store.GetLinkList(request, **options)
        print(f"{len(answer.id2)} links, {'complete' if answer.complete else 'partial'}")
        for neighbour, at, payload in links_of(answer):
            print(f"{neighbour}\t{at}\t{payload.decode(errors='replace')}")


if __name__ == "__main__":
    try:
        main(parse_arguments())
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
