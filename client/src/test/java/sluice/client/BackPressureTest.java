package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import sluice.model.Asker;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.protocol.Operation;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.SluiceMethods;

/** A client that sends and sends is not read further than the server can hold. */
class BackPressureTest {
    private static final int MESSAGES = 60;
    private static final int REQUESTS_OF_ONE = 5;
    private static final int IN_FLIGHT_MAX = 20;

    @Test
    void noMoreRequestsAreReadThanMayBeInFlight() throws InterruptedException {
        CountDownLatch staged = new CountDownLatch(1);
        AtomicInteger waiting = new AtomicInteger();
        HookedStore store =
                new HookedStore() {
                    @Override
                    boolean isComplete() {
                        return staged.getCount() == 0;
                    }

                    @Override
                    boolean awaitComplete(long nanosMax, Asker asker) {
                        waiting.incrementAndGet();
                        try {
                            return staged.await(nanosMax, TimeUnit.NANOSECONDS);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                };
        var options = Served.ANY_PORT.limits(IN_FLIGHT_MAX, 1 << 20, 1);
        try (Served over = new Served(store, options, Duration.ofSeconds(30))) {
            ConcurrentLinkedQueue<Long> answered = new ConcurrentLinkedQueue<>();
            CountDownLatch ended = new CountDownLatch(1);
            ClientCall<List<Request>, List<Reply>> call =
                    over.channel.newCall(SluiceMethods.STREAM, CallOptions.DEFAULT);
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(List<Reply> replies) {
                            replies.forEach(reply -> answered.add(reply.id()));
                            call.request(1);
                        }

                        @Override
                        public void onClose(io.grpc.Status status, Metadata trailers) {
                            ended.countDown();
                        }
                    },
                    new Metadata());
            call.request(1);
            for (int message = 0; message < MESSAGES; message++) {
                call.sendMessage(message(message));
            }
            call.halfClose();
            while (waiting.get() < IN_FLIGHT_MAX) {
                LockSupport.parkNanos(1_000_000);
            }
            for (int round = 0; round < 100; round++) {
                over.client.count(1, 7);
            }
            int atMost = IN_FLIGHT_MAX + REQUESTS_OF_ONE - 1;
            assertTrue(waiting.get() <= atMost, () -> waiting + " requests were begun");
            staged.countDown();
            assertTrue(ended.await(30, TimeUnit.SECONDS));
            Set<Long> ids = new HashSet<>(answered);
            assertEquals(MESSAGES * REQUESTS_OF_ONE, answered.size());
            assertEquals(answered.size(), ids.size());
        }
    }

    private static List<Request> message(int number) {
        Patience patience = new Patience(WhenPartial.WAIT, TimeUnit.SECONDS.toNanos(30));
        List<Request> requests = new ArrayList<>();
        for (int index = 0; index < REQUESTS_OF_ONE; index++) {
            long id = (long) number * REQUESTS_OF_ONE + index;
            requests.add(new Request(id, 0, patience, new Operation.CountLinks(id, 7)));
        }
        return requests;
    }
}
