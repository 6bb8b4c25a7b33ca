package sluice.parquet;

import java.io.IOException;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import sluice.parquet.ParquetColumn.Physical;

/** The values of one column, row by row, through all row groups: one page at a time in memory. */
final class ColumnReader {
    private static final int PLAIN = 0;
    private static final int PLAIN_DICTIONARY = 2;
    static final int RUNS = 3;
    private static final int DELTA_NUMBERS = 5;
    private static final int DELTA_LENGTHS = 6;
    private static final int DELTA_TEXTS = 7;
    private static final int DICTIONARY = 8;
    private static final int SPLIT = 9;

    private static final int HEADER_BYTES = 1 << 10;
    private static final int HEADER_BYTES_MAX = 1 << 20;

    private final ParquetColumn column;
    private final FileBytes file;
    private final PageMemory memory;
    private byte[] page = {};
    private byte[] dictionaryPage = {};
    private long dictionaryBytes;

    private int codec;
    private long at;
    private long end;

    /** How many values of the row group are in pages that are still to be read. */
    private long valuesLeft;

    /** The same of the page that is being read. */
    private int pageLeft;

    private Values.@Nullable Dictionary dictionary;
    private @Nullable LevelReader levels;
    private @Nullable Values values;

    /** The number that {@link #next} went to, where the column holds numbers. */
    long number;

    ColumnReader(ParquetColumn column, FileBytes file, PageMemory memory) {
        this.column = column;
        this.file = file;
        this.memory = memory;
    }

    ParquetColumn column() {
        return column;
    }

    /** Goes to the values of the next row group. */
    void begin(Footer.Place place) throws ParquetFault {
        Unpacker.require(place.codec());
        codec = place.codec();
        at = place.startByte();
        end = place.endByte();
        valuesLeft = place.valueCount();
        pageLeft = 0;
        dictionary = null;
        memory.take(-dictionaryBytes);
        dictionaryBytes = 0;
    }

    /** Goes to the value of the next row; null where it has none. */
    @Nullable Values next() throws IOException {
        while (pageLeft == 0) {
            nextPage();
        }
        pageLeft--;
        Values from = values;
        if (from == null || (levels != null && levels.next() != column.levelMax())) {
            return null;
        }
        number = from.next();
        return from;
    }

    /** Whether all values of the row group were read. */
    boolean isAtEnd() {
        return valuesLeft == 0 && pageLeft == 0;
    }

    private void nextPage() throws IOException {
        if (at >= end || valuesLeft <= 0) {
            throw ParquetFault.damaged(
                    "its pages end %d values before the row group does".formatted(valuesLeft));
        }
        PageHeader found = header();
        long pageAt = at + found.headerBytes();
        if (found.packedBytes() > end - pageAt) {
            throw ParquetFault.damaged(
                    "a page at byte %d has %d bytes, and its column ends at byte %d"
                            .formatted(at, found.packedBytes(), end));
        }
        at = pageAt + found.packedBytes();
        switch (found.kind()) {
            case INDEX -> {}
            case DICTIONARY -> readDictionary(found, pageAt);
            case DATA, DATA_2 -> {
                if (found.valueCount() > valuesLeft) {
                    throw ParquetFault.damaged(
                            "a page at byte %d has %d values, and its row group has %d more"
                                    .formatted(pageAt, found.valueCount(), valuesLeft));
                }
                valuesLeft -= found.valueCount();
                pageLeft = found.valueCount();
                page = memory.page(page, found.unpackedBytes());
                readData(found, pageAt);
            }
        }
    }

    private PageHeader header() throws IOException {
        for (int tried = HEADER_BYTES; ; tried *= 8) {
            int count = (int) Math.min(tried, end - at);
            byte[] header = memory.packed(count);
            file.read(at, header, count);
            CompactReader in = new CompactReader(header, count);
            try {
                return PageHeader.read(in);
            } catch (ParquetFault fault) {
                if (!in.ranOut() || count < tried || tried >= HEADER_BYTES_MAX) {
                    throw fault;
                }
            }
        }
    }

    /** Reads the bytes of a page, the first {@code plainBytes} of which are not packed. */
    private void unpack(PageHeader found, long pageAt, byte[] target, int plainBytes)
            throws IOException {
        byte[] packed = memory.packed(found.packedBytes());
        file.read(pageAt, packed, found.packedBytes());
        if (found.checksum() >= 0) {
            CRC32 checksum = new CRC32();
            checksum.update(packed, 0, found.packedBytes());
            if (checksum.getValue() != found.checksum()) {
                throw ParquetFault.damaged(
                        "the checksum of the page at byte %d is %08x, expected %08x"
                                .formatted(pageAt, checksum.getValue(), found.checksum()));
            }
        }
        int rest = found.packedBytes() - plainBytes;
        int unpackedRest = found.unpackedBytes() - plainBytes;
        if (rest < 0 || unpackedRest < 0) {
            throw ParquetFault.damaged(
                    "the page at byte %d has %d bytes of levels".formatted(pageAt, plainBytes));
        }
        System.arraycopy(packed, 0, target, 0, plainBytes);
        boolean isEmpty = rest == 0 && unpackedRest == 0;
        if (!isEmpty) {
            new Unpacker(found.packed() ? codec : 0)
                    .unpack(packed, plainBytes, rest, target, plainBytes, unpackedRest);
        }
    }

