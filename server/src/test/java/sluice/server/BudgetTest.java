package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.server.Budget.Connection;

class BudgetTest {
    private static final Limits LIMITS = new Limits(40, 256, 2_048, 64 << 20);

    private long nowNanos;
    private final Budget budget = new Budget(LIMITS, () -> nowNanos);
    private final List<InetSocketAddress> closed = new ArrayList<>();

    private Connection connect(String host, int port) {
        InetSocketAddress remote = new InetSocketAddress(host, port);
        return budget.admit(remote, () -> closed.add(remote));
    }

    private CallShare call(Connection connection) {
        CallShare call = budget.call();
        assertTrue(call.enter(connection));
        return call;
    }

    @Test
    void anAddressHasHalfOfTheConnectionsAndNewOnesAreFewer() {
        for (int port = 1; port <= 10; port++) {
            assertNotNull(connect("127.0.0.1", port));
        }
        assertNull(connect("127.0.0.1", 11), "too many that made no call");
        for (int port = 1; port <= 10; port++) {
            connection("127.0.0.1", port).known();
        }
        for (int port = 11; port <= 20; port++) {
            Connection next = connect("127.0.0.1", port);
            assertNotNull(next);
            next.known();
        }
        assertNull(connect("127.0.0.1", 21), "too many of one address");
        assertNotNull(connect("127.0.0.2", 1));
        connection("127.0.0.1", 3).left();
        assertNotNull(connect("127.0.0.1", 22));
        assertEquals(21, budget.whole().connections().used());
    }

    @Test
    void anAddressHasHalfOfTheConnectionsOfPages() {
        List<Runnable> left = new ArrayList<>();
        int half = LIMITS.httpConnections() / 2;
        for (int port = 1; port <= half; port++) {
            left.add(budget.admitPage(new InetSocketAddress("127.0.0.1", port)));
        }
        assertFalse(left.contains(null));
        assertNull(budget.admitPage(new InetSocketAddress("127.0.0.1", 99)));
        for (int port = 1; port <= half; port++) {
            left.add(budget.admitPage(new InetSocketAddress("127.0.0.2", port)));
        }
        assertFalse(left.contains(null));
        assertNull(budget.admitPage(new InetSocketAddress("127.0.0.3", 1)), "all are taken");
        left.getFirst().run();
        assertNotNull(budget.admitPage(new InetSocketAddress("127.0.0.3", 1)));
        assertEquals(2 * half, budget.whole().pages().used());
    }

    private Connection connection(String host, int port) {
        Connection found = budget.connection(new InetSocketAddress(host, port));
        assertNotNull(found);
        return found;
    }

    /** Work whose answer would be thrown away is not begun, until much has been read. */
    @Test
    void anAddressThatReadsNothingHasNoRoomForAnswers() {
        CallShare reads = call(connect("127.0.0.1", 1));
        CallShare other = call(connect("127.0.0.2", 2));
        long half = LIMITS.bytesOfAddress() / 2;
        assertTrue(reads.take(half));
        assertTrue(reads.take(half - 10));
        assertTrue(reads.hasRoomForAnswers());
        assertFalse(reads.take(11));
        assertFalse(reads.hasRoomForAnswers());
        assertTrue(other.hasRoomForAnswers());
        reads.release(100);
        assertFalse(reads.hasRoomForAnswers());
        reads.release(half);
        assertTrue(reads.hasRoomForAnswers());
    }

    /** One that is closed for it would only be followed by the next. */
    @Test
    void anAddressThatTakesManyCallsBackMakesNoConnectionsForAWhile() {
        Connection connection = connect("127.0.0.1", 1);
        for (int call = 0; call < Resets.MAX; call++) {
            call(connection).streamClosed(Status.CANCELLED);
            call(connection).streamClosed(Status.OK);
        }
        assertEquals(List.of(), closed);
        call(connection).streamClosed(Status.CANCELLED);
        assertEquals(1, closed.size());
        connection.left();
        assertNull(connect("127.0.0.1", 2));
        assertNotNull(connect("127.0.0.2", 3));
        budget.look();
        assertNull(connect("127.0.0.1", 4));
        nowNanos += TimeUnit.SECONDS.toNanos(Resets.SECONDS);
        budget.look();
        assertNotNull(connect("127.0.0.1", 5));
    }

