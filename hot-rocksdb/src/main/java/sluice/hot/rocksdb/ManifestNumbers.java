package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * What a MANIFEST of RocksDB says of the logs.
 *
 * @param firstLog the rows of logs with smaller numbers are in sorted files
 * @param lastSequence of the newest row when the MANIFEST was last written
 */
record ManifestNumbers(long firstLog, long lastSequence) {
    /** The numbers stand at the beginning of a record. */
    private static final int START_BYTES = 512;

    private static final int COMPARATOR = 1;
    private static final int LOG_NUMBER = 2;
    private static final int NEXT_FILE_NUMBER = 3;
    private static final int LAST_SEQUENCE = 4;
    private static final int PREVIOUS_LOG_NUMBER = 9;
    private static final int FIRST_LOG_KEPT = 10;
    private static final int COLUMN_FAMILY_MAX = 203;
    private static final int DATABASE = 8193;

    /** Reads and checks the MANIFEST at {@code path}. */
    static ManifestNumbers read(Path path) throws IOException {
        Numbers numbers = new Numbers(path);
        try (RecordFile records = RecordFile.open(path, RecordFile.NO_LOG)) {
            records.read(START_BYTES, numbers);
        }
        return new ManifestNumbers(numbers.firstLog, numbers.lastSequence);
    }

    private static final class Numbers implements RecordFile.Reader {
        private final Path path;
        private long firstLog;
        private long lastSequence;

        Numbers(Path path) {
            this.path = path;
        }

        @Override
        public void record(long offset, ByteBuffer start) {
            try {
                while (start.hasRemaining() && take((int) number(start), start)) {
                    // The numbers come before anything else.
                }
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                throw RocksFailure.damaged(path, offset, "its record ends too soon");
            }
        }

        /** Takes the field of {@code tag}; false where it is no number. */
        private boolean take(int tag, ByteBuffer start) {
            switch (tag) {
                case DATABASE, COMPARATOR -> start.position(start.position() + (int) number(start));
                case LOG_NUMBER, FIRST_LOG_KEPT -> firstLog = Math.max(firstLog, number(start));
                case LAST_SEQUENCE -> lastSequence = Math.max(lastSequence, number(start));
                case NEXT_FILE_NUMBER, PREVIOUS_LOG_NUMBER, COLUMN_FAMILY_MAX -> number(start);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** Seven bits a byte, the lowest first; all but the last byte are negative. */
        private static long number(ByteBuffer bytes) {
            long number = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                byte next = bytes.get();
                number |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    return number;
                }
            }
            throw new IllegalArgumentException("longer than a number");
        }
    }
}
