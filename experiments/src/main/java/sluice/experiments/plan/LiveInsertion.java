package sluice.experiments.plan;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import sluice.experiments.debl.ColdStoreOpener;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.files.StoredJobs;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.Pools;
import sluice.load.ranges.PlanOptions;
import sluice.load.ranges.PlanResult;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.load.remote.RemoteStore;
import sluice.model.BucketStore;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;
import sluice.servers.hbase.HBaseServers;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** Inserts a batch in one way into a table of its own. */
final class LiveInsertion {
    private static final String HOLDER = "bench";
    private static final long LEASE_MILLIS = 10_000;
    private static final int REGIONS_PER_SERVER = 3;
    private static final long BUCKET_BYTES = 16 << 10;

    /** Rows that a client puts before it takes others. */
    private static final int CHUNK = 50;

    /** The paper has two clients for ten servers. */
    private static final int SERVERS_PER_CLIENT = 5;

    private final LiveWay way;
    private final LiveOptions options;
    private final HBaseServers hbase;
    private final ColdStoreOpener coldStores;
    private final LongSupplier nanoClock;
    private final BooleanSupplier stop;
    private LiveResult.@Nullable Forecast forecast;
    private @Nullable PlanResult result;

    LiveInsertion(
            LiveWay way,
            LiveOptions options,
            HBaseServers hbase,
            ColdStoreOpener coldStores,
            LongSupplier nanoClock,
            BooleanSupplier stop) {
        this.way = way;
        this.options = options;
        this.hbase = hbase;
        this.coldStores = coldStores;
        this.nanoClock = nanoClock;
        this.stop = stop;
    }

