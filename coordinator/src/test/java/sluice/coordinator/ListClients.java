package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Visibility;

/**
 * Threads that all read and write a few lists of a graph at once, note what they did and were
 * answered, and have it judged, list by list.
 */
final class ListClients {
    static final int THREADS = 16;
    static final int KEYS = 6;

    /** The type of links that are kept in both directions. */
    static final long TYPE = 3;

    /** The type of the same links the other way. */
    private static final long OTHER_WAY = 4;

    private static final int TIMES = 5;

    private final SplittableRandom random;
    private final int callsOfAThread;
    private final int lists;

    /** The type of the lists. */
    private final long type;

    private final AtomicLong moments = new AtomicLong();
    private final AtomicLong versions = new AtomicLong(ListState.LOADED_VERSION_MAX);
    private final AtomicLong callsDone = new AtomicLong();

    /** Of each list what the cold store has, or gets by a load. */
    private final List<List<Link>> loaded = new ArrayList<>();

    /** Of each list what was done. Guarded by this. */
    private final List<List<Linearizer.Call>> calls = new ArrayList<>();

    ListClients(SplittableRandom random, int callsOfAThread, int lists) {
        this(random, callsOfAThread, lists, TYPE);
    }

    ListClients(SplittableRandom random, int callsOfAThread, int lists, long type) {
        this.type = type;
        this.lists = lists;
        this.random = random;
        this.callsOfAThread = callsOfAThread;
        long version = 1;
        for (int list = 0; list < lists; list++) {
            List<Link> links = new ArrayList<>();
            for (int id2 = 0; id2 < KEYS; id2++) {
                if (random.nextInt(3) > 0) {
                    boolean visible = random.nextInt(4) > 0;
                    long time = random.nextInt(TIMES);
                    links.add(ListOperation.link(id1(list), type, id2, visible, version++, time));
                }
            }
            loaded.add(links);
            calls.add(new ArrayList<>());
        }
    }

    /** The lists lie far apart, in buckets of their own. */
    private static long id1(int list) {
        return 10 + 100L * list;
    }

    /** What the cold store has, or gets. */
    List<Link> loaded() {
        return loaded.stream().flatMap(List::stream).toList();
    }

    /** As {@link #loaded}, with the same links the other way. */
    List<Link> loadedBothWays() {
        return loaded().stream().flatMap(link -> Stream.of(link, turned(link))).toList();
    }

    /** The type of the same links the other way, if they are kept in both directions. */
    static OptionalLong otherWay(long linkType) {
        return linkType == TYPE
                ? OptionalLong.of(OTHER_WAY)
                : linkType == OTHER_WAY ? OptionalLong.of(TYPE) : OptionalLong.empty();
    }

    private static Link turned(Link link) {
        return new Link(
                link.id2(),
                OTHER_WAY,
                link.id1(),
                link.visibility(),
                link.version(),
                link.time(),
                link.data());
    }

    /** How many calls have ended so far. */
    long callsDone() {
        return callsDone.get();
    }

    long callsInAll() {
        return (long) THREADS * callsOfAThread;
    }

