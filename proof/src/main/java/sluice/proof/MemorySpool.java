package sluice.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A spool of one partition on the heap. {@code this} guards what is added. */
final class MemorySpool implements Spool {
    private static final int RECORDS_PER_BLOCK = 1 << 10;

    private final int recordLongs;
    private final List<long[]> blocks = new ArrayList<>();
    private long records;

    MemorySpool(int recordLongs) {
        this.recordLongs = recordLongs;
    }

    @Override
    public void add(int partition, long[] record) {
        synchronized (this) {
            int at = (int) (records % RECORDS_PER_BLOCK);
            if (at == 0) {
                blocks.add(new long[RECORDS_PER_BLOCK * recordLongs]);
            }
            System.arraycopy(record, 0, blocks.getLast(), at * recordLongs, recordLongs);
            records++;
        }
    }

    @Override
    public void seal() {}

    @Override
    public long records(int partition) {
        synchronized (this) {
            return records;
        }
    }

    @Override
    public void replay(int partition, Taker taker) throws IOException {
        long[] record = new long[recordLongs];
        for (long index = 0; index < records(partition); index++) {
            long[] block = blocks.get((int) (index / RECORDS_PER_BLOCK));
            int at = (int) (index % RECORDS_PER_BLOCK) * recordLongs;
            System.arraycopy(block, at, record, 0, recordLongs);
            taker.take(record);
        }
    }

    @Override
    public void close() {}
}
