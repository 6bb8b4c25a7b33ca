package sluice.ingest.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import sluice.dictionary.NameCollector;

/**
 * The names of the first pass: hands each to a collector and answers 0 to all. Belongs to one
 * thread.
 *
 * <p>The collector's owner begins and finishes the chunks. Where the collector cannot write, the
 * calls throw {@link UncheckedIOException}.
 */
public final class CollectingNames implements NameResolver, AutoCloseable {
    private final NameCollector collector;
    private final NativeName name = new NativeName();

    public CollectingNames(NameCollector collector) {
        this.collector = collector;
    }

    @Override
    public int group(String name) {
        return collector.group(name);
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
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
    public long type(byte[] bytes, int offset, int length) {
        try {
            collector.addType(name.of(bytes, offset, length), 0, length);
            return 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Leaves the collector open. */
    @Override
    public void close() {
        name.close();
    }
}
