package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.table.NameBatch;
import sluice.storage.Storage;

/**
 * The rows of a chunk as the pass that collected its names left them: piece by piece the numbers of
 * names in their order, for which this gives ids, and bytes whose meaning the pass knows. So the
 * text is parsed once.
 *
 * <p>Belongs to one thread. Opening it reads the file once, to know that it is whole, and the id of
 * each distinct name that the merge of the runs left, or looks it up. From then on a name costs a
 * look into 4 bytes for each distinct name, 8 where ids are large; those of a piece are fetched at
 * once.
 */
public final class RowTrail implements Closeable {
    private static final int ROWS_BYTES_USUAL = 64 * 1024;
    private static final int UNKNOWN = -1;

    private final TrailFile file;

    /**
     * The id of each name by the number that the pass gave it; {@link #UNKNOWN}, or below it for
     * the types by their places. One of the two is there.
     */
    private final int @Nullable [] smallIds;

    private final long @Nullable [] largeIds;
    private final List<Long> types = new ArrayList<>();

    /** Those of the names of a piece. */
    private final int[] numbers = new int[NameBatch.NAMES_MAX];

    private long[] ids = new long[2 * NameBatch.NAMES_MAX];
    private int idsFrom;
    private int idsEnd;
    private byte[] rows = new byte[ROWS_BYTES_USUAL];
    private int rowsLength;

    private RowTrail(TrailFile file, boolean areIdsSmall) {
        this.file = file;
        int names = (int) file.nameCount();
        smallIds = areIdsSmall ? new int[names] : null;
        largeIds = areIdsSmall ? null : new long[names];
        for (int number = 0; number < names; number++) {
            set(number, UNKNOWN);
        }
    }

    /**
     * The rows beside the name run of {@code label}; empty where the trail is missing, damaged or
     * without rows, and the chunk is to be parsed again. The caller closes it.
     */
    public static Optional<RowTrail> open(Storage storage, String label, Dictionary dictionary)
            throws IOException {
        return open(storage, label, dictionary, dictionary.count() <= Integer.MAX_VALUE);
    }

    static Optional<RowTrail> open(
            Storage storage, String label, Dictionary dictionary, boolean areIdsSmall)
            throws IOException {
        return TrailFile.openTrail(
                storage,
                label,
                file -> new RowTrail(file, areIdsSmall),
                trail -> trail.read(storage, label, dictionary));
    }

    /** Reads the ids of names; false where the trail has no rows, or not those of its run. */
    private boolean read(Storage storage, String label, Dictionary dictionary) throws IOException {
        if (!file.hasRows()) {
            return false;
        }
        file.verify();
        return file.resolve(storage, label, dictionary, false, this::put);
    }

    private void put(int number, int group, long hash, long id) {
        if (group < 0 && id >= 0) {
            set(number, UNKNOWN - 1 - types.size());
            types.add(id);
        } else {
            set(number, Math.max(id, UNKNOWN));
        }
    }

    private void set(int number, long id) {
        if (smallIds != null) {
            smallIds[number] = id > Integer.MAX_VALUE ? UNKNOWN : (int) id;
        } else if (largeIds != null) {
            largeIds[number] = id;
        }
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
            long id = at(numbers[i]);
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
        long place = UNKNOWN - 1 - at(number);
        if (place < 0 || place >= types.size()) {
            throw file.corrupt("number " + number + " is not that of a type");
        }
        return types.get((int) place);
    }

    private long at(int number) {
        int[] small = smallIds;
        long[] large = largeIds;
        if (small != null) {
            return number >= 0 && number < small.length ? small[number] : UNKNOWN;
        }
        return large != null && number >= 0 && number < large.length ? large[number] : UNKNOWN;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
