package sluice.experiments.debl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import sluice.model.BucketStore;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/** Puts the links into HBase as they come, in batches from several threads. */
final class PutLoading implements Loading {
    private static final int BATCH_LINKS = 20_000;
    private static final int WRITERS = 4;
    private static final int REGIONS = 24;

    /** Region servers take no puts while they write to disk what they hold of them. */
    private static final int TIMEOUT_SECONDS = 300;

    private static final Comparator<Link> AS_IN_BUCKETS =
            Comparator.comparingLong(Link::id1)
                    .thenComparingLong(Link::linkType)
                    .thenComparing(Comparator.comparingLong(Link::time).reversed())
                    .thenComparingLong(Link::id2);

    private final Site site;
    private final BucketStore store;

    private PutLoading(Site site, BucketStore store) {
        this.site = site;
        this.store = store;
    }

    /** The table is cut into regions beforehand, lest all puts go to one server. */
    static PutLoading open(Site site) throws IOException {
        BucketStore store =
                site.servers().coldStore(site.name(), "write=put&timeout=" + TIMEOUT_SECONDS);
        try {
            long ids = site.requests().nextId();
            long[] firstIds = new long[REGIONS];
            for (int region = 0; region < REGIONS; region++) {
                firstIds[region] = ids * region / REGIONS;
            }
            store.prepare(firstIds);
            return new PutLoading(site, store);
        } catch (Throwable failure) {
            store.close();
            throw failure;
        }
    }

    @Override
    public void load(Runnable uptime) throws IOException {
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            Batches batches = new Batches(writers);
            SlowSource source = site.source();
            for (Path file : site.files().files()) {
                try (InputStream input = source.open(file)) {
                    new LinkLines(input).readAll(batches::add);
                }
            }
            batches.end();
        }
        site.phases().ended("copy and put", 0);
        uptime.run();
    }

    /** Links until they are enough for a batch; batches until they are written. One thread's. */
    private final class Batches {
        private final ExecutorService writers;
        private final ArrayBlockingQueue<Future<?>> writing = new ArrayBlockingQueue<>(2 * WRITERS);
        private List<Link> links = new ArrayList<>();
        private int number;

        Batches(ExecutorService writers) {
            this.writers = writers;
        }

        void add(Link link) throws IOException {
            links.add(link);
            if (links.size() == BATCH_LINKS) {
                write();
            }
        }

        private void write() throws IOException {
            if (writing.remainingCapacity() == 0) {
                await(writing.remove());
            }
            List<Link> batch = links;
            int bucket = number++;
            links = new ArrayList<>(BATCH_LINKS);
            writing.add(
                    writers.submit(
                            () -> {
                                write(bucket, batch);
                                return batch;
                            }));
        }

        private void write(int bucket, List<Link> batch) throws IOException {
            batch.sort(AS_IN_BUCKETS);
            try (BucketStore.BucketWriter writer = store.build(1, bucket, "puts")) {
                for (int from = 0; from < batch.size(); ) {
                    from = writeList(batch, from, bucket, writer);
                }
                writer.commit();
            }
        }

        /**
         * Writes the links from {@code from} on that are of one list; where the next one begins.
         */
        private static int writeList(
                List<Link> batch, int from, int part, BucketStore.BucketWriter writer)
                throws IOException {
            Link first = batch.get(from);
            long visible = 0;
            int at = from;
            for (; at < batch.size(); at++) {
                Link link = batch.get(at);
                if (link.id1() != first.id1() || link.linkType() != first.linkType()) {
                    break;
                }
                writer.link(link);
                visible += link.visibility() == Visibility.VISIBLE ? 1 : 0;
            }
            writer.count(first.id1(), first.linkType(), part, visible);
            return at;
        }

        void end() throws IOException {
            write();
            while (!writing.isEmpty()) {
                await(writing.remove());
            }
        }
    }

    private static void await(Future<?> batch) throws IOException {
        try {
            batch.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while HBase loaded", e);
        } catch (ExecutionException e) {
            throw new IOException("HBase did not take the links: " + e.getMessage(), e.getCause());
        }
    }

    @Override
    public GraphStore connect() {
        return ReadOnlyGraph.sharing(store.reader());
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
