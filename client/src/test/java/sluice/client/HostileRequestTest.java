package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.model.Visibility;
import sluice.protocol.Failures;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/** Clients that send what they should not, or read nothing: they are told, and hurt nobody else. */
@Timeout(240)
@Isolated("Listens to the log of the whole process.")
class HostileRequestTest {
    private static final byte[] NONSENSE = {0x0A, 99, 1, 2, 3};
    private static final int STREAMS = 25;
    private static final int LISTS = 1_000;
    private static final int ROWS = 1_000;

    private record Ended(Status status, Metadata trailers) {}

    @Test
    void nonsenseIsTheMistakeOfItsClientAndNothingForTheLog() throws InterruptedException {
        Thrown thrown = new Thrown();
        Logger root = Logger.getLogger("");
        root.addHandler(thrown);
        try (Served over = new Served(new HookedStore(), Served.ANY_PORT, Served.LONG)) {
            List<MethodDescriptor<?, ?>> methods =
                    new ArrayList<>(
                            List.of(
                                    SluiceMethods.BATCH,
                                    SluiceMethods.STREAM,
                                    SluiceMethods.SCAN,
                                    SluiceMethods.PIN,
                                    SluiceMethods.OUTLOOK));
            Verb.CALLS.forEach(verb -> methods.add(SluiceMethods.unary(verb)));
            for (MethodDescriptor<?, ?> method : methods) {
                Ended ended = send(over.channel, method, NONSENSE);
                String name = method.getFullMethodName() + ": " + ended.status();
                assertEquals(Status.Code.INVALID_ARGUMENT, ended.status().getCode(), name);
                Failure failure = Failures.ofTrailers(ended.trailers());
                assertNotNull(failure, name);
                assertEquals(ErrorCode.CONFIG, failure.code(), name);
                assertFalse(failure.begun(), name);
            }
            assertEquals(
                    Status.Code.INVALID_ARGUMENT,
                    send(over.channel, HealthGrpc.getCheckMethod(), NONSENSE).status().getCode());
            assertEquals(
                    Status.Code.INVALID_ARGUMENT,
                    send(
                                    over.channel,
                                    ServerReflectionGrpc.getServerReflectionInfoMethod(),
                                    NONSENSE)
                            .status()
                            .getCode());
            assertEquals(0, over.client.count(1, 7).value());
        } finally {
            root.removeHandler(thrown);
        }
        assertEquals(List.of(), List.copyOf(thrown.found));
    }

