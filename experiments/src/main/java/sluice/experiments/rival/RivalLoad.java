package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;
import static sluice.experiments.rival.NativeMemory.BIG_LONG;
import static sluice.experiments.rival.NativeMemory.NATIVE_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** One load: sample, parse and scatter, sort and write, ingest. */
final class RivalLoad {
    private static final int WINDOW_BYTES = 256 << 10;
    private static final int BLOCK_BYTES_MAX = 32 << 10;
    private static final int BLOCK_BYTES_MIN = 4 << 10;
    private static final int PIECES_MAX = 2048;

    private final Path input;
    private final Path directory;
    private final RowLayout layout;
    private final RivalTuning tuning;
    private final int threads;
    private final long memoryBytes;
    private final LongSupplier nanoTime;
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong writtenBytes = new AtomicLong();
    private final List<Path> listFiles = Collections.synchronizedList(new ArrayList<>());
    private final List<Path> pointFiles = Collections.synchronizedList(new ArrayList<>());

    RivalLoad(RivalJob job, RowLayout layout, RivalTuning tuning) {
        this.input = job.input();
        this.directory = job.directory();
        this.layout = layout;
        this.tuning = tuning;
        this.threads = job.threads();
        this.memoryBytes = job.memoryBytes();
        this.nanoTime = job.nanoTime();
    }

    RivalTimes run() throws IOException {
        RocksC.load();
        long start = nanoTime.getAsLong();
        Files.createDirectories(directory);
        try (FileChannel file = FileChannel.open(input, StandardOpenOption.READ)) {
            // Half of the memory holds rows; pieces in work, sort arrays and RocksDB's buffers
            // share the
            // rest.
            long poolBytes = memoryBytes / 2;
            int pieces = pieces(file.size(), poolBytes);
            IdBorders borders = IdBorders.ofSample(RivalSample.ids(file), pieces);
            long sampled = nanoTime.getAsLong();
            List<RowScatter> scatters = new ArrayList<>();
            try (RowBlocks blocks =
                    RowBlocks.open(
                            poolBytes, blockBytes(pieces, poolBytes), directory.resolve("spill"))) {
                for (int thread = 0; thread < threads; thread++) {
                    scatters.add(new RowScatter(layout, borders, blocks));
                }
                parse(file, scatters);
                long parsed = nanoTime.getAsLong();
                String lists = RivalDatabase.LISTS;
                List<String> families =
                        layout.pair()
                                ? List.of("default", lists, RivalDatabase.POINTS)
                                : List.of("default", lists);
                try (RivalDatabase database =
                        RivalDatabase.open(directory, tuning, families, true, 0)) {
                    build(database, borders.pieces(), blocks, scatters, lists);
                    long built = nanoTime.getAsLong();
                    database.ingest(lists, listFiles);
                    if (!pointFiles.isEmpty()) {
                        database.ingest(RivalDatabase.POINTS, pointFiles);
                    }
                    long rows = scatters.stream().mapToLong(RowScatter::rows).sum();
                    return new RivalTimes(
                            rows,
                            written.get(),
                            listFiles.size() + pointFiles.size(),
                            writtenBytes.get(),
                            blocks.spilledBytes(),
                            sampled - start,
                            parsed - sampled,
                            built - parsed,
                            nanoTime.getAsLong() - built);
                }
            }
        }
    }

    /** So many that each fits a cache, but no more than there are blocks for. */
    private int pieces(long inputBytes, long poolBytes) {
        // A row in memory is about a third longer than its line.
        long wanted = (inputBytes + inputBytes / 3) / tuning.pieceBytes() + 1;
        long possible = poolBytes / BLOCK_BYTES_MIN / threads;
        if (possible < 1) {
            throw new IllegalArgumentException(
                    "memory of "
                            + memoryBytes
                            + " bytes is too little for "
                            + threads
                            + " threads; give "
                            + 2L * BLOCK_BYTES_MIN * threads
                            + " or more");
        }
        return (int) Math.min(Math.min(wanted, possible), PIECES_MAX);
    }

    private int blockBytes(int pieces, long poolBytes) {
        // A block in four is half empty in the end, no more.
        long blockBytes = Long.highestOneBit(poolBytes / 4 / pieces / threads);
        return Math.clamp(blockBytes, BLOCK_BYTES_MIN, BLOCK_BYTES_MAX);
    }

