package sluice.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import sluice.store.NameCollector;

/**
 * The names of the first pass: hands each to a collector and answers 0 to all. Belongs to one
 * thread.
 *
 * <p>The collector's owner begins and finishes the chunks. Where the collector cannot write, the
 * calls throw {@link UncheckedIOException}.
 */
public final class CollectingNames implements Names {
    private final NameCollector collector;

    public CollectingNames(NameCollector collector) {
        this.collector = collector;
    }

    @Override
    public int group(String name) {
        return collector.group(name);
    }

    @Override
    public long id(int group, MemorySegment bytes, long offset, int length) {
        try {
            collector.add(group, bytes, offset, length);
            return 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public long type(String name) {
        try {
            collector.addType(name);
            return 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public long type(MemorySegment bytes, long offset, int length) {
        try {
            collector.addType(bytes, offset, length);
            return 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
