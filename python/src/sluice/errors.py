"""Failures of calls, and how they are read from gRPC."""

from __future__ import annotations

import enum
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from sluice.v1 import sluice_pb2 as pb

_DETAILS = "grpc-status-details-bin"


class ErrorCode(enum.Enum):
    """What happened. The table "Failures" of docs/server.md describes the codes of the server."""

    CONFIG = "CONFIG"
    INPUT = "INPUT"
    STORE = "STORE"
    CORRUPTION = "CORRUPTION"
    RESOURCE = "RESOURCE"
    INCOMPLETE = "INCOMPLETE"
    DEADLINE = "DEADLINE"
    INTERNAL = "INTERNAL"
    INTERRUPTED = "INTERRUPTED"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    """The server refused the token, or requires one."""
    UNREACHABLE = "UNREACHABLE"
    """There is no connection, or it was lost."""
    UNKNOWN = "UNKNOWN"
    """The failure has none of these codes."""


class SluiceError(Exception):
    """A call or a request of a batch failed.

    ``begun`` is False if nothing was done, so that the same request can be sent again. It is True if
    a write may have been done; so also if the connection was lost and nobody can say.
    """

    def __init__(self, code: ErrorCode, message: str, *, begun: bool) -> None:
        super().__init__(code, message, begun)
        self.code = code
        self.message = message
        self.begun = begun

    def __str__(self) -> str:
        return f"{self.code.value}: {self.message}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _error, (self.code, self.message, self.begun)


def _error(code: ErrorCode, message: str, begun: bool) -> SluiceError:
    return SluiceError(code, message, begun=begun)


def _code(name: str) -> ErrorCode:
    return ErrorCode.__members__.get(name, ErrorCode.UNKNOWN)


def from_failure(failure: pb.Failure) -> SluiceError:
    """The error of one request in a batch or stream."""
    code = failure.code
    known = code in pb.ErrorCode.values()
    name = pb.ErrorCode.Name(code) if known else ""
    return SluiceError(_code(name), failure.message, begun=failure.begun)


def from_rpc(error: Any) -> SluiceError:
    """The error of a call, from a grpc.RpcError of either kind of client."""
    status = error.code()
    message = error.details() or status.name
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS:
            info = _error_info(value)
            if info is not None:
                begun = info.metadata.get("begun", "true") != "false"
                return SluiceError(_code(info.reason), message, begun=begun)
    if status == grpc.StatusCode.UNAUTHENTICATED:
        return SluiceError(ErrorCode.UNAUTHENTICATED, message, begun=False)
    codes = {
        grpc.StatusCode.DEADLINE_EXCEEDED: ErrorCode.DEADLINE,
        grpc.StatusCode.UNAVAILABLE: ErrorCode.UNREACHABLE,
        grpc.StatusCode.RESOURCE_EXHAUSTED: ErrorCode.RESOURCE,
        grpc.StatusCode.CANCELLED: ErrorCode.INTERRUPTED,
        grpc.StatusCode.INTERNAL: ErrorCode.INTERNAL,
    }
    return SluiceError(codes.get(status, ErrorCode.UNKNOWN), message, begun=True)


def not_begun(error: Any) -> SluiceError:
    """The error of a call that was made before the one that was asked for."""
    found = from_rpc(error)
    return SluiceError(found.code, found.message, begun=False)


def _error_info(details: bytes) -> Any:
    status = status_pb2.Status()
    try:
        status.ParseFromString(details)
    except DecodeError:
        return None
    for detail in status.details:
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info) and info.domain == "sluice":
            return info
    return None
