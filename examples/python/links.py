"""Writes a link to a Sluice server and reads the newest links of its list.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python -m grpc_tools.protoc -I ../../protocol/src/main/protobuf \
        --python_out=. --grpc_python_out=. sluice/v1/sluice.proto
    venv/bin/python links.py localhost:7411 ID1 LINK_TYPE ID2 [DATA]

A server on another machine needs its certificate and the token:

    SLUICE_CERTIFICATE=server.pem SLUICE_TOKEN_FILE=token venv/bin/python links.py db.example:7411 ...
"""

import os
import pathlib
import sys
import time

import grpc

from sluice.v1 import sluice_pb2 as messages
from sluice.v1 import sluice_pb2_grpc as service

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


def main(address, id1, link_type, id2, data="written by Python"):
    link = messages.Link(
        id1=int(id1),
        link_type=int(link_type),
        id2=int(id2),
        time=int(time.time() * 1000),
        data=data.encode(),
    )
    with open_channel(address) as channel:
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
        main(*sys.argv[1:])
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
