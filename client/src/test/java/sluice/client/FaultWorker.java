package sluice.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;

/**
 * One user of a client over a bad network: writes a link list and nodes of its own, knows of each
 * write whether it was done, was not, or may have been, and holds every answer against that.
 */
final class FaultWorker implements Runnable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SluiceClient client;
    private final long id1;
    private final boolean isComplete;
    private final long callMillisMax;
    private final BooleanSupplier isOver;
    private final SplittableRandom random;
    private long nextId2;

    private final Set<Long> links = new HashSet<>();
    private final Set<Long> perhapsLinks = new HashSet<>();
    private final AddedNodes nodes = new AddedNodes();

    /** What was wrong. Read after the thread has ended. */
    final List<String> problems = new ArrayList<>();

    /** When an answer came last, by {@link System#nanoTime}. */
    volatile long answeredNanos;

    long answers;
    long unknown;

    FaultWorker(
            SluiceClient client,
            long id1,
            boolean isComplete,
            long callMillisMax,
            BooleanSupplier isOver,
            SplittableRandom random) {
        this.client = client;
        this.id1 = id1;
        this.isComplete = isComplete;
        this.callMillisMax = callMillisMax;
        this.isOver = isOver;
        this.random = random;
    }

    @Override
    public void run() {
        while (!isOver.getAsBoolean()) {
            long begin = System.nanoTime();
            step(random.nextInt(5));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            if (millis > callMillisMax) {
                problems.add("a call took " + millis + " ms");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void step(int kind) {
        String tag = id1 + "/" + nextId2;
        try {
            switch (kind) {
                case 0 -> addLink(nextId2++);
                case 1 -> {
                    nextId2++;
                    byte[] data = tag.getBytes(UTF_8);
                    nodes.added(tag, client.addNode(new Node(0, 5, 0, 0, data)));
                }
                case 2 -> checkCount(client.count(id1, 7));
                default -> checkList(client.linkList(LinkQuery.newest(id1, 7, 100_000)));
            }
            answers++;
            answeredNanos = System.nanoTime();
        } catch (SluiceException e) {
            boolean isUnknown = e.getMessage().contains("it is unknown whether");
            if (e.code() != ErrorCode.DEADLINE) {
                problems.add("unexpected: " + e);
            } else if (isUnknown && kind == 0) {
                perhapsLinks.add(nextId2 - 1);
            } else if (isUnknown && kind == 1) {
                nodes.perhapsAdded(tag);
            } else if (isUnknown) {
                problems.add("a read is never unknown: " + e);
            }
            unknown += isUnknown ? 1 : 0;
        }
    }

    private void addLink(long id2) {
        Answer<Boolean> isNew = client.addLink(Served.link(id1, id2, id2));
        links.add(id2);
        if (!isNew.value()) {
            problems.add("a new link was called an old one: " + id2);
        }
        checkComplete(isNew);
    }

    private void checkCount(Answer<Long> count) {
        checkComplete(count);
        if (count.value() < links.size() || count.value() > links.size() + perhapsLinks.size()) {
            problems.add(
                    "count %d, expected %d and perhaps %d more"
                            .formatted(count.value(), links.size(), perhapsLinks.size()));
        }
    }

    private void checkList(Answer<LinkList> list) {
        checkComplete(list);
        Set<Long> missing = new TreeSet<>(links);
        for (int index = 0; index < list.value().size(); index++) {
            long id2 = list.value().id2(index);
            boolean isKnown = missing.remove(id2) || perhapsLinks.contains(id2);
            if (!isKnown) {
                problems.add("a link that nobody added, or twice: " + id2);
            }
        }
        if (!missing.isEmpty()) {
            problems.add("links that were acknowledged are missing: " + missing);
        }
    }

    private void checkComplete(Answer<?> answer) {
        if (answer.complete() != isComplete) {
            problems.add("an answer says complete=" + answer.complete());
        }
    }

    /** Holds what the store has in the end against what this worker was told. */
    void checkNodes(Map<String, List<Long>> idsByData) {
        problems.addAll(nodes.problems(id1 + "/", idsByData));
    }
}