    private void readDictionary(PageHeader found, long pageAt) throws IOException {
        if (dictionary != null
                || (found.encoding() != PLAIN && found.encoding() != PLAIN_DICTIONARY)
                || column.physical() == Physical.BOOLEAN) {
            throw ParquetFault.damaged(
                    "it has a dictionary at byte %d where none may be".formatted(pageAt));
        }
        dictionaryPage = memory.page(dictionaryPage, found.unpackedBytes());
        unpack(found, pageAt, dictionaryPage, 0);
        int valueBytes = column.physical().plainBytes(column.typeLength());
        if (found.valueCount() > found.unpackedBytes() / (valueBytes == 0 ? 4 : valueBytes)) {
            throw ParquetFault.damaged(
                    "a dictionary says %d values in %d bytes"
                            .formatted(found.valueCount(), found.unpackedBytes()));
        }
        memory.take(8L * found.valueCount());
        dictionaryBytes = 8L * found.valueCount();
        dictionary =
                new Values.Dictionary(
                        column, dictionaryPage, found.unpackedBytes(), found.valueCount());
    }

    private void readData(PageHeader found, long pageAt) throws IOException {
        boolean second = found.kind() == PageHeader.Kind.DATA_2;
        int from = found.plainBytes();
        unpack(found, pageAt, page, from);
        int limit = found.unpackedBytes();
        levels = null;
        if (column.levelMax() > 0) {
            int levelsFrom = second ? found.repetitionBytes() : 0;
            if (!second) {
                if (found.levelEncoding() != RUNS) {
                    throw ParquetFault.unread(
                            "its levels are written in an old form",
                            "write the file again with a newer writer");
                }
                from = limit < 4 ? -1 : Bits.intAt(page, 0);
                levelsFrom = 4;
                if (from < 0 || from > limit - 4) {
                    throw ParquetFault.damaged(
                            "the page at byte %d has levels of %d bytes".formatted(pageAt, from));
                }
                from += 4;
            }
            int width = 32 - Integer.numberOfLeadingZeros(column.levelMax());
            levels = new LevelReader(page, levelsFrom, from, width);
        }
        // A page without any value may leave out what says how its values are written.
        values = from >= limit ? new Values.Plain(column, page, limit, limit) : values(found, from);
    }

    private Values values(PageHeader found, int from) throws ParquetFault {
        int limit = found.unpackedBytes();
        Physical physical = column.physical();
        return switch (found.encoding()) {
            case PLAIN -> new Values.Plain(column, page, from, limit);
            case PLAIN_DICTIONARY, DICTIONARY -> {
                if (dictionary == null) {
                    throw ParquetFault.damaged("a page uses a dictionary that is missing");
                }
                yield new Values.Indexed(
                        dictionary,
                        physical.isNumber(),
                        new LevelReader(page, from + 1, limit, page[from] & 0xff));
            }
            case RUNS -> {
                if (physical != Physical.BOOLEAN) {
                    throw misfit(found);
                }
                yield new Values.Runs(new LevelReader(page, from + 4, limit, 1));
            }
            case DELTA_NUMBERS -> {
                if (physical != Physical.INT32 && physical != Physical.INT64) {
                    throw misfit(found);
                }
                yield new Values.Differences(
                        new DeltaReader(page, from, limit), physical == Physical.INT32);
            }
            case DELTA_LENGTHS, DELTA_TEXTS -> {
                boolean texts = found.encoding() == DELTA_TEXTS;
                if (physical != Physical.BYTES && (physical != Physical.FIXED || !texts)) {
                    throw misfit(found);
                }
                yield texts
                        ? new Values.Prefixed(page, from, limit)
                        : new Values.Lengths(page, from, limit);
            }
            case SPLIT -> new Values.Split(column, page, from, limit);
            default -> throw misfit(found);
        };
    }

    private ParquetFault misfit(PageHeader found) {
        return ParquetFault.unread(
                "its values (%s) have encoding %d, which is not read"
                        .formatted(column.physical(), found.encoding()),
                "write the file again with usual encodings");
    }
}