    /** Makes the table, inserts, and looks at what is there. */
    LiveResult run() throws IOException {
        Path folder = Files.createDirectories(options.folder().resolve(way.key()));
        Path existing = folder.resolve("existing.txt");
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(existing))) {
            for (int row = 0; row < options.existing(); row++) {
                long id = LiveKeys.existing(row, options.existing());
                lines.println(id + " " + (id + 1));
            }
        }
        long[] ids = LiveKeys.batch(way.keys(), options.rows(), options.seed());
        try (BucketStore store = open("");
                BucketStore paced = open("&rate=" + options.rate())) {
            int regions = REGIONS_PER_SERVER * options.servers();
            store.prepare(
                    LongStream.range(0, regions)
                            .map(region -> LiveKeys.SPAN / regions * region)
                            .toArray());
            load(folder, existing, "", PlannedInsertion.off(HOLDER, System::currentTimeMillis));
            RangeStore ranges = ((Ranged) store).ranges();
            int before = ranges.ranges().size();
            long now = System.currentTimeMillis();
            if (!way.isBalanced()) {
                var unused = ranges.pause(HOLDER, now, Long.MAX_VALUE);
            }
            double seconds;
            LinkProbe probe = new LinkProbe(store.reader(), options, nanoClock);
            try (probe) {
                long begin = nanoClock.getAsLong();
                insert(folder, ids, paced);
                seconds = (nanoClock.getAsLong() - begin) / 1e9;
            }
            if (!way.isBalanced()) {
                var unused = ranges.restore(HOLDER, now);
            }
            Scanned scanned = new Scanned();
            boolean isWhole = store.reader().scan(scanned);
            return new LiveResult(
                    way,
                    seconds,
                    Optional.ofNullable(forecast),
                    Optional.ofNullable(result),
                    before,
                    ranges.ranges().size(),
                    probe.answers(),
                    probe.millis(0.5),
                    probe.millis(0.99),
                    probe.millis(1),
                    probe.wrong(),
                    isWhole ? scanned.links : -1,
                    scanned.hash);
        }
    }

    private BucketStore open(String more) throws IOException {
        return coldStores.open(
                hbase.address(way.key().replace('-', '_'), "write=put&timeout=120" + more));
    }

    private void insert(Path folder, long[] ids, BucketStore paced) throws IOException {
        if (way.order() != LiveWay.Order.PLANNED) {
            insertByClients(ids, paced);
            return;
        }
        Path batch = folder.resolve("batch.txt");
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(batch))) {
            for (int row = 0; row < ids.length; row++) {
                lines.println(ids[row] + " " + (LiveKeys.FIRST_ID2 + row));
            }
        }
        PlannedInsertion.Events events =
                new PlannedInsertion.Events() {
                    @Override
                    public void planned(RangePlan plan, boolean isCarriedOut) {
                        forecast =
                                new LiveResult.Forecast(
                                        plan.splits(),
                                        plan.plan().moves().size(),
                                        plan.splitMillis(),
                                        plan.moveMillis(),
                                        plan.plannedMillis());
                    }

                    @Override
                    public void inserted(PlanResult inserted) {
                        result = inserted;
                    }
                };
        load(
                folder,
                batch,
                "&rate=" + options.rate(),
                new PlannedInsertion(
                        PlannedInsertion.Mode.AUTO,
                        PlanOptions.USUAL,
                        HOLDER,
                        System::currentTimeMillis,
                        events));
    }

    /** A load of {@code source}, as {@code sluice load} does it. */
    private void load(Path folder, Path source, String more, PlannedInsertion planned)
            throws IOException {
        Storage storage = DirectoryStorage.create(folder.resolve("store"));
        LoadOptions usual = LoadOptions.defaults().withBucketBytes(BUCKET_BYTES);
        int builders = 2 * options.servers();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return stop.getAsBoolean();
                    }
                };
        try (RemoteStore remote =
                new RemoteStore(
                        open(more), StoredJobs.open(storage), HOLDER, LEASE_MILLIS, builders)) {
            remote.insertBy(planned);
            var unused =
                    Load.run(
                            Job.of(storage, usual, new LoadProgress(), events, new Demand())
                                    .with(
                                            BuildOrder.DEMAND_FIRST,
                                            Optional.of(remote),
                                            new Pools()),
                            Source.open(
                                    List.of(source.toString()), null, SourceOptions.standard()));
        }
    }

    /** Each client takes the next rows, puts them, and waits until they are in the table. */
    private void insertByClients(long[] ids, BucketStore paced) throws IOException {
        Integer[] rows = IntStream.range(0, ids.length).boxed().toArray(Integer[]::new);
        if (way.order() == LiveWay.Order.SORTED) {
            Arrays.sort(rows, Comparator.comparingLong(row -> ids[row]));
        }
        AtomicInteger next = new AtomicInteger();
        int clients = Math.max(2, options.servers() / SERVERS_PER_CLIENT);
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            for (int client = 0; client < clients; client++) {
                String name = "client-" + client;
                running.add(
                        threads.submit(
                                () -> {
                                    putChunks(ids, rows, next, name, paced);
                                    return name;
                                }));
            }
        }
        for (Future<?> client : running) {
            try {
                client.get();
            } catch (ExecutionException e) {
                throw new IOException("a client failed: " + e.getMessage(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while rows came", e);
            }
        }
    }

    private void putChunks(
            long[] ids, Integer[] rows, AtomicInteger next, String client, BucketStore paced)
            throws IOException {
        for (int from = next.getAndAdd(CHUNK);
                from < rows.length && !stop.getAsBoolean();
                from = next.getAndAdd(CHUNK)) {
            Integer[] chunk = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + CHUNK));
            Arrays.sort(
                    chunk,
                    Comparator.<Integer>comparingLong(row -> ids[row])
                            .thenComparing(Comparator.naturalOrder()));
            try (BucketStore.BucketWriter writer = paced.build(2, from / CHUNK, client)) {
                for (int row : chunk) {
                    writer.link(link(ids[row], LiveKeys.FIRST_ID2 + row));
                }
                long unused = writer.commit();
            }
        }
    }

    private static Link link(long id1, long id2) {
        return new Link(id1, 0, id2, Visibility.VISIBLE, 0, 0, new byte[0]);
    }

    /** Counts links and adds them up, whatever their order. */
    private static final class Scanned implements GraphReader.Visitor {
        private long links;
        private long hash;

        @Override
        public void node(Node node) {}

        @Override
        public void link(Link link) {
            links++;
            hash += mixed(link.id1() * 31 + mixed(link.id2() + link.linkType()));
        }

        private static long mixed(long value) {
            long mixed = (value ^ value >>> 32) * 0x9e3779b97f4a7c15L;
            return mixed ^ mixed >>> 29;
        }
    }
}
