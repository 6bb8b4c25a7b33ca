package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.ByteHash;
import sluice.model.RowKind;
import sluice.storage.CorruptFileException;

/**
 * Compares the index section of a file with its rows, both ways: every key of a row must be there,
 * and every entry must have a row. Belongs to one thread, which shows it the rows first.
 *
 * <p>Each entry becomes a hash of its key and its id, and the sum of all is compared with that of
 * the keys of the rows, each once for its id. Only where they differ the entries are looked up, to
 * say which are wrong. Memory: the hashes of one id, up to a limit, beyond which the rows of the id
 * are read several times; and the filter.
 */
final class IndexCheck {
    private static final int FINDINGS_MAX = 20;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final BlockFile file;
    private final IndexSection section;
    private final IndexKeys keys;
    private final FileFindings findings;
    private final HashSum rows;
    private final KeyHash hash = new KeyHash();

    /** The first and the last id of links: their lists may go on in other segments. */
    private long firstId;

    private long lastId;

    /** How many visible rows the lists of these two have, by type, in this file. */
    private final Map<Long, Long> firstCounts = new HashMap<>();

    private final Map<Long, Long> lastCounts = new HashMap<>();

    /** The list whose rows are being shown. */
    private long id1;

    private long type;
    private boolean isIndexed;
    private int countIndex;
    private boolean isPartial;
    private final byte[] countKey = new byte[2 * Integer.BYTES];

    /** Made by {@link #of} alone. */
    private IndexCheck(
            BlockFile file,
            IndexSection section,
            IndexKeys keys,
            FileFindings findings,
            int hashesMax) {
        this.file = file;
        this.section = section;
        this.keys = keys;
        this.findings = findings;
        this.rows = new HashSum(hashesMax);
    }

    /** Hash of an entry; keys come in few arrays, again and again. */
    private static final class KeyHash {
        private byte[] array = new byte[0];
        private MemorySegment memory = MemorySegment.ofArray(array);

        long of(byte[] key, int offset, int length, long id) {
            if (key != array) {
                array = key;
                memory = MemorySegment.ofArray(key);
            }
            long mixed = (ByteHash.of(memory, offset, length) ^ id * MIX) * MIX;
            return mixed ^ mixed >>> 29;
        }
    }

    /**
     * A check of an open file whose tables are sound; null if it has no index section.
     *
     * @param hashesMax how many hashes of one id are kept
     */
    static @Nullable IndexCheck of(
            BlockFile file, IndexKeys.Maker keys, FileFindings findings, int hashesMax)
            throws IOException {
        @Nullable IndexSection section = file.index();
        if (section == null) {
            return null;
        }
        IndexKeys made = keys.make();
        if (file.indexNumbersEnd() > made.numbersEnd()) {
            findings.found(
                    FileLayout.HEADER_INDEX_NUMBERS,
                    -1,
                    -1,
                    "it has indexes up to number %d, the schema up to %d"
                            .formatted(file.indexNumbersEnd() - 1, made.numbersEnd() - 1));
        }
        IndexCheck check = new IndexCheck(file, section, made, findings, hashesMax);
        check.findEdges();
        return check;
    }

    private void findEdges() throws IOException {
        long blocks = file.blocks(RowKind.LINK);
        if (blocks > 0) {
            firstId = file.fenceId1(RowKind.LINK, 0);
            BlockRows last = new BlockRows();
            lastId = firstId;
            try {
                if (file.readBlock(RowKind.LINK, blocks - 1, last).isEmpty()) {
                    lastId = last.id1(last.lists() - 1);
                }
            } catch (CorruptFileException _) {
                // It is found when the block's turn comes.
            }
        }
    }

    /** Begins a list of links. */
    void beginList(long newId1, long newType) throws IOException {
        if (newId1 != id1) {
            endId();
        }
        id1 = newId1;
        type = newType;
        isIndexed = keys.isIndexed(newType);
        countIndex = file.fileKind() == FileKind.SEGMENT ? countIndex(newType) : 0;
        isPartial = newId1 == firstId || newId1 == lastId;
    }

    private int countIndex(long ofType) {
        int index = keys.countIndex(ofType);
        return index < file.indexNumbersEnd() ? index : 0;
    }

    /** Takes the data of a visible row of the list. */
    void row(byte[] data, int offset, int length) throws IOException {
        if (isIndexed && !rows.isFull()) {
            keys.keys(type, data, offset, length, this::addKey);
        }
    }

