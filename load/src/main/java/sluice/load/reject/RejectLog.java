package sluice.load.reject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.ingest.row.LinkCheck;
import sluice.ingest.row.Rejects;
import sluice.load.files.DanglingLinks;
import sluice.load.files.RejectFile;
import sluice.load.files.RejectedRow;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * The rows of a load that could not be read: stops the load, counts them, or keeps them for the
 * ledger, as the options say. Kept rows become durable with the runs of their chunk, so that a
 * resumed load has each exactly once. Safe for any number of threads; {@code this} guards the
 * spans.
 */
public final class RejectLog {
    private final LoadOptions options;
    private final Source source;
    private final Map<ChunkId, ChunkSpan> spans = new TreeMap<>();
    private long rejected;
    private long rows;

    /** The first chunk in source order with a row that stops the load, and why; or null. */
    private @Nullable ChunkId failedChunk;

    private @Nullable SluiceException failure;

    /** Null until links are checked; set while no chunk is being read. */
    private volatile @Nullable DeclaredNodes nodes;

    public RejectLog(LoadOptions options, Source source, List<ChunkSpan> resumed) {
        this.options = options;
        this.source = source;
        for (ChunkSpan span : resumed) {
            note(span);
        }
    }

    /**
     * Has the links of all chunks from now on checked: their ends must be among {@code declared}.
     */
    public void checkLinks(DeclaredNodes declared) {
        nodes = declared;
    }

    /** What the parser of one chunk reports to. */
    public ChunkRejects begin(Chunk chunk, Storage storage, int loadNumber) {
        String name = StoreFiles.rejects(loadNumber, chunk.id());
        return new ChunkRejects(chunk, new RejectFile.Writer(storage, name));
    }

    /**
     * Takes a chunk's counts and stops the load when more rows were rejected than the budget bears.
     * A share of the rows is known only when all were read: chunks of bad rows may come first.
     */
    public synchronized void end(ChunkSpan span) {
        note(span);
        if (rejected > options.maxRejects().rows()) {
            throw overBudget();
        }
    }

    /** Checks the whole budget when all rows were read, also in an earlier try. */
    public synchronized void endOfSource() {
        if (!options.maxRejects().allows(rejected, rows + rejected)) {
            throw overBudget();
        }
    }

    /** Whether a row stops the load, so that no more chunks are needed. */
    public synchronized boolean hasFailed() {
        return failure != null;
    }

    /**
     * Throws for the first row that stops the load, once all chunks that were taken are read: those
     * before it in its file are among them.
     */
    public synchronized void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized void fail(ChunkId chunk, SluiceException thrown) {
        if (failedChunk == null || chunk.compareTo(failedChunk) < 0) {
            failedChunk = chunk;
            failure = thrown;
        }
    }

    /** Writes all kept rows in source order as the load's ledger. */
    public synchronized void writeLedger(Storage storage, int loadNumber) throws IOException {
        new RejectLedger(storage, source, loadNumber).write(List.copyOf(spans.values()));
    }

    private void note(ChunkSpan span) {
        spans.put(span.id(), span);
        rejected += span.rejected();
        rows += span.rows();
    }

    private SluiceException overBudget() {
        return new SluiceException(
                ErrorCode.INPUT,
                "%d of %s could not be read, more than --max-rejects allows; fix the source or allow more"
                        .formatted(rejected, Plural.counted(rows + rejected, "row")));
    }

    /** The rejected rows of one chunk. Belongs to one thread, which closes it. */
    public final class ChunkRejects implements Rejects, AutoCloseable {
        private final Chunk chunk;
        private final RejectFile.Writer kept;
        private final @Nullable EndsCheck check;
        private @Nullable RejectedRow first;

        private ChunkRejects(Chunk chunk, RejectFile.Writer kept) {
            this.chunk = chunk;
            this.kept = kept;
            DeclaredNodes declared = nodes;
            this.check = declared == null ? null : new EndsCheck(declared.new Lookup());
        }

        @Override
        public @Nullable LinkCheck linkCheck() {
            return check;
        }

        /** The links that were taken though an end of theirs is not declared. */
        public DanglingLinks dangling() {
            return check == null
                    ? DanglingLinks.NONE
                    : new DanglingLinks(check.count, check.examples);
        }

        @Override
        public void reject(long line, long byteOffset, int column, String cause, byte[] row) {
            RejectedRow rejectedRow = new RejectedRow(line, byteOffset, column, cause, row);
            first = first == null ? rejectedRow : first;
            if (options.onError() == LoadOptions.OnError.DIVERT) {
                try {
                    kept.add(rejectedRow);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        /** Whether the chunk holds a row that stops the load; the chunk must not be staged then. */
        public boolean stops(ChunkSpan span) throws IOException {
            if (first == null || options.onError() != LoadOptions.OnError.FAIL) {
                return false;
            }
            fail(chunk.id(), firstFailure(span, first));
            return true;
        }

        /** Makes durable what is kept; returns whether there is anything. */
        public boolean publish() throws IOException {
            return kept.publish();
        }

        @Override
        public void close() throws IOException {
            kept.close();
        }

        private SluiceException firstFailure(ChunkSpan span, RejectedRow row) throws IOException {
            long line = linesBefore(span) + row.line();
            boolean idIsNoNumber = row.cause().startsWith("id \"");
            return new SluiceException(
                    ErrorCode.INPUT,
                    "%s:%d%s: %s; fix the row, or load with --on-error skip or divert%s"
                            .formatted(
                                    chunk.fileName(),
                                    line,
                                    row.column() > 0 ? ":" + row.column() : "",
                                    row.cause(),
                                    idIsNoNumber
                                            ? ", or say ids: names in a mapping where ids are names"
                                            : ""));
        }

        /** Chunks before it in the file may not have been noted yet: other threads stage them. */
        private long linesBefore(ChunkSpan span) throws IOException {
            ChunkId id = chunk.id();
            return chunk.linesBefore() >= 0
                    ? chunk.linesBefore()
                    : source.linesBefore(id.fileIndex(), span.startByte(), earlierSpans(id));
        }
    }

    /** Looks both ends of a chunk's links up. Belongs to one thread. */
    private final class EndsCheck implements LinkCheck {
        private final DeclaredNodes.Lookup lookup;
        private final List<DanglingLinks.Example> examples = new ArrayList<>();
        private long count;

        private EndsCheck(DeclaredNodes.Lookup lookup) {
            this.lookup = lookup;
        }

        @Override
        public boolean isDeclared(long id) {
            return lookup.isDeclared(id);
        }

        @Override
        public boolean rejects() {
            return options.dangling() == LoadOptions.Dangling.REJECT;
        }

        @Override
        public void tell(long line, int column, String cause) {
            count++;
            if (examples.size() < DanglingLinks.EXAMPLES_MAX) {
                examples.add(new DanglingLinks.Example(line, column, cause));
            }
        }
    }

    private synchronized List<ChunkSpan> earlierSpans(ChunkId id) {
        return spans.values().stream()
                .filter(
                        span ->
                                span.id().fileIndex() == id.fileIndex()
                                        && span.id().chunkIndex() < id.chunkIndex())
                .toList();
    }
}