    /** A network of IPv6 has as many addresses as one likes. */
    @Test
    void addressesOfOneNetworkAreOne() {
        for (int port = 1; port <= 10; port++) {
            assertNotNull(connect("2001:db8::" + port, port));
        }
        assertNull(connect("2001:db8::99", 11));
        assertNotNull(connect("2001:db8:0:1::1", 11));
    }

    @Test
    void aConnectionThatMakesNoCallIsClosed() {
        connect("127.0.0.1", 1);
        Connection known = connect("127.0.0.1", 2);
        known.known();
        nowNanos += TimeUnit.SECONDS.toNanos(9);
        budget.look();
        assertEquals(List.of(), closed);
        nowNanos += TimeUnit.SECONDS.toNanos(2);
        budget.look();
        assertEquals(List.of(new InetSocketAddress("127.0.0.1", 1)), closed);
    }

    @Test
    void whatACallHoldsIsGivenBackWhenItEnds() {
        Connection connection = connect("127.0.0.1", 1);
        CallShare call = call(connection);
        call.inboundWireSize(1_000);
        assertTrue(call.take(5_000_000));
        assertTrue(budget.whole().bytes().used() > 5_001_000);
        call.streamClosed(Status.OK);
        call.streamClosed(Status.CANCELLED);
        assertEquals(0, budget.whole().bytes().used());
        assertEquals(0, budget.whole().calls().used());
        assertTrue(call.take(1 << 30), "nothing is kept any more");
        assertEquals(0, budget.whole().bytes().used());
        assertFalse(budget.call().enter(left(connection)), "too many calls");
    }

    private static Connection left(Connection connection) {
        for (int index = 0; index < LIMITS.calls(); index++) {
            connection.share().calls().take(1);
        }
        return connection;
    }

    @Test
    void aMessageThatIsMoreThanItsAddressMayHoldEndsItsCall() {
        Connection connection = connect("127.0.0.1", 1);
        CallShare call = call(connection);
        StatusRuntimeException e =
                assertThrows(
                        StatusRuntimeException.class,
                        () -> {
                            for (int piece = 0; piece < 100; piece++) {
                                call.inboundWireSize(1 << 20);
                            }
                        });
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, e.getStatus().getCode());
        assertTrue(call(connect("127.0.0.2", 1)).take(20 << 20), "others have their half");
        call.streamClosed(Status.CANCELLED);
        assertTrue(call(connection).take(20 << 20));
    }

    @Test
    void bytesOfAMessageAreTakenUntilItIsUnderstood() {
        CallShare call = call(connect("127.0.0.1", 1));
        call.inboundWireSize(20 << 20);
        call.inboundMessageRead(0, 20 << 20, 20 << 20);
        assertThrows(
                StatusRuntimeException.class,
                () -> call.inboundWireSize(20 << 20),
                "the network still holds the first message");
        call.understood();
        call.inboundWireSize(20 << 20);
        call.understood();
        assertThrows(
                StatusRuntimeException.class,
                () -> call.inboundWireSize(20 << 20),
                "the second message is not whole");
    }

    @Test
    void oneWhoReadsNothingIsClosedWhereMostIsTaken() {
        Connection first = connect("127.0.0.1", 1);
        first.known();
        CallShare call = call(first);
        call.inboundMessageRead(0, 1, 1);
        call.sending();
        nowNanos += TimeUnit.SECONDS.toNanos(60);
        budget.look();
        assertEquals(List.of(), closed, "there is room enough");
        assertTrue(budget.isStalled(TimeUnit.SECONDS.toNanos(59)));
        assertTrue(call.take(30 << 20));
        budget.look();
        assertEquals(1, closed.size());
    }

    /** A quarter of a gigabyte, of which Java has less than half. */
    @Test
    void allThatClientsMayHoldFitsTheMemory() {
        long heap = 112L << 20;
        Limits limits = Limits.of(heap, 1_024);
        assertTrue(limits.bytes() <= heap / 3, limits.toString());
        assertTrue(limits.connections() <= 256, limits.toString());
        assertTrue((limits.connections() * 128L << 10) <= heap / 8, limits.toString());
        assertTrue((limits.calls() * 32L << 10) <= heap / 8, limits.toString());
        assertTrue(limits.bytesOfAddress() > 17 << 20, "a message of the largest size");
        assertTrue(Limits.of(heap, 256).connections() <= 64);
    }
}