    private void addKey(byte[] key, int offset, int length) {
        if (isOfFile(key, offset)) {
            rows.add(hash.of(key, offset, length, id1));
        }
    }

    /** Whether the file is to have keys of this one's index. */
    private boolean isOfFile(byte[] key, int offset) {
        return Integer.reverseBytes(Bytes.getInt(key, offset)) < file.indexNumbersEnd();
    }

    /** Ends a list that has {@code visible} visible rows. */
    void endList(long visible) {
        if (countIndex == 0 || visible == 0) {
            return;
        }
        if (isPartial) {
            (id1 == firstId ? firstCounts : lastCounts).merge(type, visible, Long::sum);
        } else {
            RowIndex.putCountKey(countKey, countIndex, visible);
            rows.add(hash.of(countKey, 0, countKey.length, id1));
        }
    }

    /** The hashes of an id may be too many: then its rows are read again, a part at a time. */
    private void endId() throws IOException {
        if (rows.isFull()) {
            rows.giveUp();
            int parts = 4;
            while (!addByParts(parts)) {
                parts *= 4;
            }
        } else {
            rows.endId();
        }
    }

    private boolean addByParts(int parts) throws IOException {
        rows.mark();
        for (int part = 0; part < parts; part++) {
            rows.onlyPart(part, parts);
            forEachListOfId(id1, this::addList);
            if (rows.isFull()) {
                rows.backToMark();
                return false;
            }
            rows.endId();
        }
        rows.onlyPart(0, 1);
        return true;
    }

    private interface ListOfId {
        void on(ListCursor cursor) throws IOException;
    }

    /** Stands at each list of an id, slice by slice. */
    private void forEachListOfId(long id, ListOfId action) throws IOException {
        int slices = Math.max(1, file.slices());
        for (int slice = 0; slice < slices; slice++) {
            long from = file.slices() == 0 ? 0 : file.sliceBegin(slice);
            long to = file.slices() == 0 ? file.blocks(RowKind.LINK) : file.sliceEnd(slice);
            if (from == to) {
                continue;
            }
            ListCursor cursor = new ListCursor(file, RowKind.LINK, from, to);
            for (boolean on = cursor.seek(id, 0);
                    on && cursor.id1() == id;
                    on = cursor.nextList()) {
                action.on(cursor);
            }
        }
    }

    private void addList(ListCursor cursor) throws IOException {
        int index = file.fileKind() == FileKind.SEGMENT ? countIndex(cursor.type()) : 0;
        long visible = index == 0 || isPartial ? 0 : cursor.visibleRows();
        if (keys.isIndexed(cursor.type())) {
            forEachKey(cursor, this::addKey);
        }
        if (visible > 0) {
            RowIndex.putCountKey(countKey, index, visible);
            rows.add(hash.of(countKey, 0, countKey.length, id1));
        }
    }

    private byte[] data = new byte[1 << 10];

    /** Gives the keys of the visible rows of a list from the cursor's row on. */
    private void forEachKey(ListCursor cursor, IndexKeys.Sink sink) throws IOException {
        for (; cursor.hasRow(); cursor.nextRow()) {
            int length = cursor.dataLength();
            if (cursor.flags() == 0) {
                data = length > data.length ? new byte[2 * length] : data;
                cursor.copyData(data, 0);
                keys.keys(cursor.type(), data, 0, length, sink);
            }
        }
    }

    /** Compares, after all rows were shown; {@code progress} gets the bytes of the blocks. */
    void end(LongConsumer progress) throws IOException {
        endId();
        HashSum entries = new HashSum(1);
        byte[] filter = new byte[Math.toIntExact(section.filterBytes())];
        IndexCursor cursor = new IndexCursor(section);
        boolean isCounted = true;
        for (boolean on = cursor.first(); on; on = cursor.nextKey()) {
            int length = cursor.keyLength();
            MemorySegment key = MemorySegment.ofArray(cursor.key());
            KeyFilter.add(filter, 0, filter.length, ByteHash.nonZero(key, 0, length));
            while (cursor.nextId()) {
                if (isPartialCount(cursor.key(), length, cursor.id())) {
                    isCounted &= isCounted(cursor);
                } else {
                    entries.addOnce(hash.of(cursor.key(), 0, length, cursor.id()));
                }
            }
        }
        progress.accept(section.blocksBytes());
        if (Arrays.mismatch(filter, section.filter()) >= 0) {
            found("the filter of the index has other bits than its keys give");
        }
        if (!section.isZeroBehindHeap()) {
            found("an unused byte behind the keys of the index is not zero");
        }
        if (!isCounted || entries.count() != rows.count() || entries.sum() != rows.sum()) {
            found(
                    "the index has %d entries, the rows give %d, or other ones"
                            .formatted(entries.count(), rows.count()));
            new IndexFaults().find();
        }
    }

