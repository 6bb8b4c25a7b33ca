package sluice.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import sluice.cli.FaultBook.Row;
import sluice.client.AddedNodes;
import sluice.client.SluiceClient;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/**
 * One user of a server that loads, over a bad network: writes new links, over links that a load
 * brings, and nodes, and holds every answer against what can be. No key is written twice, so that a
 * write that comes late disturbs no other one.
 */
final class FaultUser implements Runnable {
    static final long TYPE = 7;
    static final int LISTS = 10;

    /** The load brings the links to 0, 1 and so on of each list. */
    static final int LOADED = 60;

    private static final long NEW_ID2 = 1000;
    private static final int NODE_TYPE = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SluiceClient client;
    private final int number;
    private final long callMillisMax;
    private final BooleanSupplier isComplete;
    private final BooleanSupplier isOver;
    private final SplittableRandom random;
    private final List<FaultBook> books = new ArrayList<>();
    private final long[] nextNew = new long[LISTS];
    private final long[] nextLoaded = new long[LISTS];
    private final AddedNodes nodes = new AddedNodes();
    private final List<String> problems = new ArrayList<>();

    /** When an answer came last, by {@link System#nanoTime}. */
    volatile long answeredNanos;

    long answers;
    long partial;
    long unknown;

    /**
     * @param isComplete that every call which begins now must be answered completely
     */
    FaultUser(
            SluiceClient client,
            int number,
            long callMillisMax,
            BooleanSupplier isComplete,
            BooleanSupplier isOver,
            SplittableRandom random) {
        this.client = client;
        this.number = number;
        this.callMillisMax = callMillisMax;
        this.isComplete = isComplete;
        this.isOver = isOver;
        this.random = random;
        for (int list = 0; list < LISTS; list++) {
            books.add(new FaultBook(id1(number, list), LOADED));
        }
    }

    /** The user's list of this index. */
    static long id1(int number, int list) {
        return (long) number * LISTS + list;
    }

    @Override
    public void run() {
        while (!isOver.getAsBoolean()) {
            long begin = System.nanoTime();
            boolean mustBeComplete = isComplete.getAsBoolean();
            try {
                boolean complete = step(random.nextInt(8), random.nextInt(LISTS));
                if (mustBeComplete && !complete) {
                    problems.add("a partial answer after uptime");
                }
                partial += complete ? 0 : 1;
                answers++;
                answeredNanos = System.nanoTime();
            } catch (SluiceException e) {
                if (e.code() != ErrorCode.DEADLINE) {
                    problems.add("unexpected: " + e);
                }
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            if (millis > callMillisMax) {
                problems.add("a call took " + millis + " ms");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Asks or writes something; returns whether the answer was complete. */
    private boolean step(int kind, int list) {
        FaultBook book = books.get(list);
        long id1 = id1(number, list);
        boolean isLoadedLeft = nextLoaded[list] < LOADED;
        return switch (kind) {
            case 0 -> add(book, id1, NEW_ID2 + nextNew[list]++);
            case 1 -> isLoadedLeft ? add(book, id1, nextLoaded[list]++) : count(book, id1);
            case 2 -> isLoadedLeft ? hide(book, id1, nextLoaded[list]++) : count(book, id1);
            case 3 -> addNode(number + "/" + list + "/" + nextNew[list]++);
            case 4 -> count(book, id1);
            default -> list(book, id1);
        };
    }

    private interface Write {
        Answer<Boolean> run();
    }

    private boolean add(FaultBook book, long id1, long id2) {
        Link link = new Link(id1, TYPE, id2, Visibility.VISIBLE, 1, 1, Row.WRITTEN.data());
        return write(
                book,
                id2,
                Row.WRITTEN,
                () -> {
                    Answer<Boolean> isNew = client.addLink(link);
                    return new Answer<>(!isNew.value(), isNew.complete());
                });
    }

    private boolean hide(FaultBook book, long id1, long id2) {
        return write(book, id2, Row.HIDDEN, () -> client.deleteLink(id1, TYPE, id2, Deletion.HIDE));
    }

    private boolean write(FaultBook book, long id2, Row row, Write write) {
        book.begin(id2, row);
        try {
            Answer<Boolean> found = write.run();
            book.done(id2, row, found);
            return found.complete();
        } catch (SluiceException e) {
            if (isUnknown(e)) {
                unknown++;
            } else {
                book.notDone(id2, row);
            }
            throw e;
        }
    }

    private boolean addNode(String tag) {
        try {
            nodes.added(tag, client.addNode(new Node(0, NODE_TYPE, 0, 0, tag.getBytes(US_ASCII))));
            return true;
        } catch (SluiceException e) {
            if (isUnknown(e)) {
                unknown++;
                nodes.perhapsAdded(tag);
            }
            throw e;
        }
    }

    private boolean count(FaultBook book, long id1) {
        Answer<Long> count = read(() -> client.count(id1, TYPE));
        book.checkCount(count);
        return count.complete();
    }

    private boolean list(FaultBook book, long id1) {
        Answer<LinkList> list = read(() -> client.linkList(LinkQuery.newest(id1, TYPE, 100_000)));
        book.checkList(list);
        return list.complete();
    }

    private interface Read<T> {
        T run();
    }

    private <T> T read(Read<T> read) {
        try {
            return read.run();
        } catch (SluiceException e) {
            if (isUnknown(e)) {
                problems.add("a read is never unknown: " + e);
            }
            throw e;
        }
    }

    private static boolean isUnknown(SluiceException e) {
        return e.getMessage().contains("it is unknown whether");
    }

    /** Holds what the store has in the end against what this user knows; returns all problems. */
    List<String> problemsIn(GraphReader graph, Map<String, List<Long>> nodeIds) throws IOException {
        for (int list = 0; list < LISTS; list++) {
            FaultBook book = books.get(list);
            long id1 = id1(number, list);
            Answer<LinkList> links = graph.linkList(LinkQuery.newest(id1, TYPE, 100_000));
            Answer<Long> count = graph.count(id1, TYPE);
            book.checkList(links);
            if (!links.complete() || count.value() != links.value().size()) {
                problems.add("in the end list %d: %s of %s".formatted(id1, links, count));
            }
            problems.addAll(book.problems);
        }
        problems.addAll(nodes.problems(number + "/", nodeIds));
        return problems.stream().map(text -> "user " + number + ": " + text).toList();
    }
}
