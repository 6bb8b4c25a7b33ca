package sluice.experiments.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sluice.experiments.CopyBaseline;
import sluice.experiments.demo.DemoView.Proof;
import sluice.experiments.demo.DemoView.Step;
import sluice.generate.GeneratedGraph;
import sluice.generate.GraphFileLayout;
import sluice.generate.GraphFiles;
import sluice.generate.RmatGraph;
import sluice.generate.RowFormat;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreReader;
import sluice.store.StoreVerifier;

/**
 * One demo in one directory: the graph's file, a plain copy of it, the load with clients, the
 * proof.
 *
 * <p>{@link #run} is called once; {@link #view} and {@link #stop} by any thread at any time. The
 * directory keeps the graph's file and the store; the caller removes it where nobody wants it.
 */
public final class Demo {
    /** How many buckets the load is cut into: what fits a line of a terminal well. */
    private static final int BUCKETS = 64;

    private static final long BUCKET_BYTES_MIN = 64 << 10;

    /** A load uses all memory that it is given, and a small one is done before that pays. */
    private static final long MEMORY_BASE_BYTES = 192L << 20;

    private static final int MEMORY_FACTOR = 3;

    /** How many intervals {@link #view} has. */
    private static final int INTERVALS_MAX = 8;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** Until uptime answers are partial, and who gets one waits a little before asking again. */
    private static final long PARTIAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long QUERY_SEED = 7;

    private final DemoOptions options;
    private final Path directory;
    private final List<Latencies> latencies = new ArrayList<>();
    private final Timeline timeline = new Timeline(latencies, System::nanoTime);
    private final LoadProgress progress = new LoadProgress();
    private final Demand demand = new Demand();
    private final List<Repeated> threads = new ArrayList<>();

    private volatile Step step = Step.GENERATE;
    private volatile long links;
    private volatile long fileBytes;
    private volatile long generateNanos = DemoView.NOT_YET;
    private volatile long copyNanos = DemoView.NOT_YET;
    private volatile List<Proof> proofs = List.of();
    private volatile boolean stopped;
    private String example = "";

    /** A demo that has not begun, in a directory that exists. */
    public Demo(DemoOptions options, Path directory) {
        this.options = options;
        this.directory = directory;
        for (int i = 0; i < options.clients(); i++) {
            latencies.add(new Latencies());
        }
    }

    /** The directory of the store. */
    public Path store() {
        return directory.resolve("store");
    }

    /** The file that is loaded. */
    public Path input() {
        return directory.resolve("links.tsv");
    }

    /** Words that find something, after {@code sluice query STORE}; for when the demo is done. */
    public String exampleQuery() {
        return example;
    }

    /** Ends the demo soon; {@link #run} then fails with {@link ErrorCode#INTERRUPTED}. */
    public void stop() {
        stopped = true;
    }

