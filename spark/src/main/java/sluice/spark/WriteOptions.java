package sluice.spark;

import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a write, as docs/spark.md lists them.
 *
 * @param store as {@link sluice.spark.load.SparkStore#place} says it
 * @param group of names: of {@code id}, or of {@code id1}
 * @param group2 of names in {@code id2}
 * @param tasks into which staging, and building, are cut; 0 to choose
 */
record WriteOptions(String store, TableKind table, String group, String group2, int tasks) {
    private static final Set<String> OF_WRITES = Set.of("group", "group1", "group2", "tasks");
    private static final Set<String> SHARED = Set.of("path", "table");

    /** Whether some options are of a write alone. */
    static boolean areIn(CaseInsensitiveStringMap map) {
        return map.keySet().stream().anyMatch(name -> OF_WRITES.contains(lower(name)));
    }

    static WriteOptions of(CaseInsensitiveStringMap map) {
        for (String name : map.keySet()) {
            if (!OF_WRITES.contains(lower(name)) && !SHARED.contains(lower(name))) {
                throw ReadOptions.wrong(
                        "a write of format(\"sluice\") has no option %s; it has path, table, group, group1, group2 and tasks"
                                .formatted(name));
            }
        }
        TableKind table = ReadOptions.table(map);
        if (table == TableKind.PROPERTIES) {
            throw ReadOptions.wrong(
                    "properties cannot be written by format(\"sluice\"); load them as RDF or JSON with sluice load");
        }
        boolean isNodes = table == TableKind.NODES;
        String unfit = isNodes ? "group1" : "group";
        if (map.containsKey(unfit) || (isNodes && map.containsKey("group2"))) {
            throw ReadOptions.wrong("nodes have the option group, links have group1 and group2");
        }
        return new WriteOptions(
                ReadOptions.store(map),
                table,
                map.getOrDefault(isNodes ? "group" : "group1", ""),
                map.getOrDefault("group2", ""),
                (int) ReadOptions.number(map, "tasks", 20_000));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
