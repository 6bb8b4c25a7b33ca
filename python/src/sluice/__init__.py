"""A client of the Sluice server, which serves a graph while it is loaded.

``connect`` returns a client for threads, ``sluice.aio.connect`` a client for asyncio with the same
methods.
"""

from sluice.client import Client, Scan, connect
from sluice.errors import ErrorCode, SluiceError
from sluice.model import (
    AddNodeAnswer,
    CountAnswer,
    Id,
    IdRange,
    Link,
    LinkAnswer,
    LinkList,
    LinkType,
    Mode,
    Node,
    NodeAnswer,
    Outlook,
    TypesAnswer,
    WriteAnswer,
)
from sluice.operations import (
    AddLink,
    AddNode,
    CountLinks,
    DeleteLink,
    DeleteNode,
    GetLink,
    GetLinkList,
    GetLinks,
    GetNode,
    ListTypes,
    Operation,
    UpdateLink,
    UpdateNode,
)

__all__ = [
    "AddLink",
    "AddNode",
    "AddNodeAnswer",
    "Client",
    "CountAnswer",
    "CountLinks",
    "DeleteLink",
    "DeleteNode",
    "ErrorCode",
    "GetLink",
    "GetLinkList",
    "GetLinks",
    "GetNode",
    "Id",
    "IdRange",
    "Link",
    "LinkAnswer",
    "LinkList",
    "LinkType",
    "ListTypes",
    "Mode",
    "Node",
    "NodeAnswer",
    "Operation",
    "Outlook",
    "Scan",
    "SluiceError",
    "TypesAnswer",
    "UpdateLink",
    "UpdateNode",
    "WriteAnswer",
    "connect",
]
