package sluice.parquet;

/** The memory that columns and pages of one file may take, and how much of it is taken. */
final class PageMemory {
    private final long limitBytes;
    private long takenBytes;

    /** Room for the header of a page, then for the packed page: until each is read. */
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
                    "its columns and their pages need over %d MiB of memory at once"
                            .formatted(limitBytes >> 20),
                    "give the load more memory, or write the file with smaller pages or row groups");
        }
        takenBytes += bytes;
    }
}
