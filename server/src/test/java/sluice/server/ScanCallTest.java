package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sluice.model.GraphStore;
import sluice.model.MemoryGraph;
import sluice.protocol.ScanPart;
import sluice.protocol.SluiceMethods;

/** A client that has seen the end of a scan may begin the next one at once. */
class ScanCallTest {
    private final ScanTurns turns = new ScanTurns(1);

    @Test
    void endOfScanIsSeenOnceItsTurnIsFree() throws InterruptedException {
        SeenCall call = new SeenCall();
        scan(call, BackingStore.of(new MemoryGraph(1)));
        call.awaitEnd();
        assertEquals(List.of("last message: free", "OK: free"), call.seen);
    }

    @Test
    void failureOfScanIsSeenOnceItsTurnIsFree() throws InterruptedException {
        SeenCall call = new SeenCall();
        scan(call, BackingStore.of(failing()));
        call.awaitEnd();
        assertEquals(List.of("RESOURCE_EXHAUSTED: free"), call.seen);
    }

    @Test
    void scanThatStallsIsSeenToEndOnceItsTurnIsFree() throws InterruptedException {
        SeenCall call = new SeenCall();
        call.isReady = false;
        scan(call, BackingStore.of(new MemoryGraph(1)));
        call.awaitEnd();
        assertEquals(List.of("RESOURCE_EXHAUSTED: free"), call.seen);
    }

    private static GraphStore failing() {
        return (GraphStore)
                Proxy.newProxyInstance(
                        GraphStore.class.getClassLoader(),
                        new Class<?>[] {GraphStore.class},
                        (_, _, _) -> {
                            throw new IOException("planted");
                        });
    }

    private void scan(SeenCall call, BackingStore store) {
        AtomicLong minutes = new AtomicLong();
        ScanCall scan =
                new ScanCall(
                        call,
                        store,
                        () -> {
                            throw new AssertionError("no report is asked for");
                        },
                        () -> TimeUnit.MINUTES.toNanos(minutes.getAndIncrement()),
                        turns);
        scan.onHalfClose();
    }

    /** Notes what a client sees of a scan's end, and whether another scan could begin then. */
    private final class SeenCall extends ServerCall<Incoming, ScanPart> {
        private final List<String> seen = new ArrayList<>();
        private final CountDownLatch end = new CountDownLatch(1);
        private boolean isReady = true;

        private void see(String what) {
            ScanTurns.Scan next = () -> {};
            boolean isFree = turns.begin(next, false).isEmpty();
            turns.end(next);
            seen.add(what + (isFree ? ": free" : ": taken"));
        }

        void awaitEnd() throws InterruptedException {
            assertTrue(end.await(30, TimeUnit.SECONDS), "the scan does not end");
        }

        @Override
        public boolean isReady() {
            return isReady;
        }

        @Override
        public void sendMessage(ScanPart part) {
            if (part.last()) {
                see("last message");
            }
        }

        @Override
        public void close(Status status, Metadata trailers) {
            see(status.getCode().name());
            end.countDown();
        }

        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<Incoming, ScanPart> getMethodDescriptor() {
            return SluiceMethods.SCAN.toBuilder(
                            Incoming.MARSHALLER, SluiceMethods.SCAN.getResponseMarshaller())
                    .build();
        }
    }
}
