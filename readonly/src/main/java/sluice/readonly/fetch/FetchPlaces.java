package sluice.readonly.fetch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.StorageErrors;

/**
 * The places of a version: other nodes, each in its turn, then the source of the ring. Belongs to
 * one thread.
 */
final class FetchPlaces {
    private static final int ROUNDS_MAX = 6;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final List<FetchSource> peers = new ArrayList<>();
    private final List<FetchSource> origins = new ArrayList<>();
    private final FetchOptions options;
    private int turn;
    private boolean isOriginFirst;

    FetchPlaces(List<FetchSource> sources, FetchOptions options) {
        sources.forEach(each -> (each.isOrigin() ? origins : peers).add(each));
        this.options = options;
    }

    /** Asks the source of the ring first from now on: another one gave wrong bytes. */
    void trustOrigin() {
        isOriginFirst = true;
    }

    /** A try with one source. */
    interface Attempt<T> {
        T from(FetchSource source) throws IOException;
    }

    /** All places in the order in which they are asked now. */
    List<FetchSource> inTurn() {
        List<FetchSource> order = new ArrayList<>(isOriginFirst ? origins : List.of());
        for (int i = 0; i < peers.size(); i++) {
            order.add(peers.get((turn + i) % peers.size()));
        }
        turn++;
        order.addAll(isOriginFirst ? List.of() : origins);
        return order;
    }

    /** Where the bytes come from at last, for messages. */
    String location() {
        return (origins.isEmpty() ? peers : origins).getFirst().location();
    }

    /**
     * Asks one place after the other, and pauses after each round, twice as long as before.
     *
     * @throws RefusedException if the source of the ring gave wrong bytes twice
     */
    <T> T tryAll(Attempt<T> attempt) throws IOException {
        int wrong = 0;
        for (int round = 1; ; round++) {
            @Nullable Exception last = null;
            for (FetchSource source : inTurn()) {
                throwIfStopped();
                try {
                    return attempt.from(source);
                } catch (RefusedException | InterruptedIOException e) {
                    throw e;
                } catch (IOException | SluiceException e) {
                    options.figures().failedOnce();
                    if (e instanceof IOException io && StorageErrors.isDiskFull(io)) {
                        throw e;
                    }
                    wrong += e instanceof CorruptFileException && source.isOrigin() ? 1 : 0;
                    if (wrong > 1) {
                        throw new RefusedException(
                                "%s: %s".formatted(source.location(), e.getMessage()));
                    }
                    // That a node does not have a file says less than why another place failed.
                    last = last == null || !(e instanceof NoSuchFileException) ? e : last;
                }
            }
            if (round == ROUNDS_MAX) {
                throw failed(last);
            }
            long pause = PAUSE_NANOS << round;
            options.waitNanos().accept(pause / 2 + options.random().nextLong(pause));
        }
    }

    private static IOException failed(@Nullable Exception last) {
        return last instanceof IOException e
                ? e
                : new IOException(
                        last == null ? "there is no place to fetch from" : last.getMessage(), last);
    }

    void throwIfStopped() throws InterruptedIOException {
        if (options.isStopped().getAsBoolean()) {
            throw new InterruptedIOException("the fetch was stopped");
        }
    }
}
