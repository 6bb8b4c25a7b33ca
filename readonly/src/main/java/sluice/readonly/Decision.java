package sluice.readonly;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The decision of a ring, what it serves: the one record that commits. A push, a rollback and a
 * change of the topology all take effect by a compare-and-set of it, and nodes converge to it.
 *
 * @param epoch counts the decisions that change what is served; never falls
 * @param current the version that is served; 0 before the first
 * @param previous the version before it; 0 if there was none
 * @param topology the number of the topology in force; 0 before the first
 * @param kept versions that nodes keep, the newest decision first
 * @param aborted versions whose push was given up, with the reason; they must not be committed
 * @param disabled nodes that lack the current version, with the reason; they come back on their own
 * @param off nodes that an operator switched off, with the reason
 * @param sinceMillis when {@code current} was decided, since 1970
 */
public record Decision(
        int format,
        long epoch,
        int current,
        int previous,
        long topology,
        List<Integer> kept,
        Map<Integer, String> aborted,
        Map<String, String> disabled,
        Map<String, String> off,
        long sinceMillis) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    /** The decision of a ring that serves nothing yet. */
    public static final Decision NONE =
            new Decision(FORMAT, 0, 0, 0, 0, List.of(), Map.of(), Map.of(), Map.of(), 0);

    /** Older ones cannot be pushed any more by their age. */
    private static final int ABORTED_MAX = 32;

    public Decision {
        kept = List.copyOf(kept);
        aborted = Map.copyOf(aborted);
        disabled = Map.copyOf(disabled);
        off = Map.copyOf(off);
    }

    /** The decision of a ring that serves nothing yet, and counts from {@code epoch} on. */
    public static Decision startingAt(long epoch) {
        return new Decision(FORMAT, epoch, 0, 0, 0, List.of(), Map.of(), Map.of(), Map.of(), 0);
    }

    /** The highest version that was ever served and is kept; 0 without one. */
    public int newest() {
        return kept.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Whether reads of the current version must not go to {@code node}. */
    public boolean excludes(String node) {
        return disabled.containsKey(node) || off.containsKey(node);
    }

    /** This decision with {@code version} served, by all nodes but {@code lacking}. */
    public Decision committed(
            int version, Map<String, String> lacking, int backups, long nowMillis) {
        Set<Integer> nextKept = new LinkedHashSet<>(List.of(version));
        if (current != 0) {
            nextKept.add(current);
        }
        for (int each : kept) {
            if (nextKept.size() <= backups) {
                nextKept.add(each);
            }
        }
        return new Decision(
                FORMAT,
                epoch + 1,
                version,
                current,
                topology,
                List.copyOf(nextKept),
                aborted,
                lacking,
                off,
                nowMillis);
    }

    /** This decision with the kept version {@code version} served again. */
    public Decision rolledBack(int version, long nowMillis) {
        return new Decision(
                FORMAT, epoch + 1, version, current, topology, kept, aborted, Map.of(), off,
                nowMillis);
    }

    /**
     * This decision, which no longer lets {@code version} be committed. Its reason stays, however
     * old the version is: the command that pushed it has still to read it.
     */
    public Decision refusing(int version, String reason) {
        TreeMap<Integer, String> refused = new TreeMap<>(aborted);
        refused.remove(version);
        while (refused.size() >= ABORTED_MAX) {
            refused.pollFirstEntry();
        }
        refused.put(version, reason);
        return with(topology, refused, disabled, off);
    }

    /** This decision, which lets {@code version} be pushed again. */
    public Decision allowing(int version) {
        TreeMap<Integer, String> refused = new TreeMap<>(aborted);
        refused.remove(version);
        return with(topology, refused, disabled, off);
    }

    /** This decision under the topology {@code number}. */
    public Decision under(long number) {
        Decision moved = with(number, aborted, disabled, off);
        return new Decision(
                FORMAT,
                epoch + 1,
                current,
                previous,
                moved.topology,
                kept,
                aborted,
                disabled,
                off,
                sinceMillis);
    }

    /** This decision with {@code node} answering again. */
    public Decision enabling(String node) {
        TreeMap<String, String> rest = new TreeMap<>(disabled);
        rest.remove(node);
        return with(topology, aborted, rest, off);
    }

    /** This decision with {@code node} switched off, or on if {@code reason} is empty. */
    public Decision switched(String node, String reason) {
        TreeMap<String, String> rest = new TreeMap<>(off);
        if (reason.isEmpty()) {
            rest.remove(node);
        } else {
            rest.put(node, reason);
        }
        return with(topology, aborted, disabled, rest);
    }

    private Decision with(
            long number,
            Map<Integer, String> refused,
            Map<String, String> lacking,
            Map<String, String> switchedOff) {
        return new Decision(
                FORMAT,
                epoch,
                current,
                previous,
                number,
                kept,
                refused,
                lacking,
                switchedOff,
                sinceMillis);
    }
}
