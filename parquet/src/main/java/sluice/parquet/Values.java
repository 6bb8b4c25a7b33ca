package sluice.parquet;

import java.util.Arrays;
import sluice.parquet.ParquetColumn.Physical;

/**
 * The values of a page or of a dictionary, those that are there, one after the other. A number
 * comes as 64 bits (floating ones as their bits), any other as bytes in {@link #bytes}.
 *
 * <p>Reading behind the last byte throws {@link IndexOutOfBoundsException} or {@link ParquetFault};
 * {@link ColumnReader} makes one fault of both.
 */
abstract sealed class Values {
    /** Where the bytes of the value are that {@link #next} went to. */
    byte[] bytes = {};

    int from;
    int length;

    /** Goes to the next value; its number, where it is one. */
    abstract long next() throws ParquetFault;

    private static ParquetFault tooShort() {
        return ParquetFault.damaged("a page ends inside a value");
    }

    /** Values one after the other, as they are. */
    static final class Plain extends Values {
        private final Physical physical;
        private final int valueBytes;
        private final int limit;
        private int at;
        private int bit;

        Plain(ParquetColumn column, byte[] page, int at, int limit) {
            this.physical = column.physical();
            this.valueBytes = physical.plainBytes(column.typeLength());
            this.bytes = page;
            this.at = at;
            this.limit = limit;
        }

        @Override
        long next() throws ParquetFault {
            if (physical == Physical.BOOLEAN) {
                if (at + (bit >>> 3) >= limit) {
                    throw tooShort();
                }
                return bytes[at + (bit >>> 3)] >>> (bit++ & 7) & 1;
            }
            int count = valueBytes;
            if (physical == Physical.BYTES) {
                if (limit - at < 4) {
                    throw tooShort();
                }
                count = Bits.intAt(bytes, at);
                at += 4;
            }
            if (count < 0 || count > limit - at) {
                throw tooShort();
            }
            from = at;
            length = count;
            at += count;
            return physical.isNumber() ? (count == 4 ? Bits.intAt(bytes, from) : eight()) : 0;
        }

        private long eight() {
            return Bits.longAt(bytes, from);
        }
    }

    /** The distinct values of a column of a row group, all of them in memory. */
    static final class Dictionary {
        final int size;
        final byte[] bytes;
        private final long[] numbers;
        private final int[] froms;
        private final int[] lengths;

        /** Cost: 8 bytes a value beside the page. */
        Dictionary(ParquetColumn column, byte[] page, int pageBytes, int size) throws ParquetFault {
            boolean isNumber = column.physical().isNumber();
            this.size = size;
            this.bytes = page;
            this.numbers = new long[isNumber ? size : 0];
            this.froms = new int[isNumber ? 0 : size];
            this.lengths = new int[isNumber ? 0 : size];
            Plain plain = new Plain(column, page, 0, pageBytes);
            for (int index = 0; index < size; index++) {
                long number = plain.next();
                if (isNumber) {
                    numbers[index] = number;
                } else {
                    froms[index] = plain.from;
                    lengths[index] = plain.length;
                }
            }
        }
    }

    /** Places in a dictionary. */
    static final class Indexed extends Values {
        private final Dictionary dictionary;
        private final boolean isNumber;
        private final LevelReader indexes;

        Indexed(Dictionary dictionary, boolean isNumber, LevelReader indexes) {
            this.dictionary = dictionary;
            this.isNumber = isNumber;
            this.indexes = indexes;
            this.bytes = dictionary.bytes;
        }

        @Override
        long next() throws ParquetFault {
            int index = indexes.next();
            if (index < 0 || index >= dictionary.size) {
                throw ParquetFault.damaged(
                        "a page has the value %d of a dictionary of %d"
                                .formatted(index, dictionary.size));
            }
            if (isNumber) {
                return dictionary.numbers[index];
            }
            from = dictionary.froms[index];
            length = dictionary.lengths[index];
            return 0;
        }
    }

    /** Booleans in runs. */
    static final class Runs extends Values {
        private final LevelReader runs;

        Runs(LevelReader runs) {
            this.runs = runs;
        }

        @Override
        long next() throws ParquetFault {
            return runs.next() & 1;
        }
    }

    /** Numbers as differences. */
    static final class Differences extends Values {
        private final DeltaReader deltas;
        private final boolean isInt;

        Differences(DeltaReader deltas, boolean isInt) {
            this.deltas = deltas;
            this.isInt = isInt;
        }

        @Override
        long next() throws ParquetFault {
            long value = deltas.next();
            return isInt ? (int) value : value;
        }
    }

    /** Texts behind the differences of their lengths. */
    static final class Lengths extends Values {
        private final DeltaReader lengths;
        private final int limit;
        private int at;

        Lengths(byte[] page, int start, int limit) throws ParquetFault {
            this.lengths = new DeltaReader(page, start, limit);
            this.at = DeltaReader.end(page, start, limit);
            this.limit = limit;
            this.bytes = page;
        }

        @Override
        long next() throws ParquetFault {
            long count = lengths.next();
            if (count < 0 || count > limit - at) {
                throw tooShort();
            }
            from = at;
            length = (int) count;
            at += length;
            return 0;
        }
    }

    /** Texts, each with the first bytes of the one before it. */
    static final class Prefixed extends Values {
        private final DeltaReader prefixes;
        private final Lengths suffixes;

        Prefixed(byte[] page, int start, int limit) throws ParquetFault {
            this.prefixes = new DeltaReader(page, start, limit);
            this.suffixes = new Lengths(page, DeltaReader.end(page, start, limit), limit);
        }

        @Override
        long next() throws ParquetFault {
            long prefix = prefixes.next();
            suffixes.next();
            if (prefix < 0 || prefix > length) {
                throw tooShort();
            }
            long whole = prefix + suffixes.length;
            if (whole > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(whole, 2L * bytes.length)));
            }
            System.arraycopy(suffixes.bytes, suffixes.from, bytes, (int) prefix, suffixes.length);
            length = (int) whole;
            return 0;
        }
    }

    /** All first bytes of the values, then all second ones, and so on. */
    static final class Split extends Values {
        private final byte[] page;
        private final int start;
        private final int count;
        private final boolean isNumber;
        private int index;

        Split(ParquetColumn column, byte[] page, int start, int limit) throws ParquetFault {
            int valueBytes = column.physical().plainBytes(column.typeLength());
            if (valueBytes == 0 || (limit - start) % valueBytes != 0) {
                throw tooShort();
            }
            this.page = page;
            this.start = start;
            this.count = (limit - start) / valueBytes;
            this.isNumber = column.physical().isNumber();
            this.bytes = new byte[Math.max(8, valueBytes)];
            this.length = valueBytes;
        }

        @Override
        long next() throws ParquetFault {
            if (index >= count) {
                throw tooShort();
            }
            for (int place = 0; place < length; place++) {
                bytes[place] = page[start + place * count + index];
            }
            index++;
            if (!isNumber) {
                return 0;
            }
            return length == 4 ? Bits.intAt(bytes, 0) : Bits.longAt(bytes, 0);
        }
    }
}
