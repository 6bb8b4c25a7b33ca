package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import sluice.dictionary.table.NameBatch;
import sluice.storage.Storage;

/**
 * The rows of a chunk as the pass that collected its names left them: piece by piece the numbers of
 * names in their order, for which this gives ids, and bytes whose meaning the pass knows. So the
 * text is parsed once.
 *
 * <p>Belongs to one thread. Opening it reads the file once, to know that it is whole. From then on
 * a name costs a look into the {@link TrailIds} of its run; those of a piece are fetched at once.
 */
public final class RowTrail implements Closeable {
    private static final int ROWS_BYTES_USUAL = 64 * 1024;

    private final TrailFile file;
    private final TrailIds.OfRun runIds;

    /** Those of the names of a piece. */
    private final int[] numbers = new int[NameBatch.NAMES_MAX];

    private long[] ids = new long[2 * NameBatch.NAMES_MAX];
    private int idsFrom;
    private int idsEnd;
    private byte[] rows = new byte[ROWS_BYTES_USUAL];
    private int rowsLength;

    private RowTrail(TrailFile file, TrailIds.OfRun ids) {
        this.file = file;
        this.runIds = ids;
    }

    /**
     * The rows of the trail of {@code label}; empty where it is missing, damaged or without rows,
     * or its run is, and the chunk is to be parsed again. The caller closes it.
     */
    public static Optional<RowTrail> open(Storage storage, String label, TrailIds ids)
            throws IOException {
        Optional<TrailFile> file =
                TrailFile.openTrail(storage, label, trail -> trail, RowTrail::isWhole);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Optional<TrailIds.OfRun> ofRun = Optional.empty();
        try {
            ofRun =
                    ids.of(file.get().runLabel())
                            .filter(run -> run.trails().contains(file.get().file()));
        } finally {
            if (ofRun.isEmpty()) {
                file.get().close();
            }
        }
        return ofRun.map(run -> new RowTrail(file.get(), run));
    }

    private static boolean isWhole(TrailFile file) throws IOException {
        if (!file.hasRows()) {
            return false;
        }
        file.verify();
        return true;
    }

    /** The label of the run that has the names. */
    public String runLabel() {
        return file.runLabel();
    }

    /** Goes to the next piece; false at the end. Ids that were not taken stay in front. */
    public boolean next() throws IOException {
        if (!file.hasMore()) {
            return false;
        }
        int kept = idsEnd - idsFrom;
        System.arraycopy(ids, idsFrom, ids, 0, kept);
        idsFrom = 0;
        int count = file.readInt();
        if (count > NameBatch.NAMES_MAX) {
            throw file.corrupt("a piece has more names than a batch");
        }
        if (kept + count > ids.length) {
            ids = Arrays.copyOf(ids, 2 * (kept + count));
        }
        file.readInts(numbers, count);
        long signs = 0;
        for (int i = 0; i < count; i++) {
            long id = runIds.at(numbers[i]);
            ids[kept + i] = id;
            signs |= id;
        }
        if (signs < 0) {
            throw file.corrupt("a number is not that of a name with an id");
        }
        idsEnd = kept + count;
        rowsLength = file.readInt();
        if (rows.length < rowsLength || rows.length > Math.max(rowsLength, ROWS_BYTES_USUAL)) {
            rows = new byte[Math.max(rowsLength, ROWS_BYTES_USUAL)];
        }
        file.read(rows, rowsLength);
        return true;
    }

    /** The id of the next name. Hot. */
    public long takeId() {
        return ids[idsFrom++];
    }

    /** The array whose first {@link #rowsLength} bytes are those of the piece. */
    public byte[] rows() {
        return rows;
    }

    public int rowsLength() {
        return rowsLength;
    }

    /** The number of the type that {@link NameCollector#addType} gave {@code number}. */
    public long type(int number) throws IOException {
        long type = runIds.type(number);
        if (type < 0) {
            throw file.corrupt("number " + number + " is not that of a type");
        }
        return type;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
