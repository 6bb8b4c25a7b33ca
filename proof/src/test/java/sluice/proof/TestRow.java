package sluice.proof;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A row of a test's source; its file and line say where it was written. */
record TestRow(
        boolean node,
        String id1,
        String type,
        String id2,
        long time,
        long version,
        boolean hidden,
        boolean deletes,
        String data) {

    /** Where a row was written. */
    record Written(TestRow row, String file, long line) {}

    String key() {
        return node ? "node " + id1 : "link %s %s %s".formatted(id1, type, id2);
    }

    /** The fields that count beside the key. */
    String fields() {
        return "%s %s %d %d %s".formatted(node ? type : "", hidden, time, version, data);
    }

    String line() {
        return node
                ? "%s,%s,%d,%d,%d,%s".formatted(id1, type, time, version, deletes ? 1 : 0, data)
                : "%s,%s,%s,%d,%d,%d,%d,%s"
                        .formatted(
                                id1,
                                type,
                                id2,
                                time,
                                version,
                                hidden ? 0 : 1,
                                deletes ? 1 : 0,
                                data);
    }

    static String header(boolean node, boolean named) {
        return node
                ? (named ? "id(Person)" : "id") + ",type,time,version,delete,data"
                : (named ? "id1(Person),link_type,id2(Person)" : "id1,link_type,id2")
                        + ",time,version,visibility,delete,data";
    }

    /** The rows that a store has after {@code loads}, by their keys: the plain version. */
    static Map<String, Written> winners(List<List<Written>> loads) {
        Map<String, Written> state = new TreeMap<>();
        for (List<Written> load : loads) {
            Map<String, Written> best = new LinkedHashMap<>(state);
            for (Written each : load) {
                Written before = best.get(each.row.key());
                if (before == null || !before.row.beats(each.row)) {
                    best.put(each.row.key(), each);
                }
            }
            state = new TreeMap<>(best);
            state.values().removeIf(each -> each.row.deletes);
        }
        return state;
    }

    /** Whether this row wins against a later one. */
    private boolean beats(TestRow later) {
        return version != later.version ? version > later.version : time > later.time;
    }
}
