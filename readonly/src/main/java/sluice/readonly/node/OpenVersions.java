package sluice.readonly.node;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;

/**
 * The versions that a node has open, and the one that it serves. Readers see one immutable object
 * behind one volatile field: a swap is one write of it, whatever the size of the versions. Changes
 * are made under the lock of this, which is never held while files are closed.
 */
final class OpenVersions {
    private volatile Shown shown = new Shown(Map.of(), Decision.NONE);

    private record Shown(Map<Integer, OpenVersion> open, Decision decision) {
        Shown {
            open = Map.copyOf(open);
        }
    }

    /** The decision that is served by. */
    Decision decision() {
        return shown.decision;
    }

    /** The version {@code number}, or null if it is not open here; without a lease. */
    @Nullable OpenVersion look(int number) {
        return shown.open.get(number);
    }

    /** A lease on the version {@code number}, 0 for the one that is served; null without one. */
    @Nullable OpenVersion lease(int number) {
        while (true) {
            Shown now = shown;
            OpenVersion version = now.open.get(number == 0 ? now.decision.current() : number);
            if (version == null || version.tryLease()) {
                return version;
            }
            if (now == shown) {
                return null;
            }
        }
    }

    /** Has {@code version} open, in place of what was open under its number. */
    void add(OpenVersion version) throws IOException {
        release(replace(version.version(), version));
    }

    /**
     * The swap. Its version must be open. Returns how many nanoseconds the write took that all
     * readers see; what it writes is made before.
     */
    synchronized long serve(Decision decision, LongSupplier nanoClock) {
        Shown next = new Shown(shown.open, decision);
        long begin = nanoClock.getAsLong();
        shown = next;
        return nanoClock.getAsLong() - begin;
    }

    /** Closes the version {@code number} with its last reader. */
    void remove(int number) throws IOException {
        release(replace(number, null));
    }

    /** Returns what was open under {@code number}, which no reader finds any more. */
    private synchronized @Nullable OpenVersion replace(int number, @Nullable OpenVersion version) {
        Shown before = shown;
        Map<Integer, OpenVersion> open = new HashMap<>(before.open);
        OpenVersion replaced = version == null ? open.remove(number) : open.put(number, version);
        shown = new Shown(open, before.decision);
        return replaced;
    }

    private static void release(@Nullable OpenVersion version) throws IOException {
        if (version != null) {
            version.release();
        }
    }

    /** Closes all, each with its last reader. */
    void close() throws IOException {
        for (int number : shown.open.keySet()) {
            remove(number);
        }
    }
}