    /** Runs it to its end. Whether all was right is in the proofs of {@link #view}. */
    public void run() throws IOException {
        if (Files.exists(input()) || Files.exists(store())) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s holds a demo already; name a new directory".formatted(directory));
        }
        RmatGraph graph = generate();
        copy();
        Queries queries = Queries.of(graph, new SplittableRandom(QUERY_SEED));
        Answered answered = new Answered(queries);
        Storage storage = DirectoryStorage.create(store());
        load(storage, queries, answered);
        step = Step.PROVE;
        prove(storage, graph, answered);
        example = queries.wordsOfList(new SplittableRandom(QUERY_SEED));
        step = Step.DONE;
    }

    /** What there is to see now. */
    public DemoView view() {
        boolean loading = step == Step.STAGE;
        long total = progress.bytesTotal();
        return new DemoView(
                loading ? timeline.step() : step,
                links,
                fileBytes,
                generateNanos,
                copyNanos,
                step.compareTo(Step.STAGE) < 0 ? 0 : timeline.nowNanos(),
                total <= 0 ? 0 : Math.min(1, (double) progress.bytesRead() / total),
                timeline.uptimeNanos(),
                timeline.builtNanos(),
                timeline.buckets(demand.queries()),
                timeline.intervals(INTERVALS_MAX),
                timeline.fromRuns(),
                timeline.fromSegments(),
                proofs);
    }

    private RmatGraph generate() throws IOException {
        long start = System.nanoTime();
        RmatGraph graph = RmatGraph.open(options.graph(), options.loadThreads());
        GraphFiles.writeLinks(
                graph,
                input(),
                GraphFileLayout.of(RowFormat.TSV),
                options.loadThreads(),
                (rows, bytes) -> {
                    links = rows;
                    fileBytes = bytes;
                    throwIfStopped();
                });
        // On disk before anything is timed, so that nothing pays for it later.
        try (FileChannel file = FileChannel.open(input(), StandardOpenOption.WRITE)) {
            file.force(true);
        }
        fileBytes = Files.size(input());
        generateNanos = System.nanoTime() - start;
        return graph;
    }

    private void copy() throws IOException {
        step = Step.COPY;
        Path copy = directory.resolve("links.copy");
        try {
            copyNanos = CopyBaseline.transfer(input(), copy, System::nanoTime);
        } finally {
            Files.deleteIfExists(copy);
        }
        throwIfStopped();
    }

    private void load(Storage storage, Queries queries, Answered answered) throws IOException {
        Source source = Source.open(List.of(input().toString()), null);
        LoadOptions usual = LoadOptions.defaults();
        long memoryBytes =
                Math.min(
                        usual.memoryBytes(),
                        usual.heapBytes() + MEMORY_BASE_BYTES + MEMORY_FACTOR * fileBytes);
        LoadOptions loadOptions =
                usual.withThreads(options.loadThreads())
                        .withMemory(memoryBytes, usual.heapBytes())
                        .withBucketBytes(Math.max(BUCKET_BYTES_MIN, fileBytes / BUCKETS));
        timeline.begin();
        step = Step.STAGE;
        try (FollowingReader reader = new FollowingReader(storage, demand)) {
            try {
                startThreads(reader, queries, answered);
                Load.run(storage, source, loadOptions, progress, new Events(reader), demand);
                timeline.built();
                watch();
            } catch (SluiceException stop) {
                throwClientFailure(reader);
                throwIfStopped();
                throw stop;
            } finally {
                threads.forEach(Repeated::close);
                timeline.end();
            }
            throwClientFailure(reader);
        }
    }

    /** What went wrong in a client is why the load was stopped, so it is what is thrown. */
    private void throwClientFailure(FollowingReader reader) throws IOException {
        Throwable failure = clientFailure(reader);
        switch (failure) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new IllegalStateException("a client failed", failure);
        }
    }

    private @Nullable Throwable clientFailure(FollowingReader reader) {
        for (Repeated thread : threads) {
            if (thread.failure() != null) {
                return thread.failure();
            }
        }
        return reader.failure();
    }

    private void startThreads(FollowingReader reader, Queries queries, Answered answered) {
        for (int i = 0; i < latencies.size(); i++) {
            Latencies mine = latencies.get(i);
            SplittableRandom random = new SplittableRandom(QUERY_SEED + 1 + i);
            threads.add(
                    Repeated.start(
                            "client-" + (i + 1),
                            () -> query(reader, queries, answered, mine, random)));
        }
        threads.add(Repeated.start("tick", this::tick));
    }

    private void query(
            FollowingReader following,
            Queries queries,
            Answered answered,
            Latencies mine,
            SplittableRandom random)
            throws IOException {
        StoreReader reader = following.reader();
        if (reader == null) {
            LockSupport.parkNanos(PARTIAL_PAUSE_NANOS);
            return;
        }
        int query = queries.draw(random);
        boolean fromSegment = following.isBuilt(queries.id1(query));
        long start = System.nanoTime();
        Answer<Found> answer = queries.ask(reader, query);
        mine.record(fromSegment, System.nanoTime() - start);
        answered.note(query, answer);
        if (!answer.complete()) {
            LockSupport.parkNanos(PARTIAL_PAUSE_NANOS);
        }
    }

    private void tick() {
        LockSupport.parkNanos(TICK_NANOS);
        timeline.tick();
    }

    /** Lets the clients query the store that is built. */
    private void watch() {
        long end = System.nanoTime() + options.watchNanos();
        while (!stopped && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TICK_NANOS);
        }
        throwIfStopped();
    }

    private void prove(Storage storage, GeneratedGraph graph, Answered answered)
            throws IOException {
        List<Proof> found = new ArrayList<>();
        StoreVerifier.Report report =
                StoreVerifier.verify(
                        storage,
                        StoreVerifier.Options.DEFAULT.withOtherFiles(
                                (_, name) -> name.equals("lock")));
        add(
                found,
                report.isGood(),
                report.isGood()
                        ? "every byte and order of the %,d files of the store verified"
                                .formatted(report.files())
                        : "the store verified: " + report.findings().getFirst());
        try (StoreReader finished = StoreReader.open(storage)) {
            StoredGraph stored = StoredGraph.scan(finished);
            boolean equal =
                    stored.links() == links && stored.hashSum() == StoredGraph.hashSum(graph);
            add(
                    found,
                    equal,
                    "a full scan finds the %,d links of the file, byte for byte"
                            .formatted(stored.links()));
            add(
                    found,
                    stored.wrongCounts() == 0 && stored.countSum() == links,
                    "the counts of all %,d link lists add up to %,d"
                            .formatted(stored.lists(), stored.countSum()));
            String difference = answered.firstDifference(finished);
            add(
                    found,
                    difference == null,
                    difference == null
                            ? "%,d complete answers while loading: each the finished store's"
                                    .formatted(answered.completeCount())
                            : "complete answers while loading: " + difference);
            String surplus = answered.firstSurplus(finished);
            add(
                    found,
                    surplus == null,
                    surplus == null
                            ? "%,d partial answers before uptime: nothing wrong in %,d of them"
                                    .formatted(answered.partialCount(), answered.partialKept())
                            : "partial answers before uptime: " + surplus);
        }
    }

    private void add(List<Proof> found, boolean holds, String claim) {
        found.add(new Proof(holds, claim));
        proofs = List.copyOf(found);
        throwIfStopped();
    }

    private void throwIfStopped() {
        if (stopped) {
            throw new SluiceException(ErrorCode.INTERRUPTED, "the demo was stopped");
        }
    }

    private final class Events implements LoadEvents {
        private final FollowingReader reader;

        Events(FollowingReader reader) {
            this.reader = reader;
        }

        @Override
        public void published(Manifest manifest) {
            timeline.published(manifest);
            reader.published();
        }

        @Override
        public void uptime() {
            timeline.uptime();
        }

        @Override
        public boolean stopRequested() {
            return stopped || clientFailure(reader) != null;
        }
    }
}
