"""The client for asyncio against a server."""

import asyncio

import pytest

import sluice
import sluice.aio
from conftest import PATIENT, TYPE
from sluice import Link


def run(server, test):
    async def with_client():
        async with sluice.aio.connect(server.address, token_file=server.token, timeout=PATIENT) as client:
            await test(client)

    asyncio.run(asyncio.wait_for(with_client(), 60))


def test_reads_and_writes(server):
    async def test(store):
        links, count = await asyncio.gather(store.link_list(1, TYPE, limit=2), store.count(1, TYPE))
        assert [link.id2 for link in links] == [1020, 1019]
        assert count.complete
        link = Link(50, TYPE, 60, b"later")
        assert not (await store.add_link(link)).found
        assert (await store.link(50, TYPE, 60)).link == link
        assert (await store.delete_link(50, TYPE, 60, expunge=True)).found
        node = (await store.add_node(9, b"n")).id
        assert (await store.batch([sluice.GetNode(node)]))[0].node.data == b"n"
        await store.delete_node(node, 9)
        assert (await store.when(1)).built
        assert await store.pin(1, 2) == (sluice.IdRange(1, 2),)
        assert await store.unpin(1, 2) == ()

    run(server, test)


def test_scan(server):
    async def test(store):
        async with store.scan() as rows:
            ids = [row.id2 async for row in rows if isinstance(row, Link) and row.id1 == 1]
        assert sorted(ids) == list(range(1001, 1021))
        assert rows.complete

    run(server, test)


def test_stream_of_both_kinds_of_iterable(server):
    async def operations(count):
        for n in range(count):
            yield sluice.GetNode(n)

    async def test(store):
        plain = [one.id async for one, _ in store.stream(map(sluice.GetNode, range(3000)))]
        assert sorted(plain) == list(range(3000))
        few = [one.id async for one, _ in store.stream(operations(300), in_flight=3, together=1)]
        assert sorted(few) == list(range(300))

    run(server, test)


def test_stream_raises_what_its_iterable_raises(server):
    async def operations():
        yield sluice.GetNode(1)
        raise LookupError("no more")

    async def test(store):
        with pytest.raises(LookupError, match="no more"):
            async for _ in store.stream(operations()):
                pass

    run(server, test)


def test_stream_can_be_left(server):
    async def test(store):
        stream = store.stream(sluice.GetNode(n) for n in range(1_000_000_000))
        await anext(stream)
        await stream.aclose()
        assert (await store.count(1, TYPE)).count == 20

    run(server, test)


def test_errors(server):
    async def test(store):
        async with sluice.aio.connect(server.address) as other:
            with pytest.raises(sluice.SluiceError) as raised:
                await other.count(1, TYPE)
            assert raised.value.code is sluice.ErrorCode.UNAUTHENTICATED
            with pytest.raises(sluice.SluiceError):
                async for _ in other.scan():
                    pass
            with pytest.raises(sluice.SluiceError):
                async for _ in other.stream([sluice.GetNode(1)]):
                    pass

    run(server, test)
