package sluice.spark;

import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.spark.load.SparkStore;

/**
 * The options of a read, as docs/spark.md lists them.
 *
 * @param store as {@link SparkStore#place} says it
 * @param version to read; 0 for the one that is served
 * @param names whether ids and types are shown by their names where the store has names
 * @param partitionBytes how much of the files one partition has, about; 0 to choose by cores
 */
record ReadOptions(String store, TableKind table, int version, boolean names, long partitionBytes) {
    private static final Set<String> KNOWN =
            Set.of("path", "table", "version", "names", "partitionbytes");

    static ReadOptions of(CaseInsensitiveStringMap map) {
        for (String name : map.keySet()) {
            if (!KNOWN.contains(name.toLowerCase(Locale.ROOT))) {
                throw wrong(
                        "format(\"sluice\") has no option %s; it has path, table, version, names and partitionBytes"
                                .formatted(name));
            }
        }
        return new ReadOptions(
                store(map),
                table(map),
                (int) number(map, "version", Integer.MAX_VALUE),
                map.getBoolean("names", true),
                number(map, "partitionBytes", Long.MAX_VALUE));
    }

    static String store(CaseInsensitiveStringMap map) {
        String path = map.get("path");
        if (path == null) {
            throw wrong("format(\"sluice\") needs the place of a store: load(\"STORE\")");
        }
        return SparkStore.place(path);
    }

    static TableKind table(CaseInsensitiveStringMap map) {
        String name = map.getOrDefault("table", "links");
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "links" -> TableKind.LINKS;
            case "nodes" -> TableKind.NODES;
            case "properties" -> TableKind.PROPERTIES;
            default ->
                    throw wrong(
                            "the option table of format(\"sluice\") is links, nodes or properties, not %s"
                                    .formatted(name));
        };
    }

    static long number(CaseInsensitiveStringMap map, String option, long max) {
        String text = map.getOrDefault(option, "0");
        if (!text.matches("\\d{1,18}") || Long.parseLong(text) > max) {
            throw wrong(
                    "the option %s of format(\"sluice\") is a number, not %s"
                            .formatted(option, text));
        }
        return Long.parseLong(text);
    }

    static SluiceException wrong(String message) {
        return new SluiceException(ErrorCode.CONFIG, message);
    }
}
