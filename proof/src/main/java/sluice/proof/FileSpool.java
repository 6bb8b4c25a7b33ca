package sluice.proof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * A spool in temporary files, one for each partition that has records. The files are not synced;
 * {@link #close} deletes them. Memory: a buffer for each partition until {@link #seal}.
 */
final class FileSpool implements Spool {
    private static final int READ_BYTES = 1 << 16;

    private final Storage storage;
    private final int recordBytes;
    private final int bufferBytes;
    private final Partition[] partitions;

    /** One partition; its own lock guards it. */
    private static final class Partition {
        final String name;
        @Nullable ByteBuffer buffer;
        Storage.@Nullable Sink sink;
        long records;
        boolean sealed;

        Partition(String name) {
            this.name = name;
        }
    }

    /** A spool of files in {@code storage} whose names begin with {@code prefix}. */
    FileSpool(Storage storage, String prefix, int recordLongs, int count, long memoryBytes) {
        this.storage = storage;
        this.recordBytes = recordLongs * Long.BYTES;
        int records = Math.clamp(memoryBytes / count / recordBytes, 16, 1 << 10);
        this.bufferBytes = records * recordBytes;
        this.partitions = new Partition[count];
        for (int i = 0; i < count; i++) {
            partitions[i] = new Partition(prefix + "-%05d.tmp".formatted(i));
        }
    }

    @Override
    public void add(int partition, long[] record) throws IOException {
        Partition target = partitions[partition];
        synchronized (target) {
            ByteBuffer buffer = target.buffer;
            if (buffer == null) {
                buffer = ByteBuffer.allocate(bufferBytes).order(ByteOrder.LITTLE_ENDIAN);
                target.buffer = buffer;
            }
            if (!buffer.hasRemaining()) {
                flush(target, buffer);
            }
            for (long each : record) {
                buffer.putLong(each);
            }
            target.records++;
        }
    }

    private void flush(Partition partition, ByteBuffer buffer) throws IOException {
        Storage.Sink sink = partition.sink;
        if (sink == null) {
            sink = storage.create(partition.name);
            partition.sink = sink;
        }
        StorageFiles.writeFully(sink, buffer.flip());
        buffer.clear();
    }

    @Override
    public void seal() throws IOException {
        for (Partition partition : partitions) {
            synchronized (partition) {
                ByteBuffer buffer = partition.buffer;
                if (buffer != null) {
                    flush(partition, buffer);
                    partition.buffer = null;
                }
                Storage.Sink sink = partition.sink;
                if (sink != null) {
                    partition.sealed = true;
                    sink.close();
                }
            }
        }
    }

    @Override
    public long records(int partition) {
        synchronized (partitions[partition]) {
            return partitions[partition].records;
        }
    }

    @Override
    public void replay(int partition, Taker taker) throws IOException {
        long left = records(partition);
        if (left == 0) {
            return;
        }
        long[] record = new long[recordBytes / Long.BYTES];
        ByteBuffer buffer =
                ByteBuffer.allocate(READ_BYTES / recordBytes * recordBytes)
                        .order(ByteOrder.LITTLE_ENDIAN);
        try (Storage.Source source = storage.open(partitions[partition].name)) {
            for (long offset = 0; left > 0; offset += buffer.limit()) {
                buffer.clear();
                buffer.limit((int) Math.min(buffer.capacity(), left * recordBytes));
                StorageFiles.readFully(source, buffer, offset);
                buffer.flip();
                while (buffer.hasRemaining()) {
                    for (int i = 0; i < record.length; i++) {
                        record[i] = buffer.getLong();
                    }
                    taker.take(record);
                    left--;
                }
            }
        }
    }

    /** Deletes the file of a partition, which is not replayed again. */
    void drop(int partition) throws IOException {
        Partition dropped = partitions[partition];
        synchronized (dropped) {
            Storage.Sink sink = dropped.sink;
            dropped.sink = null;
            dropped.records = 0;
            if (sink != null) {
                if (!dropped.sealed) {
                    sink.close();
                }
                storage.delete(dropped.name);
            }
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (int i = 0; i < partitions.length; i++) {
            try {
                drop(i);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
