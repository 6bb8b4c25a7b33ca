package sluice.parquet;

/**
 * The header of a page.
 *
 * @param headerBytes its own length
 * @param packedBytes of the page behind it
 * @param repetitionBytes of the second form of pages: of repetition levels, which come first and
 *     are not packed; some writers have them though they are all 0
 * @param levelBytes of such a page: of definition levels, which are not packed either
 * @param packed whether the rest of such a page is packed
 * @param checksum CRC-32 of the packed bytes, or -1
 */
record PageHeader(
        int headerBytes,
        Kind kind,
        int packedBytes,
        int unpackedBytes,
        int valueCount,
        int encoding,
        int levelEncoding,
        int repetitionBytes,
        int levelBytes,
        boolean packed,
        long checksum) {

    /** How many bytes of a page of the second form are not packed. */
    int plainBytes() throws ParquetFault {
        long bytes = kind == Kind.DATA_2 ? (long) repetitionBytes + levelBytes : 0;
        if (bytes > packedBytes) {
            throw ParquetFault.damaged("a page has %d bytes of levels".formatted(bytes));
        }
        return (int) bytes;
    }

    /** The content of a page; the order is that of the format's numbers. */
    enum Kind {
        DATA,
        INDEX,
        DICTIONARY,
        DATA_2
    }

    static PageHeader read(CompactReader in) throws ParquetFault {
        int kind = -1;
        int packedBytes = -1;
        int unpackedBytes = -1;
        long checksum = -1;
        Counts counts = new Counts();
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            switch (field) {
                case 1 -> kind = in.readInt();
                case 2 -> unpackedBytes = in.readInt();
                case 3 -> packedBytes = in.readInt();
                case 4 -> checksum = in.readLong() & 0xffff_ffffL;
                case 5, 7, 8 -> counts.read(in, field);
                default -> in.skip();
            }
        }
        if (kind < 0 || kind >= Kind.values().length || packedBytes < 0 || unpackedBytes < 0) {
            throw ParquetFault.damaged(
                    "a page is of kind %d, has %d bytes packed and %d unpacked"
                            .formatted(kind, packedBytes, unpackedBytes));
        }
        Kind found = Kind.values()[kind];
        boolean odd = counts.repetitionBytes < 0 || counts.levelBytes < 0;
        if (found != Kind.INDEX && (counts.valueCount < 0 || odd)) {
            throw ParquetFault.damaged(
                    "a page says %d values, %d bytes of levels"
                            .formatted(counts.valueCount, counts.levelBytes));
        }
        return new PageHeader(
                in.position(),
                found,
                packedBytes,
                unpackedBytes,
                counts.valueCount,
                counts.encoding,
                counts.levelEncoding,
                counts.repetitionBytes,
                counts.levelBytes,
                counts.packed,
                checksum);
    }

    /** The part of a header that the kind of its page has. */
    private static final class Counts {
        private int valueCount = -1;
        private int encoding = -1;
        private int levelEncoding = ColumnReader.RUNS;
        private int levelBytes;
        private int repetitionBytes;
        private boolean packed = true;

        void read(CompactReader in, int part) throws ParquetFault {
            in.requireStruct();
            boolean second = part == 8;
            for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
                switch (field) {
                    case 1 -> valueCount = in.readInt();
                    case 2 -> {
                        if (second) {
                            in.skip();
                        } else {
                            encoding = in.readInt();
                        }
                    }
                    case 3 -> {
                        if (part == 5) {
                            levelEncoding = in.readInt();
                        } else {
                            in.skip();
                        }
                    }
                    case 4 -> {
                        if (second) {
                            encoding = in.readInt();
                        } else {
                            in.skip();
                        }
                    }
                    case 5 -> second(in, second, field);
                    case 6 -> second(in, second, field);
                    case 7 -> packed = !second || in.readBoolean();
                    default -> in.skip();
                }
            }
        }

        private void second(CompactReader in, boolean second, int field) throws ParquetFault {
            if (!second) {
                in.skip();
            } else if (field == 5) {
                levelBytes = in.readInt();
            } else {
                repetitionBytes = in.readInt();
            }
        }
    }
}
