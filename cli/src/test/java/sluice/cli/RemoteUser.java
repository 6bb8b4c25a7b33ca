package sluice.cli;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.SluiceException;

/**
 * Writes and reads through a server all the time, in a thread of its own, while that server and
 * what it needs come and go. Errors are no answers; whatever is an answer must be right.
 */
final class RemoteUser implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(3);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long ABSENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A few ids are written again and again. */
    private static final int FAVOURITES = 50;

    private final RemoteBook book;
    private final SplittableRandom random;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong partialAnswers = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private volatile int port;
    private volatile boolean isOver;
    private volatile @Nullable Throwable failure;

    /** Begins; it keeps {@code book} until it is closed. */
    RemoteUser(RemoteBook book, long seed) {
        this.book = book;
        this.random = new SplittableRandom(seed);
        Thread.ofPlatform().name("user").daemon().start(this::run);
    }

    /** From now on the server is here; 0 while there is none. */
    void goTo(int newPort) {
        port = newPort;
    }

    long answers() {
        return answers.get();
    }

    long partialAnswers() {
        return partialAnswers.get();
    }

    long errors() {
        return errors.get();
    }

    /** Fails where an answer was wrong. */
    void check() {
        Throwable wrong = failure;
        if (wrong != null) {
            throw new AssertionError("the user was told " + wrong.getMessage(), wrong);
        }
    }

    private void run() {
        try {
            while (!isOver) {
                int here = port;
                if (here == 0) {
                    LockSupport.parkNanos(ABSENCE_NANOS);
                    continue;
                }
                ClientOptions options = ClientOptions.of("127.0.0.1", here).within(DEADLINE);
                try (SluiceClient client = SluiceClient.open(options)) {
                    while (!isOver && here == port) {
                        use(client);
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                }
            }
        } catch (Throwable wrong) {
            failure = wrong;
        } finally {
            ended.complete(null);
        }
    }

    private void use(SluiceClient client) {
        long written = random.nextInt(random.nextBoolean() ? FAVOURITES : book.ids());
        if (book.mayBeWritten(written)) {
            write(client, written);
        }
        read(client, written);
        read(client, random.nextInt(book.ids()));
    }

    private void write(SluiceClient client, long id1) {
        Link link = random.nextInt(4) == 0 ? null : RemoteBook.own(id1, book.acknowledged());
        try {
            if (link == null) {
                client.deleteLink(id1, RemoteBook.TYPE, id1 + 1, Deletion.EXPUNGE);
            } else {
                client.addLink(link);
            }
            book.wrote(id1, link);
        } catch (SluiceException e) {
            book.perhapsWrote(id1, link);
            failed();
        }
    }

    private void read(SluiceClient client, long id1) {
        try {
            var list = client.linkList(RemoteBook.query(id1));
            book.check(id1, list);
            var count = client.count(id1, RemoteBook.TYPE);
            book.checkCount(id1, count);
            var own = client.link(id1, RemoteBook.TYPE, id1 + 1);
            book.checkOwn(id1, own);
            answers.addAndGet(3);
            for (boolean isComplete :
                    new boolean[] {list.complete(), count.complete(), own.complete()}) {
                partialAnswers.addAndGet(isComplete ? 0 : 1);
            }
        } catch (SluiceException e) {
            failed();
        }
    }

    private void failed() {
        errors.incrementAndGet();
        LockSupport.parkNanos(ABSENCE_NANOS);
    }

    /** Ends it; the book is the caller's after that. */
    @Override
    public void close() {
        isOver = true;
        ended.join();
    }
}
