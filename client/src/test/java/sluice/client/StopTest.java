package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** A server that stops ends what it has begun, and begins nothing more. */
@Timeout(240)
class StopTest {
    @Test
    void whatRunsEndsAndIsAnswered() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(8);
        CountDownLatch free = new CountDownLatch(1);
        HookedStore store =
                new HookedStore() {
                    @Override
                    void before(String call) {
                        begun.countDown();
                        try {
                            free.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                };
        AtomicInteger added = new AtomicInteger();
        try (Served over = new Served(store, Served.PATIENT, Served.LONG)) {
            List<Thread> threads = new ArrayList<>();
            for (int index = 0; index < 8; index++) {
                threads.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            over.client.addNode(Served.node(0));
                                            added.incrementAndGet();
                                        }));
            }
            begun.await();
            Thread stop = Thread.ofVirtual().start(over.server::close);
            stop.join(100);
            assertTrue(stop.isAlive());
            free.countDown();
            stop.join();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(8, added.get());
        }
    }

    @Test
    void noWriteIsUnknownWhenAServerStopsAndComesBack() throws InterruptedException {
        HookedStore store = new HookedStore();
        SluiceServer first = SluiceServer.start(Served.PATIENT, store, () -> StatusReport.COMPLETE);
        int port = first.port();
        ConcurrentLinkedQueue<Object> problems = new ConcurrentLinkedQueue<>();
        AtomicInteger added = new AtomicInteger();
        CountDownLatch warm = new CountDownLatch(500);
        CountDownLatch again = new CountDownLatch(1500);
        try (SluiceClient client =
                SluiceClient.open(ClientOptions.of("127.0.0.1", port).within(Served.LONG))) {
            List<Thread> threads = new ArrayList<>();
            for (int index = 0; index < 16; index++) {
                threads.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            try {
                                                while (again.getCount() > 0) {
                                                    client.addNode(Served.node(0));
                                                    added.incrementAndGet();
                                                    warm.countDown();
                                                    again.countDown();
                                                }
                                            } catch (RuntimeException e) {
                                                problems.add(e);
                                            }
                                        }));
            }
            warm.await();
            first.close();
            SluiceServer second =
                    SluiceServer.start(
                            Served.PATIENT.at("127.0.0.1", port, -1),
                            store,
                            () -> StatusReport.COMPLETE);
            for (Thread thread : threads) {
                thread.join();
            }
            second.close();
        }
        assertTrue(problems.isEmpty(), problems::toString);
        assertEquals(added.get() + 1, store.graph.addNode(Served.node(0)));
    }

    @Test
    void aStoppedServerIsReportedAndAScanIsEnded() {
        HookedStore store = new HookedStore();
        for (int index = 0; index < 200_000; index++) {
            store.graph.addLink(Served.link(index, 1, 1));
        }
        try (Served over = new Served(store, Served.PATIENT, Served.LONG)) {
            boolean[] isClosed = {false};
            SluiceException e =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    over.client.scan(
                                            new NoRows() {
                                                @Override
                                                public void link(sluice.model.Link link) {
                                                    if (!isClosed[0]) {
                                                        isClosed[0] = true;
                                                        over.server.close();
                                                    }
                                                }
                                            }));
            assertTrue(isClosed[0]);
            assertEquals(ErrorCode.INTERRUPTED, e.code());
            assertEquals("the server is being stopped; ask again when it is back", e.getMessage());
        }
    }

    @Test
    void streamsOfHealthAndReflectionHoldNoStopUp() throws Exception {
        try (Served over = new Served(new HookedStore(), Served.PATIENT, Served.LONG)) {
            Watcher<HealthCheckResponse> health = new Watcher<>();
            HealthGrpc.newStub(over.channel).watch(HealthCheckRequest.getDefaultInstance(), health);
            Watcher<ServerReflectionResponse> reflection = new Watcher<>();
            ServerReflectionGrpc.newStub(over.channel)
                    .serverReflectionInfo(reflection)
                    .onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
            assertEquals(ServingStatus.SERVING, health.answers.take().getStatus());
            assertEquals(4, reflection.answers.take().getListServicesResponse().getServiceCount());
            over.server.close();
            assertEquals(ServingStatus.NOT_SERVING, health.answers.take().getStatus());
            assertEquals(
                    Status.Code.UNAVAILABLE, Status.fromThrowable(health.ended.get()).getCode());
            assertEquals(
                    Status.Code.UNAVAILABLE,
                    Status.fromThrowable(reflection.ended.get()).getCode());
        }
    }

    private static final class Watcher<T> implements StreamObserver<T> {
        private final BlockingQueue<T> answers = new LinkedBlockingQueue<>();
        private final CompletableFuture<Throwable> ended = new CompletableFuture<>();

        @Override
        public void onNext(T value) {
            answers.add(value);
        }

        @Override
        public void onError(Throwable failure) {
            ended.complete(failure);
        }

        @Override
        public void onCompleted() {
            ended.completeExceptionally(new AssertionError("it ended well"));
        }
    }

    @Test
    void aClosedClientSaysSo() {
        Served over = new Served(new HookedStore());
        over.client.node(1);
        over.client.close();
        assertThrows(IllegalStateException.class, () -> over.client.node(1));
        over.close();
    }
}
