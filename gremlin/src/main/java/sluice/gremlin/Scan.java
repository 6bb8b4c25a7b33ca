package sluice.gremlin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/**
 * A pass over all rows as an iterator. A thread of its own reads, a few pages ahead; it ends with
 * the last row, when the iterator is closed, or soon after the iterator is no longer reachable. One
 * thread uses the iterator.
 */
final class Scan<E> implements CloseableIterator<E> {
    private static final int PAGE_SIZE = 256;
    private static final int PAGES_AHEAD = 4;
    private static final long LOOK_MILLIS = 50;
    private static final Cleaner CLEANER = Cleaner.create();

    private final Reading<E> reading;
    private Iterator<E> page = List.<E>of().iterator();
    private boolean isStarted;
    private boolean isEnded;

    /** A visitor of links alone. */
    interface LinkVisitor extends GraphReader.Visitor {
        @Override
        default void node(Node node) {}

        @Override
        void link(Link link) throws IOException;
    }

    /** Some elements; the last page says how the scan ended. */
    private record Page<E>(List<E> elements, boolean isLast, @Nullable Throwable failure) {}

    /** Thrown by a visitor to end a scan. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("stopped", null, false, false);
        }
    }

    /**
     * The part that the thread has; it must not reach the iterator, or that would stay reachable.
     */
    private static final class Reading<E> implements Runnable {
        private final GraphRows rows;
        private final Function<Consumer<E>, GraphReader.Visitor> visitor;
        private final BlockingQueue<Page<E>> pages = new ArrayBlockingQueue<>(PAGES_AHEAD);
        private volatile boolean isStopped;
        private List<E> gathered = new ArrayList<>();

        Reading(GraphRows rows, Function<Consumer<E>, GraphReader.Visitor> visitor) {
            this.rows = rows;
            this.visitor = visitor;
        }

        @Override
        public void run() {
            Throwable failure = null;
            try {
                rows.scan(visitor.apply(this::add));
            } catch (Stopped _) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
            try {
                send(new Page<>(gathered, true, failure));
            } catch (Stopped _) {
                gathered = List.of();
            }
        }

        private void add(E element) {
            gathered.add(element);
            if (gathered.size() == PAGE_SIZE) {
                send(new Page<>(gathered, false, null));
                gathered = new ArrayList<>();
            }
        }

        private void send(Page<E> page) {
            try {
                while (!isStopped) {
                    if (pages.offer(page, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            } catch (InterruptedException _) {
                isStopped = true;
            }
            throw new Stopped();
        }

        void stop() {
            isStopped = true;
            pages.clear();
        }
    }

    /** {@code visitor} makes what sees the rows out of what takes the elements. */
    Scan(GraphRows rows, Function<Consumer<E>, GraphReader.Visitor> visitor) {
        Reading<E> made = new Reading<>(rows, visitor);
        reading = made;
        CLEANER.register(this, made::stop);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && !isEnded) {
            read();
        }
        return page.hasNext();
    }

    private void read() {
        if (!isStarted) {
            isStarted = true;
            Thread.ofPlatform().daemon().name("gremlin-scan").start(reading);
        }
        Page<E> next;
        try {
            next = reading.pages.take();
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new TraversalInterruptedException();
        }
        page = next.elements.iterator();
        isEnded = next.isLast;
        if (next.failure instanceof IOException e) {
            throw new UncheckedIOException(e);
        } else if (next.failure instanceof RuntimeException e) {
            throw e;
        } else if (next.failure instanceof Error e) {
            throw e;
        }
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }

    @Override
    public void close() {
        reading.stop();
        isEnded = true;
        page = List.<E>of().iterator();
    }
}
