package sluice.ingest.file;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * How long the reader of a sample waits for its bytes: what reading and unpacking take, and what a
 * limit of the rate makes of it. So a load learns how fast its source is, and what is left of the
 * sample's time is that of its rows. Belongs to one thread. Cost: the clock is read twice for each
 * block.
 */
public final class ReadTime {
    private final LongSupplier nanoClock;
    private long nanos;

    /** Nothing so far. */
    public ReadTime(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** For a reader who does not ask. */
    public static ReadTime untold() {
        return new ReadTime(() -> 0);
    }

    /** So long until now. */
    public long nanos() {
        return nanos;
    }

    /** What the clock shows without the time that was spent reading. */
    public long nanosOfTheRest() {
        return nanoClock.getAsLong() - nanos;
    }

    /** A block that is read, with its length. */
    public interface Read {
        int read() throws IOException;
    }

    public int of(Read block) throws IOException {
        long begin = nanoClock.getAsLong();
        try {
            return block.read();
        } finally {
            nanos += nanoClock.getAsLong() - begin;
        }
    }

    public Window.Feed over(Window.Feed feed) {
        return (position, target, offset, length) ->
                of(() -> feed.read(position, target, offset, length));
    }
}
