package sluice.parquet;

/** The memory that the pages of one file may take, and how much of it is taken. */
final class PageMemory {
    private final long limitBytes;
    private long takenBytes;

    /** Room for a packed page, which is needed until it is unpacked. */
    private byte[] packed = {};

    PageMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** An array for {@code bytes}, or {@code old} where it is large enough. */
    byte[] page(byte[] old, int bytes) throws ParquetFault {
        if (old.length >= bytes) {
            return old;
        }
        take((long) bytes - old.length);
        return new byte[bytes];
    }

    byte[] packed(int bytes) throws ParquetFault {
        packed = page(packed, bytes);
        return packed;
    }

    /** Counts {@code bytes} more, or fewer. */
    void take(long bytes) throws ParquetFault {
        if (takenBytes + bytes > limitBytes) {
            throw ParquetFault.unread(
                    "the pages of its columns need over %d MiB of memory at once"
                            .formatted(limitBytes >> 20),
                    "give the load more memory, or write the file with smaller pages or row groups");
        }
        takenBytes += bytes;
    }
}
