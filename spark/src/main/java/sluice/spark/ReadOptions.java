package sluice.spark;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The options of a read, as docs/spark.md lists them.
 *
 * @param path of the store
 * @param version to read; 0 for the one that is served
 * @param names whether ids and types are shown by their names where the store has names
 * @param partitionBytes how much of the files one partition has, about; 0 to choose by cores
 */
record ReadOptions(Path path, TableKind table, int version, boolean names, long partitionBytes) {
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
                path(map),
                table(map),
                (int) number(map, "version", Integer.MAX_VALUE),
                map.getBoolean("names", true),
                number(map, "partitionBytes", Long.MAX_VALUE));
    }

    static Path path(CaseInsensitiveStringMap map) {
        String path = map.get("path");
        if (path == null) {
            throw wrong("format(\"sluice\") needs the directory of a store: load(\"STORE\")");
        }
        return directory(path);
    }

    /** A store is a directory that all machines of Spark see under one path. */
    private static Path directory(String path) {
        String plain = path.startsWith("file:") ? path.replaceFirst("^file:/*", "/") : path;
        if (plain.matches("[A-Za-z][A-Za-z0-9+.-]+://.*")) {
            throw wrong(
                    "%s: format(\"sluice\") reads a store in a directory that every machine of Spark sees, not one behind a URI"
                            .formatted(path));
        }
        return Path.of(plain).toAbsolutePath();
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