    private void parse(FileChannel file, List<RowScatter> scatters) throws IOException {
        long fileBytes = file.size();
        AtomicLong next = new AtomicLong();
        RivalThreads.run(
                "rival-parse",
                threads,
                (thread, stop) -> {
                    RowScatter scatter = scatters.get(thread);
                    try (LineWindow lines = new LineWindow(file, WINDOW_BYTES)) {
                        while (!stop.requested()) {
                            long offset = next.getAndAdd(WINDOW_BYTES);
                            if (offset >= fileBytes) {
                                break;
                            }
                            lines.read(offset);
                            scatter.scatter(lines);
                        }
                    }
                    scatter.finish();
                });
    }

    private void build(
            RivalDatabase database,
            int pieces,
            RowBlocks blocks,
            List<RowScatter> scatters,
            String lists)
            throws IOException {
        long rowBytes = Files.size(input);
        long wanted = Math.max(rowBytes / tuning.fileBytes(), 4L * threads);
        int files = (int) Math.min(wanted, pieces);
        AtomicInteger next = new AtomicInteger();
        RivalThreads.run(
                "rival-build",
                threads,
                (_, stop) -> {
                    try (Piece piece = new Piece(layout, blocks, scatters)) {
                        int file = next.getAndIncrement();
                        while (file < files && !stop.requested()) {
                            int from = (int) ((long) pieces * file / files);
                            int to = (int) ((long) pieces * (file + 1) / files);
                            buildFile(database, file, from, to, piece, lists);
                            file = next.getAndIncrement();
                        }
                    }
                });
    }

    private void buildFile(
            RivalDatabase database, int file, int from, int to, Piece piece, String lists)
            throws IOException {
        Path listPath = directory.resolve("lists-%05d.tmp".formatted(file));
        Path pointPath = directory.resolve("points-%05d.tmp".formatted(file));
        boolean points = layout.pair();
        try (Arena arena = Arena.ofConfined();
                SstOutput listOutput = new SstOutput(listPath, database.options(lists));
                SstOutput pointOutput =
                        new SstOutput(
                                pointPath,
                                database.options(points ? RivalDatabase.POINTS : lists))) {
            long pointKey = arena.allocate(RowLayout.POINT_KEY_BYTES).address();
            for (int index = from; index < to; index++) {
                piece.fill(index);
                writeLists(piece, listOutput);
                if (points) {
                    writePoints(piece, pointOutput, pointKey);
                }
            }
            finish(listOutput, listPath, listFiles);
            finish(pointOutput, pointPath, pointFiles);
        }
    }

    private void finish(SstOutput output, Path path, List<Path> finished) throws IOException {
        if (output.finish()) {
            finished.add(path);
            writtenBytes.addAndGet(Files.size(path));
        }
    }

    private void writeLists(Piece piece, SstOutput output) throws IOException {
        int count = piece.sortByList();
        int dataOffset = layout.dataOffset();
        long kept = 0;
        for (int i = 0; i < count; i++) {
            if (piece.replaced(i, false)) {
                continue;
            }
            long row = piece.row(i);
            long valueBytes = ALL.get(NATIVE_INT, row + RowLayout.DATA_LENGTH);
            output.put(row, RowLayout.LIST_KEY_BYTES, row + dataOffset, valueBytes);
            kept++;
        }
        written.addAndGet(kept);
    }

    private static void writePoints(Piece piece, SstOutput output, long key) throws IOException {
        int count = piece.sortByPoint();
        for (int i = 0; i < count; i++) {
            if (piece.replaced(i, true)) {
                continue;
            }
            long row = piece.row(i);
            ALL.set(BIG_LONG, key, ALL.get(BIG_LONG, row));
            ALL.set(BIG_LONG, key + 8, ALL.get(BIG_LONG, row + RowLayout.TYPE));
            ALL.set(BIG_LONG, key + 16, ALL.get(BIG_LONG, row + RowLayout.ID2));
            long valueBytes =
                    RowLayout.POINT_HEADER_BYTES + ALL.get(NATIVE_INT, row + RowLayout.DATA_LENGTH);
            output.put(key, RowLayout.POINT_KEY_BYTES, row + RowLayout.VALUE, valueBytes);
        }
    }
}
