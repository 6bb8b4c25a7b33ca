package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.model.Patience;

/** Nothing that is thrown on a lane's thread leaves the lane without a way to the server. */
@Timeout(60)
class LaneFaultTest {
    private final FailingClock clock = new FailingClock();

    @ParameterizedTest
    @ValueSource(strings = {"<init>", "opened", "send", "answered", "watch"})
    void theLaneGoesOnAfterAStepThatThrows(String step) throws InterruptedException {
        HookedStore store = new HookedStore();
        store.graph.addLink(Served.link(1, 20, 5));
        try (Served over = new Served(store)) {
            ClientOptions options =
                    ClientOptions.of("127.0.0.1", over.server.port())
                            .over(1, 16)
                            .within(Duration.ofSeconds(20));
            RemoteCalls calls = new RemoteCalls(options, clock);
            RemoteReader reader = new RemoteReader(calls, Patience.NONE);
            // The watch last: it must still be there after any fault.
            for (String method : List.of(step, "watch")) {
                CountDownLatch thrown = clock.failIn(method);
                assertEquals(1, reader.count(1, 7).value());
                thrown.await();
                assertEquals(1, reader.count(1, 7).value());
            }
            calls.close();
        }
    }

    /** The system's clock, which throws once when a lane's thread asks it in a certain method. */
    private static final class FailingClock implements LongSupplier {
        private record Fault(String method, CountDownLatch thrown) {}

        private final AtomicReference<Fault> next = new AtomicReference<>();

        CountDownLatch failIn(String method) {
            Fault fault = new Fault(method, new CountDownLatch(1));
            next.set(fault);
            return fault.thrown();
        }

        @Override
        public long getAsLong() {
            Fault fault = next.get();
            if (fault != null && isIn(fault.method()) && next.compareAndSet(fault, null)) {
                fault.thrown().countDown();
                throw new NoSuchMethodError("planted");
            }
            return System.nanoTime();
        }

        private static boolean isIn(String method) {
            return StackWalker.getInstance()
                    .walk(frames -> frames.skip(2).findFirst())
                    .filter(frame -> frame.getClassName().startsWith(Lane.class.getName()))
                    .filter(frame -> frame.getMethodName().equals(method))
                    .isPresent();
        }
    }
}