    /** Runs all threads to their end. */
    void run(GraphStore graph) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom own = random.split();
            threads.add(
                    Thread.ofPlatform()
                            .name("client-" + i)
                            .start(
                                    () -> {
                                        try {
                                            runThread(graph, own);
                                        } catch (Throwable failure) {
                                            synchronized (failures) {
                                                failures.add(failure);
                                            }
                                        }
                                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // So that nobody waits for them any more, also where they failed.
        callsDone.set(callsInAll());
        if (!failures.isEmpty()) {
            throw new AssertionError("a client failed", failures.getFirst());
        }
    }

    private void runThread(GraphStore graph, RandomGenerator own) throws IOException {
        for (int i = 0; i < callsOfAThread; i++) {
            int list = own.nextInt(lists);
            ListOperation operation = operation(id1(list), own);
            long begin = moments.incrementAndGet();
            Answer<?> answer = operation.run(graph);
            long end = moments.incrementAndGet();
            synchronized (this) {
                calls.get(list).add(new Linearizer.Call(operation, answer, begin, end));
            }
            callsDone.incrementAndGet();
        }
    }

    private ListOperation operation(long id1, RandomGenerator own) {
        long id2 = own.nextInt(KEYS);
        return switch (own.nextInt(10)) {
            case 0, 1, 2 ->
                    new ListOperation.Put(
                            ListOperation.link(
                                    id1,
                                    type,
                                    id2,
                                    own.nextInt(4) > 0,
                                    versions.incrementAndGet(),
                                    own.nextInt(TIMES)));
            case 3 -> new ListOperation.Delete(id1, type, id2, Deletion.HIDE);
            case 4 -> new ListOperation.Delete(id1, type, id2, Deletion.EXPUNGE);
            case 5 -> new ListOperation.ReadLink(id1, type, id2);
            case 6 -> new ListOperation.ReadLinks(id1, type, KEYS);
            case 7, 8 -> new ListOperation.ReadList(query(id1, own));
            default -> new ListOperation.Count(id1, type);
        };
    }

    private LinkQuery query(long id1, RandomGenerator own) {
        if (own.nextBoolean()) {
            return LinkQuery.newest(id1, type, Integer.MAX_VALUE);
        }
        return new LinkQuery(
                id1, type, own.nextInt(2), 2 + own.nextInt(3), own.nextInt(2), own.nextInt(4));
    }

    /**
     * Fails unless all that was done to each list can have been done in one order, and the graph
     * holds now, completely, what such an order leaves. Returns how many calls were judged.
     */
    long judge(GraphStore graph) throws IOException {
        long judged = 0;
        for (int list = 0; list < lists; list++) {
            // What is there at the end is one more call, after all others.
            List<Linearizer.Call> all = new ArrayList<>(calls.get(list));
            for (ListOperation last :
                    List.of(
                            new ListOperation.ReadLinks(id1(list), type, KEYS),
                            new ListOperation.Count(id1(list), type))) {
                long begin = moments.incrementAndGet();
                Answer<?> answer = last.run(graph);
                assertEquals(true, answer.complete());
                all.add(new Linearizer.Call(last, answer, begin, moments.incrementAndGet()));
            }
            Optional<String> problem = Linearizer.check(ListState.of(KEYS, loaded.get(list)), all);
            assertEquals(Optional.empty(), problem, "list " + id1(list));
            checkCount(graph, list);
            judged += all.size();
        }
        return judged;
    }

    /** Fails unless each link is there the other way too, with all that it says, and no others. */
    void judgeOtherWay(GraphStore graph) throws IOException {
        if (otherWay(type).isEmpty()) {
            return;
        }
        for (int id2 = 0; id2 < KEYS; id2++) {
            List<Link> back = new ArrayList<>();
            for (int list = 0; list < lists; list++) {
                graph.link(id1(list), type, id2)
                        .value()
                        .map(ListClients::turned)
                        .ifPresent(back::add);
            }
            long[] all = LongStream.range(0, lists).map(list -> id1((int) list)).toArray();
            assertEquals(back, graph.links(id2, OTHER_WAY, all).value(), "the other way of " + id2);
            long visible =
                    back.stream().filter(link -> link.visibility() == Visibility.VISIBLE).count();
            assertEquals(visible, graph.count(id2, OTHER_WAY).value(), "count the other way");
        }
    }

    private void checkCount(GraphStore graph, int list) throws IOException {
        long visible =
                graph
                        .linkList(LinkQuery.newest(id1(list), type, Integer.MAX_VALUE))
                        .value()
                        .links()
                        .stream()
                        .filter(link -> link.visibility() == Visibility.VISIBLE)
                        .count();
        assertEquals(visible, graph.count(id1(list), type).value(), "count");
    }
}
