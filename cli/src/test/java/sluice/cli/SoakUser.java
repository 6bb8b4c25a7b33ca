package sluice.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.ConcurrentHistogram;
import sluice.client.SluiceClient;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.testkit.Experiment;

/**
 * One user of the server of {@link SoakTest}. Reads lists that only loads write, which are of one
 * load wherever the answer is complete; writes where loads write too; and, where the network is
 * good, writes a list of its own and reads back what it wrote.
 */
final class SoakUser implements Runnable {
    static final long TYPE = 7;

    /** Below this ids are written by loads alone, from here to twice as much also online. */
    static final long QUIET_IDS = Experiment.size("soakIds", 3_000, 10_000);

    static final int LINKS = 5;

    private static final long OWN_IDS = 1L << 40;
    private static final int OWN_LINKS = 1000;
    private static final int OWN_USERS_MAX = 100;

    /** What all users have done, and what was wrong. */
    static final class Books {
        final AtomicLong reads = new AtomicLong();
        final AtomicLong writes = new AtomicLong();
        final AtomicLong late = new AtomicLong();
        final AtomicLong lateNear = new AtomicLong();
        final Queue<String> problems = new ConcurrentLinkedQueue<>();
    }

    private final SluiceClient client;
    private final int number;
    private final boolean isNear;
    private final Books books;
    private final Supplier<ConcurrentHistogram> readNanos;
    private final LongSupplier pauseNanos;
    private final BooleanSupplier isOver;
    private final SplittableRandom random;
    private long version;
    private long ownId1;

    /**
     * @param isNear that nothing disturbs its network: it reads back what it writes, and how long
     *     its reads take goes to {@code readNanos}
     * @param pauseNanos from one call to the next
     */
    SoakUser(
            SluiceClient client,
            int number,
            boolean isNear,
            Books books,
            Supplier<ConcurrentHistogram> readNanos,
            LongSupplier pauseNanos,
            BooleanSupplier isOver) {
        this.client = client;
        this.number = number;
        this.isNear = isNear;
        this.books = books;
        this.readNanos = readNanos;
        this.pauseNanos = pauseNanos;
        this.isOver = isOver;
        this.random = new SplittableRandom(number);
        this.ownId1 = OWN_IDS + number;
    }

    @Override
    public void run() {
        while (!isOver.getAsBoolean()) {
            try {
                step(random.nextInt(10));
            } catch (SluiceException e) {
                if (e.code() != ErrorCode.DEADLINE) {
                    books.problems.add("user " + number + ": " + e);
                }
                // Where the machine gave the server no time for seconds, it comes near too.
                (isNear ? books.lateNear : books.late).incrementAndGet();
                // What is unknown may be done later, over what is written after it.
                ownId1 += OWN_USERS_MAX;
            } catch (IOException | RuntimeException e) {
                books.problems.add("user " + number + ": " + e);
            }
            LockSupport.parkNanos(pauseNanos.getAsLong());
        }
    }

    private void step(int kind) throws IOException {
        if (kind < 7) {
            long begin = System.nanoTime();
            Answer<LinkList> found =
                    client.linkList(LinkQuery.newest(random.nextLong(QUIET_IDS), TYPE, 100));
            if (isNear) {
                readNanos.get().recordValue(System.nanoTime() - begin);
            }
            checkLoaded(found);
            books.reads.incrementAndGet();
        } else if (kind < 9 || !isNear) {
            writeAmongLoaded();
            books.writes.incrementAndGet();
        } else {
            writeOwn();
            books.writes.incrementAndGet();
        }
    }

    private void checkLoaded(Answer<LinkList> found) {
        List<Link> links = found.value().links();
        boolean isOfOneLoad =
                links.size() == LINKS && links.stream().map(Link::version).distinct().count() == 1;
        if (found.complete() && !isOfOneLoad) {
            books.problems.add("user " + number + ": a list that is of no load: " + links);
        }
    }

    private void writeAmongLoaded() {
        long id1 = QUIET_IDS + random.nextLong(QUIET_IDS);
        long id2 = id1 + random.nextInt(2 * LINKS);
        switch (random.nextInt(4)) {
            case 0 -> client.deleteLink(id1, TYPE, id2, Deletion.HIDE);
            case 1 -> client.deleteLink(id1, TYPE, id2, Deletion.EXPUNGE);
            default -> client.addLink(link(id1, id2));
        }
    }

    private void writeOwn() {
        long id1 = ownId1;
        long id2 = random.nextInt(OWN_LINKS);
        Optional<Link> expected = Optional.empty();
        if (random.nextInt(4) == 0) {
            client.deleteLink(id1, TYPE, id2, Deletion.EXPUNGE);
        } else {
            Link link = link(id1, id2);
            client.addLink(link);
            expected = Optional.of(link);
        }
        Optional<Link> found = client.link(id1, TYPE, id2).value();
        if (!found.equals(expected)) {
            books.problems.add("user %d wrote %s, found %s".formatted(number, expected, found));
        }
    }

    private Link link(long id1, long id2) {
        byte[] data = "written online".getBytes(StandardCharsets.US_ASCII);
        return new Link(id1, TYPE, id2, Visibility.VISIBLE, 0, ++version, data);
    }
}
