package sluice.ingest.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import sluice.dictionary.NameCollector;

/**
 * The names of the first pass: hands each to a collector, and answers with what a {@link
 * sluice.dictionary.RowTrail} knows it by: how many names came before it, or the number that the
 * collector gave a type. Belongs to one thread.
 *
 * <p>The collector's owner begins and finishes the chunks. Where the collector cannot write, the
 * calls throw {@link UncheckedIOException}.
 */
public final class CollectingNames implements NameResolver {
    private final NameCollector collector;
    private long asked;

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
            return asked++;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public long type(String name) {
        try {
            return collector.addType(name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        try {
            return collector.addType(bytes, offset, length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** How many names were asked for so far, in all chunks. */
    public long asked() {
        return asked;
    }
}