    /** Whether an entry says how many rows a list has that may go on elsewhere. */
    private boolean isPartialCount(byte[] key, int length, long id) {
        return (id == firstId || id == lastId)
                && length == countKey.length
                && typeOfCount(key, id) != null;
    }

    private @Nullable Long typeOfCount(byte[] key, long id) {
        int index = Integer.reverseBytes(Bytes.getInt(key, 0));
        for (Long each : (id == firstId ? firstCounts : lastCounts).keySet()) {
            if (keys.countIndex(each) == index) {
                return each;
            }
        }
        return null;
    }

    private boolean isCounted(IndexCursor cursor) {
        @Nullable Long of = typeOfCount(cursor.key(), cursor.id());
        Map<Long, Long> counts = cursor.id() == firstId ? firstCounts : lastCounts;
        RowIndex.putCountKey(
                countKey,
                Integer.reverseBytes(Bytes.getInt(cursor.key(), 0)),
                of == null ? 0 : counts.getOrDefault(of, 0L));
        return cursor.compareTo(countKey, 0, countKey.length) == 0;
    }

    private void found(String text) {
        findings.found(file.indexTablesOffset(), -1, -1, text);
    }

    /** Looks for the entries that are wrong, after it is known that some are. */
    private final class IndexFaults {
        private int found;
        private boolean isThere;

        void find() throws IOException {
            ListCursor cursor;
            int slices = Math.max(1, file.slices());
            for (int slice = 0; slice < slices && found < FINDINGS_MAX; slice++) {
                long from = file.slices() == 0 ? 0 : file.sliceBegin(slice);
                long to = file.slices() == 0 ? file.blocks(RowKind.LINK) : file.sliceEnd(slice);
                cursor = new ListCursor(file, RowKind.LINK, from, to);
                for (boolean on = from < to && cursor.seek(0, 0);
                        on && found < FINDINGS_MAX;
                        on = cursor.nextList()) {
                    findMissing(cursor);
                }
            }
            IndexCursor entries = new IndexCursor(section);
            for (boolean on = entries.first();
                    on && found < 2 * FINDINGS_MAX;
                    on = entries.nextKey()) {
                while (entries.nextId() && found < 2 * FINDINGS_MAX) {
                    findStray(entries);
                }
            }
        }

        private void findMissing(ListCursor list) throws IOException {
            long id = list.id1();
            if (keys.isIndexed(list.type())) {
                forEachKey(
                        list,
                        (key, offset, length) -> {
                            if (isOfFile(key, offset) && !holds(key, offset, length, id)) {
                                tell("a row of %s has a key that index %d lacks", key, offset, id);
                            }
                        });
            }
        }

        private boolean holds(byte[] key, int offset, int length, long id) throws IOException {
            IndexCursor cursor = new IndexCursor(section);
            if (!cursor.find(key, offset, length)) {
                return false;
            }
            while (cursor.nextId()) {
                if (cursor.id() == id) {
                    return true;
                }
            }
            return false;
        }

        private void findStray(IndexCursor entry) throws IOException {
            isThere = false;
            byte[] wanted = Arrays.copyOf(entry.key(), entry.keyLength());
            forEachListOfId(
                    entry.id(),
                    list -> {
                        int index = countIndex(list.type());
                        if (index != 0) {
                            RowIndex.putCountKey(countKey, index, list.visibleRows());
                            isThere |= Arrays.equals(countKey, wanted);
                        }
                        if (keys.isIndexed(list.type())) {
                            forEachKey(
                                    list,
                                    (key, offset, length) ->
                                            isThere |=
                                                    Arrays.equals(
                                                            key,
                                                            offset,
                                                            offset + length,
                                                            wanted,
                                                            0,
                                                            wanted.length));
                        }
                    });
            if (!isThere) {
                tell("%s is under a key of index %d that no row of it has", wanted, 0, entry.id());
            }
        }

        private void tell(String text, byte[] key, int offset, long id) {
            found++;
            IndexCheck.this.found(
                    text.formatted(
                            Long.toUnsignedString(id),
                            Integer.reverseBytes(Bytes.getInt(key, offset))));
        }
    }
}