    /** What is logged with a stack trace. */
    private static final class Thrown extends Handler {
        private final ConcurrentLinkedQueue<String> found = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord event) {
            if (event.getThrown() != null && event.getLoggerName().contains("grpc")) {
                found.add(event.getLoggerName() + ": " + event.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Two million in 4 MB, each of which would be an object of a hundred bytes. */
    @Test
    void aBatchOfVeryManyRequestsIsRefusedBeforeTheyAreMade() throws InterruptedException {
        byte[] message = new byte[4_000_000];
        for (int at = 0; at < message.length; at += 2) {
            message[at] = 0x0A;
        }
        try (Served over = new Served(new HookedStore(), Served.ANY_PORT, Served.LONG)) {
            for (MethodDescriptor<?, ?> method :
                    List.of(SluiceMethods.BATCH, SluiceMethods.STREAM)) {
                Ended ended = send(over.channel, method, message);
                assertEquals(Status.Code.INVALID_ARGUMENT, ended.status().getCode());
                String said = String.valueOf(ended.status().getDescription());
                assertTrue(said.contains("more than 1024 requests"), said);
            }
        }
    }

    /** What was begun before it is answered. */
    @Test
    void whatAStreamAskedBeforeNonsenseIsAnswered() throws InterruptedException {
        try (Served over = new Served(new HookedStore(), Served.ANY_PORT, Served.LONG)) {
            BlockingQueue<Object> heard = new ArrayBlockingQueue<>(10);
            ClientCall<byte[], byte[]> call = begin(over.channel, SluiceMethods.STREAM, heard);
            call.sendMessage(new byte[] {0x0A, 4, 0x08, 5, 0x3A, 0});
            call.sendMessage(NONSENSE);
            Object first = heard.take();
            assertTrue(first instanceof byte[], String.valueOf(first));
            Object last = heard.take();
            assertTrue(
                    last instanceof Ended ended
                            && ended.status().getCode() == Status.Code.INVALID_ARGUMENT,
                    String.valueOf(last));
        }
    }

    /** 2.5 GB of answers would be made for 2 MB of requests. */
    @Test
    void streamsThatNeverReadHoldNeitherMemoryNorAStop() throws InterruptedException {
        AtomicInteger lists = new AtomicInteger();
        HookedStore store =
                new HookedStore() {
                    @Override
                    void before(String call) {
                        if (call.equals("linkList")) {
                            lists.incrementAndGet();
                        }
                    }
                };
        for (int id2 = 0; id2 < ROWS; id2++) {
            store.graph.addLink(new Link(1, 7, id2, Visibility.VISIBLE, 1, id2, new byte[100]));
        }
        Patience none = Patience.NONE;
        List<Request> requests = new ArrayList<>();
        for (int index = 0; index < LISTS; index++) {
            requests.add(
                    new Request(
                            index,
                            0,
                            none,
                            new Operation.GetLinkList(LinkQuery.newest(1, 7, ROWS))));
        }
        try (Served over = new Served(store, Served.PATIENT, Served.LONG)) {
            List<ManagedChannel> channels = new ArrayList<>();
            try {
                for (int stream = 0; stream < STREAMS; stream++) {
                    if (stream % 5 == 0) {
                        channels.add(
                                NettyChannelBuilder.forAddress("127.0.0.1", over.server.port())
                                        .usePlaintext()
                                        .build());
                    }
                    var call =
                            channels.getLast().newCall(SluiceMethods.STREAM, CallOptions.DEFAULT);
                    call.start(new ClientCall.Listener<>() {}, new Metadata());
                    call.sendMessage(requests);
                }
                // Each has its turn after this.
                while (lists.get() < STREAMS) {
                    LockSupport.parkNanos(1_000_000);
                }
                for (int round = 0; round < 200; round++) {
                    assertEquals(ROWS, over.client.count(1, 7).value());
                }
                int before = -1;
                while (before != lists.get()) {
                    before = lists.get();
                    LockSupport.parkNanos(300_000_000);
                }
                // Up to 30 of each stream; the budget of the address alone would stop at 1,200.
                assertTrue(lists.get() < STREAMS * 40, () -> lists + " lists were read");
                // It would wait for an hour for requests that nobody reads the answers of.
                over.server.close();
            } finally {
                channels.forEach(ManagedChannel::shutdownNow);
            }
        }
    }

    private static Ended send(ManagedChannel channel, MethodDescriptor<?, ?> method, byte[] message)
            throws InterruptedException {
        BlockingQueue<Object> heard = new ArrayBlockingQueue<>(10);
        ClientCall<byte[], byte[]> call = begin(channel, method, heard);
        call.sendMessage(message);
        call.halfClose();
        Object end = heard.take();
        assertTrue(end instanceof Ended, () -> method.getFullMethodName() + ": " + end);
        return (Ended) end;
    }

    private static ClientCall<byte[], byte[]> begin(
            ManagedChannel channel, MethodDescriptor<?, ?> method, BlockingQueue<Object> heard) {
        ClientCall<byte[], byte[]> call =
                channel.newCall(
                        method.toBuilder(RawRequests.BYTES, RawRequests.BYTES).build(),
                        CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        heard.add(message);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        heard.add(new Ended(status, trailers));
                    }
                },
                new Metadata());
        call.request(100);
        return call;
    }
}
