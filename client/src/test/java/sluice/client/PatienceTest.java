package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.client.RemoteQuestions.Found;
import sluice.model.Answer;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;
import sluice.protocol.question.WalkAsk;

/** What a read does while a load has not copied all. */
class PatienceTest {
    private static final Patience WAIT =
            new Patience(WhenPartial.WAIT, TimeUnit.SECONDS.toNanos(30));
    private static final Patience FAIL = new Patience(WhenPartial.FAIL, 0);

    /** Complete once it is told so. */
    private static final class LoadingStore extends HookedStore {
        final CountDownLatch staged = new CountDownLatch(1);
        final CountDownLatch waiting = new CountDownLatch(1);

        @Override
        boolean isComplete() {
            return staged.getCount() == 0;
        }

        @Override
        boolean awaitComplete(long nanosMax, Asker asker) {
            waiting.countDown();
            try {
                return staged.await(nanosMax, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void partialAnswersAreMarked() {
        LoadingStore store = new LoadingStore();
        store.graph.addLink(Served.link(1, 2, 3));
        try (Served over = new Served(store)) {
            assertEquals(1, over.client.count(1, 7).value());
            assertFalse(over.client.count(1, 7).complete());
            assertFalse(over.client.addLink(Served.link(1, 3, 3)).complete());
            store.staged.countDown();
            assertTrue(over.client.count(1, 7).complete());
            assertTrue(over.client.addLink(Served.link(1, 4, 3)).complete());
        }
    }

    @Test
    void whoWantsCompleteAnswersAtOnceIsToldThatThereAreNone() throws IOException {
        LoadingStore store = new LoadingStore();
        try (Served over = new Served(store);
                GraphReader strict = over.client.with(FAIL)) {
            SluiceException e = assertThrows(SluiceException.class, () -> strict.node(1));
            assertEquals(ErrorCode.INCOMPLETE, e.code());
            assertEquals("chunks 3 to 7 are not staged yet", e.getMessage());
            store.staged.countDown();
            assertTrue(strict.node(1).complete());
        }
    }

    @Test
    void whoWaitsIsAnsweredWhenAllIsThereAndHoldsUpNobody() throws Exception {
        LoadingStore store = new LoadingStore();
        store.graph.addLink(Served.link(1, 2, 3));
        try (Served over = new Served(store);
                GraphReader patient = over.client.with(WAIT)) {
            Thread[] threads = new Thread[100];
            long[] counts = new long[threads.length];
            for (int index = 0; index < threads.length; index++) {
                int place = index;
                threads[index] =
                        Thread.ofVirtual().start(() -> counts[place] = completeCount(patient));
            }
            assertTrue(store.waiting.await(10, TimeUnit.SECONDS));
            for (int index = 0; index < 100; index++) {
                assertFalse(over.client.count(1, 7).complete());
            }
            store.staged.countDown();
            for (int index = 0; index < threads.length; index++) {
                threads[index].join();
                assertEquals(1, counts[index]);
            }
        }
    }

    /** Those of a first load, which knows them after a while. */
    private static final class CollectedNames extends ListedNames {
        volatile boolean known;

        @Override
        public boolean areKnown() {
            return known;
        }

        @Override
        public OptionalLong id(WrittenName name) {
            return known ? super.id(name) : OptionalLong.empty();
        }

        @Override
        public OptionalLong type(WrittenName name) {
            return known ? super.type(name) : OptionalLong.empty();
        }
    }

    @Test
    void aReadOfANameIsAsCompleteAsTheStoreUntilAllNamesAreKnown() throws Exception {
        WrittenName ann = WrittenName.of("Person", "Ann");
        WrittenName likes = WrittenName.of("likes");
        LoadingStore store = new LoadingStore();
        store.graph.addLink(
                new Link(0, ListedNames.FIRST_TYPE, 5, Visibility.VISIBLE, 0, 3, new byte[0]));
        CollectedNames names = new CollectedNames();
        names.ids(ann).types("likes");
        try (Served over = new Served(store, names, Served.ANY_PORT)) {
            NamedClient named = over.client.byName();
            assertEquals(new Answer<>(0L, false), named.count(ann, likes));
            SluiceException e =
                    assertThrows(SluiceException.class, () -> named.with(FAIL).count(ann, likes));
            assertEquals(ErrorCode.INCOMPLETE, e.code());
            assertTrue(e.getMessage().contains("collects its names"), e.getMessage());
            long[] found = {-1};
            Thread waits = Thread.ofVirtual().start(() -> found[0] = waited(named, ann, likes));
            assertTrue(store.waiting.await(10, TimeUnit.SECONDS));
            names.known = true;
            store.staged.countDown();
            waits.join();
            assertEquals(1, found[0]);
            names.known = false;
            assertEquals(new Answer<>(0L, true), named.count(ann, likes));
        }
    }

    @Test
    void aQuestionIsAsCompleteAsTheStoreUntilPredicatesAreKnown() throws Exception {
        LoadingStore store = new LoadingStore();
        store.graph.addLink(
                new Link(0, ListedNames.FIRST_TYPE, 5, Visibility.VISIBLE, 0, 3, new byte[0]));
        CollectedNames names = new CollectedNames();
        names.types("likes");
        WalkAsk walk =
                new WalkAsk(
                        new long[] {0}, List.of(), List.of("likes"), List.of(), List.of(), 0, 0);
        try (Served over = new Served(store, names, Served.ANY_PORT)) {
            RemoteQuestions questions = over.client.questions();
            assertEquals(new Found(List.of(), false, false), questions.walk(walk));
            SluiceException e =
                    assertThrows(SluiceException.class, () -> questions.with(FAIL).walk(walk));
            assertEquals(ErrorCode.INCOMPLETE, e.code());
            List<Found> found = new ArrayList<>();
            Thread waits =
                    Thread.ofVirtual().start(() -> found.add(questions.with(WAIT).walk(walk)));
            assertTrue(store.waiting.await(10, TimeUnit.SECONDS));
            names.known = true;
            store.staged.countDown();
            waits.join();
            assertEquals(1, found.getFirst().nodes().size());
            assertTrue(found.getFirst().complete());
        }
    }

    private static long waited(NamedClient named, WrittenName id1, WrittenName type) {
        Answer<Long> answer = named.with(WAIT).count(id1, type);
        return answer.complete() ? answer.value() : -2;
    }

    private static long completeCount(GraphReader reader) {
        try {
            var answer = reader.count(1, 7);
            return answer.complete() ? answer.value() : -1;
        } catch (IOException e) {
            return -2;
        }
    }

    @Test
    void whoGoesAwayWaitsNoLonger() throws Exception {
        Request read = new Request(1, 0, WAIT, new Operation.CountLinks(1, 7));
        endsOnceCancelled(SluiceMethods.unary(Verb.COUNT_LINKS), read, 1);
        endsOnceCancelled(SluiceMethods.BATCH, List.of(read, read), 2);
        endsOnceCancelled(SluiceMethods.STREAM, List.of(read, read, read), 3);
    }

    /** Cancels the call once so many of its requests wait. */
    private static <A, B> void endsOnceCancelled(
            MethodDescriptor<A, B> method, A message, int requests) throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(requests);
        CountDownLatch ended = new CountDownLatch(requests);
        HookedStore store =
                new HookedStore() {
                    @Override
                    boolean isComplete() {
                        return false;
                    }

                    @Override
                    boolean awaitComplete(long nanosMax, Asker asker) {
                        try {
                            return asker.await(
                                    () -> {
                                        waiting.countDown();
                                        return new CountDownLatch(1)
                                                .await(nanosMax, TimeUnit.NANOSECONDS);
                                    });
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        } finally {
                            ended.countDown();
                        }
                    }
                };
        try (Served over = new Served(store)) {
            ClientCall<A, B> call = over.channel.newCall(method, CallOptions.DEFAULT);
            call.start(new ClientCall.Listener<>() {}, new Metadata());
            call.request(1);
            call.sendMessage(message);
            call.halfClose();
            assertTrue(waiting.await(10, TimeUnit.SECONDS), "they wait");
            call.cancel("no longer of interest", null);
            assertTrue(ended.await(10, TimeUnit.SECONDS), "they wait no longer");
        }
    }

    @Test
    void waitingEndsWhenItsTimeIsOver() throws IOException {
        LoadingStore store = new LoadingStore();
        Patience brief = new Patience(WhenPartial.WAIT, TimeUnit.MILLISECONDS.toNanos(50));
        try (Served over = new Served(store);
                GraphReader reader = over.client.with(brief)) {
            SluiceException e = assertThrows(SluiceException.class, () -> reader.types(1));
            assertEquals(ErrorCode.INCOMPLETE, e.code());
        }
    }

    @Test
    void waitingEndsAtTheDeadlineOfTheCall() throws IOException {
        LoadingStore store = new LoadingStore();
        try (Served over = new Served(store, Served.ANY_PORT, Duration.ofMillis(300));
                GraphReader reader = over.client.with(WAIT)) {
            long begin = System.nanoTime();
            SluiceException e = assertThrows(SluiceException.class, () -> reader.types(1));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            assertTrue(millis < 2_000, millis + " ms");
            assertTrue(
                    e.code() == ErrorCode.INCOMPLETE || e.code() == ErrorCode.DEADLINE,
                    e::toString);
        }
    }
}
