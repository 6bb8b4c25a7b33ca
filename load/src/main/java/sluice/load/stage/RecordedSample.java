package sluice.load.stage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameTrail;
import sluice.dictionary.RowTrail;
import sluice.dictionary.TrailIds;
import sluice.ingest.Source;
import sluice.ingest.file.ReadTime;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.CollectingNames;
import sluice.ingest.row.DictionaryNames;
import sluice.load.job.LoadOptions;
import sluice.load.plan.SampleCounts;
import sluice.load.plan.SourceSample;
import sluice.load.plan.WarmPace;
import sluice.model.RowSink;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * The sample of a source of facts, which the pass that collects the names has read as it reads a
 * chunk: its rows are in a trail ({@link RowRecorder}), and take their ids from the merge of the
 * names. So no thread looks up the names of the sample while all others wait for it.
 */
public final class RecordedSample {
    /** No chunk has it. */
    private static final String LABEL = "sample";

    private final SourceSample.Taken taken;
    private final List<Block> blocks;

    /**
     * Rows of one place of the source.
     *
     * @param begin how many rows of the sample come before it
     */
    private record Block(SourceFile file, long begin) {}

    private RecordedSample(SourceSample.Taken taken, List<Block> blocks) {
        this.taken = taken;
        this.blocks = blocks;
    }

    /** Reads the sample; {@code collector} is between two chunks. */
    static RecordedSample record(
            Source source,
            NameCollector collector,
            CollectingNames names,
            RowRecorder rows,
            LongSupplier nanoClock)
            throws IOException {
        List<Block> blocks = new ArrayList<>();
        RowCount count = new RowCount();
        RowSink counted = count.over(rows);
        ReadTime reading = new ReadTime(nanoClock);
        WarmPace pace = new WarmPace(reading::nanosOfTheRest);
        collector.beginWithRows(LABEL);
        rows.begin();
        Source.Sample read =
                SourceSample.rows(
                        source,
                        names,
                        file -> {
                            blocks.add(new Block(file, count.rows));
                            return pace.over(counted);
                        },
                        reading);
        long parseNanos = pace.nanos();
        rows.finish();
        collector.finish(new byte[0]);
        return new RecordedSample(new SourceSample.Taken(read, reading, parseNanos), blocks);
    }

    /** The name of the run that has its names. */
    static String runName() {
        return NameCollector.runName(LABEL);
    }

    /**
     * The sample, with the ids of {@code dictionary}; empty where it is to be read: its names did
     * not fit into the memory of the pass, or are not all in the dictionary.
     */
    public Optional<SourceSample> replay(
            Storage storage, Source source, LoadOptions options, Dictionary dictionary)
            throws IOException {
        Optional<RowTrail> trail =
                RowTrail.open(storage, LABEL, new TrailIds(storage, dictionary, 1));
        if (trail.isEmpty()) {
            return Optional.empty();
        }
        SampleCounts counts = new SampleCounts();
        try (RowTrail rows = trail.get();
                DictionaryNames names = DictionaryNames.ofSample(dictionary)) {
            Blocks entered = new Blocks(blocks, counts);
            new RowReplay(rows, entered.rows(), (line, offset, column, cause, row) -> {}).run();
            entered.enter(Long.MAX_VALUE);
            storage.delete(NameTrail.fileName(LABEL));
            return Optional.of(SourceSample.of(source, options, names, taken, counts));
        } catch (CorruptFileException _) {
            // It has names that no row of the source has: see DictionaryNames.ofSample.
            return Optional.empty();
        }
    }

    /** Counts the rows that come before each block. */
    private static final class RowCount {
        private long rows;

        RowSink over(RowSink next) {
            return (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {
                rows++;
                next.append(id1, type, id2, time, version, flags, data, dataOffset, dataLength);
            };
        }
    }

    /** Hands the rows on to the blocks that they are of. */
    private static final class Blocks {
        private final Iterator<Block> left;
        private final SampleCounts counts;
        private @Nullable Block next;
        private RowSink block;
        private long rows;

        Blocks(List<Block> blocks, SampleCounts counts) {
            this.left = blocks.iterator();
            this.counts = counts;
            this.block = (id1, type, id2, time, version, flags, data, offset, length) -> {};
            next = left.hasNext() ? left.next() : null;
        }

        /** Takes all rows, from the first one on. */
        RowSink rows() {
            return (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {
                enter(rows++);
                block.append(id1, type, id2, time, version, flags, data, dataOffset, dataLength);
            };
        }

        /** Begins the blocks that come before {@code row}, and its own. */
        void enter(long row) {
            for (Block begun = next; begun != null && begun.begin() <= row; begun = next) {
                block = counts.block(begun.file());
                next = left.hasNext() ? left.next() : null;
            }
        }
    }
}
