"""The client against a server that fails on purpose, and against one with TLS."""

import asyncio
import contextlib
import shutil
import socket
import subprocess
import threading
import time
from concurrent import futures

import grpc
import pytest
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

import sluice
import sluice.aio
from conftest import Server
from sluice import ErrorCode, Link, SluiceError
from sluice.v1 import sluice_pb2 as pb
from sluice.v1 import sluice_pb2_grpc


class Failing(sluice_pb2_grpc.SluiceServicer):
    """Refuses nodes with begun false, answers no count, and breaks scans and streams off."""

    def GetNode(self, request, context):
        detail = any_pb2.Any()
        info = error_details_pb2.ErrorInfo(reason="RESOURCE", domain="sluice")
        info.metadata["begun"] = "false"
        detail.Pack(info)
        status = status_pb2.Status(code=8, message="no room", details=[detail])
        details = (("grpc-status-details-bin", status.SerializeToString()),)
        context.set_trailing_metadata(details)
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "no room")

    def CountLinks(self, request, context):
        time.sleep(1)
        return pb.CountAnswer()

    def Batch(self, request, context):
        answers = [pb.Answer(add_node=pb.AddNodeAnswer(id=1)) for _ in request.requests]
        return pb.Answers(answers=answers)

    def Stream(self, requests, context):
        next(requests)
        yield pb.Answers()

    def Scan(self, request, context):
        yield pb.ScanAnswer(rows=[pb.ScanRow(link=pb.Link(id1=1, id2=2))])


@pytest.fixture
def failing_port():
    server = grpc.server(futures.ThreadPoolExecutor(4))
    sluice_pb2_grpc.add_SluiceServicer_to_server(Failing(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield port
    server.stop(None).wait()


@pytest.fixture
def failing(failing_port):
    with sluice.connect(f"127.0.0.1:{failing_port}") as client:
        yield client


@pytest.fixture
def slow_address(failing_port):
    """The server as a machine has it that is too busy to say anything for the first two seconds."""

    def pump(source, target):
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.close()

    def relay():
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                time.sleep(2)
                server = socket.create_connection(("127.0.0.1", failing_port))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=quietly, args=pair, daemon=True).start()

    def quietly(source, target):
        with contextlib.suppress(OSError):
            pump(source, target)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=relay, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_client_waits_for_a_server_that_is_slow_to_connect(slow_address):
    with sluice.connect(slow_address) as client:
        assert client.batch([sluice.AddNode(9)])[0].id == 1


def test_async_client_waits_for_a_server_that_is_slow_to_connect(slow_address):
    async def test():
        async with sluice.aio.connect(slow_address) as client:
            assert (await client.batch([sluice.AddNode(9)]))[0].id == 1

    asyncio.run(test())


def test_deadline_holds_while_a_connection_is_made(slow_address):
    with sluice.connect(slow_address, timeout=0.2) as client:
        with pytest.raises(SluiceError) as raised:
            client.node(1)
    assert raised.value.code is ErrorCode.DEADLINE


def test_code_and_begun_are_read_from_the_details(failing):
    with pytest.raises(SluiceError) as raised:
        failing.node(1)
    error = raised.value
    assert (error.code, error.message, error.begun) == (ErrorCode.RESOURCE, "no room", False)


def test_deadline_ends_a_call(failing):
    with pytest.raises(SluiceError) as raised:
        failing.count(1, 7, timeout=0.1)
    assert raised.value.code is ErrorCode.DEADLINE
    assert raised.value.begun


def test_answer_of_another_kind_is_an_error(failing):
    with pytest.raises(SluiceError, match="the answer of get_node is add_node"):
        failing.batch([sluice.GetNode(1)])


def test_stream_without_all_answers_is_an_error(failing):
    with pytest.raises(SluiceError, match="ended without 1 answers"):
        list(failing.stream([sluice.GetNode(1)]))


def test_scan_that_breaks_off_is_an_error(failing):
    rows = failing.scan()
    assert next(rows) == Link(1, 0, 2)
    with pytest.raises(SluiceError, match="broke off"):
        next(rows)
    assert not rows.complete


@pytest.fixture
def mute_address():
    """A server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_first_call_by_name_ends_with_its_own_timeout(mute_address):
    link = Link("Person:1", "knows", "Person:2")
    with sluice.connect(mute_address, timeout=None) as client:
        with pytest.raises(SluiceError) as raised:
            client.add_link(link, timeout=0.2)
        assert raised.value.code in (ErrorCode.DEADLINE, ErrorCode.UNREACHABLE)
        assert not raised.value.begun
        with pytest.raises(SluiceError):
            client.batch([sluice.AddLink(link)], timeout=0.2)
        with pytest.raises(SluiceError):
            list(client.stream([sluice.AddLink(link)], timeout=0.2))


def test_first_call_by_name_of_an_async_client_ends_with_its_own_timeout(mute_address):
    async def ask():
        async with sluice.aio.connect(mute_address, timeout=None) as client:
            await client.node("Person:1", timeout=0.2)

    with pytest.raises(SluiceError) as raised:
        asyncio.run(ask())
    assert not raised.value.begun


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")
def test_tls_and_token(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "server.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        + ["-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=localhost"]
        + ["-addext", "subjectAltName=IP:127.0.0.1"],
        check=True,
        capture_output=True,
    )
    token = tmp_path / "token"
    token.write_text("0123456789abcdef0123\n", encoding="ascii")
    token.chmod(0o600)
    key.chmod(0o600)
    options = ("--tls-certificate", certificate, "--tls-key", key, "--token-file", token)
    server = Server("serve", tmp_path / "graph", "--create", *options)
    try:
        with sluice.connect(
            server.address, certificates=certificate, token_file=token
        ) as client:
            assert client.count(1, 7).count == 0
        with sluice.connect(server.address, tls=True, token_file=token) as client:
            with pytest.raises(SluiceError) as raised:
                client.count(1, 7)
            assert raised.value.code is ErrorCode.UNREACHABLE
    finally:
        server.close()
