package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/** Every call ends by its deadline, and says what became of it. */
class DeadlineTest {
    private static final Duration BRIEF = Duration.ofMillis(400);

    /** Its writes wait until they may go on. */
    private static final class StuckStore extends HookedStore {
        final CountDownLatch free = new CountDownLatch(1);
        final AtomicInteger begun = new AtomicInteger();

        @Override
        void before(String call) {
            if (call.startsWith("add")) {
                begun.incrementAndGet();
                try {
                    assertTrue(free.await(30, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Test
    void aWriteThatIsNotAnsweredInTimeIsUnknown() {
        StuckStore store = new StuckStore();
        try (Served over = new Served(store, Served.ANY_PORT, BRIEF)) {
            long begin = System.nanoTime();
            SluiceException e =
                    assertThrows(SluiceException.class, () -> over.client.addNode(Served.node(0)));
            assertEndsSoonAfter(begin, BRIEF);
            assertEquals(ErrorCode.DEADLINE, e.code());
            assertTrue(e.getMessage().contains("unknown"), e.getMessage());
            assertEquals(1, store.begun.get());
            store.free.countDown();
        }
    }

    /** The first try was done, and its answer was lost. */
    @Test
    void aWriteThatWasLostIsNotSentAgain() throws IOException {
        AtomicInteger added = new AtomicInteger();
        AtomicReference<Relay> relay = new AtomicReference<>();
        HookedStore store =
                new HookedStore() {
                    @Override
                    void before(String call) {
                        if (call.startsWith("add")) {
                            added.incrementAndGet();
                            relay.get().cutAll();
                        }
                    }
                };
        try (Served over = new Served(store)) {
            relay.set(new Relay(over.server.port(), 1));
            try (Relay _ = relay.get();
                    SluiceClient client =
                            SluiceClient.open(ClientOptions.of("127.0.0.1", relay.get().port()))) {
                SluiceException e =
                        assertThrows(SluiceException.class, () -> client.addNode(Served.node(0)));
                assertEquals(ErrorCode.DEADLINE, e.code());
                assertTrue(e.getMessage().contains("unknown"), e.getMessage());
                assertEquals(0L, client.count(1, 7).value(), "a read finds another way");
            }
        }
        assertEquals(1, added.get());
    }

    @Test
    void readsPassWritesThatAreStuck() {
        StuckStore store = new StuckStore();
        var options = Served.ANY_PORT.threads(0, 1);
        try (Served over = new Served(store, options, Duration.ofSeconds(10))) {
            Thread stuck = Thread.ofVirtual().start(() -> over.client.addNode(Served.node(0)));
            for (int index = 0; index < 100; index++) {
                assertEquals(0, over.client.count(1, 7).value());
            }
            assertTrue(stuck.isAlive());
            store.free.countDown();
        }
    }

    @Test
    void whatIsTooOldIsNotBegun() throws InterruptedException {
        StuckStore store = new StuckStore();
        AtomicLong aheadNanos = new AtomicLong();
        try (Served over =
                new Served(
                        store,
                        Served.ANY_PORT.threads(0, 1),
                        Duration.ofSeconds(10),
                        () -> System.nanoTime() + aheadNanos.get())) {
            Request add = new Request(1, 0, Patience.NONE, new Operation.AddNode(Served.node(0)));
            Thread first = Thread.ofVirtual().start(() -> over.client.addNode(Served.node(0)));
            while (store.begun.get() == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThrows(
                    StatusRuntimeException.class,
                    () -> over.ask(SluiceMethods.unary(Verb.ADD_NODE), add, 200));
            assertThrows(
                    StatusRuntimeException.class,
                    () -> over.ask(SluiceMethods.BATCH, List.of(add, add), 200));
            // Behind them on the same connection: once it is answered the server has them, however
            // late. By its clock their time ends after the client's, so that clock goes on.
            Request read = new Request(2, 0, Patience.NONE, new Operation.CountLinks(1, 7));
            var unused = over.ask(SluiceMethods.unary(Verb.COUNT_LINKS), read, 10_000);
            aheadNanos.set(TimeUnit.SECONDS.toNanos(1));
            store.free.countDown();
            first.join();
            // One more through the same single thread: all before it have been looked at.
            over.client.addNode(Served.node(0));
            assertEquals(2, store.begun.get());
        }
    }

    @Test
    void aServerThatIsNotThereIsToldFromAWriteThatWasLost() throws IOException {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        // Time enough for an attempt to be refused, on a machine with much else to do.
        Duration deadline = BRIEF.multipliedBy(5);
        try (SluiceClient client =
                SluiceClient.open(ClientOptions.of("127.0.0.1", port).within(deadline))) {
            long begin = System.nanoTime();
            SluiceException e =
                    assertThrows(SluiceException.class, () -> client.addNode(Served.node(0)));
            assertEndsSoonAfter(begin, deadline);
            assertEquals(ErrorCode.DEADLINE, e.code());
            assertTrue(e.getMessage().contains("nothing was done"), e.getMessage());
            assertTrue(e.getMessage().contains("refused"), e.getMessage());
        }
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SluiceClient client =
                        SluiceClient.open(
                                ClientOptions.of("127.0.0.1", silent.getLocalPort())
                                        .within(BRIEF))) {
            long begin = System.nanoTime();
            SluiceException e = assertThrows(SluiceException.class, () -> client.node(1));
            assertEndsSoonAfter(begin, BRIEF);
            assertEquals(ErrorCode.DEADLINE, e.code());
        }
    }

    private static void assertEndsSoonAfter(long beginNanos, Duration deadline) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
        assertTrue(millis < deadline.toMillis() + 1_000, millis + " ms");
    }
}
