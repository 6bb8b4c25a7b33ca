package sluice.readonly.node;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;

/**
 * The versions that a node has open, and the one that it serves. Readers see one immutable object
 * behind one volatile field: a swap is one write of it, whatever the size of the versions. Changes
 * are made under the lock of this.
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
    synchronized void add(OpenVersion version) throws IOException {
        Shown before = shown;
        Map<Integer, OpenVersion> open = new HashMap<>(before.open);
        OpenVersion replaced = open.put(version.number(), version);
        shown = new Shown(open, before.decision);
        if (replaced != null) {
            replaced.release();
        }
    }

    /** The swap. Its version must be open. */
    synchronized void serve(Decision decision) {
        shown = new Shown(shown.open, decision);
    }

    /** Closes the version {@code number} with its last reader. */
    synchronized void remove(int number) throws IOException {
        Shown before = shown;
        Map<Integer, OpenVersion> open = new HashMap<>(before.open);
        OpenVersion removed = open.remove(number);
        shown = new Shown(open, before.decision);
        if (removed != null) {
            removed.release();
        }
    }

    /** Closes all, each with its last reader. */
    synchronized void close() throws IOException {
        for (int number : shown.open.keySet()) {
            remove(number);
        }
    }
}
