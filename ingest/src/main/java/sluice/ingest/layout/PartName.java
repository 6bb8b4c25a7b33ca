package sluice.ingest.layout;

import java.util.regex.Pattern;

/**
 * The name of a relation as its files' names show it: without folders, extensions, part numbers and
 * the word header. Files in one folder whose names agree in this are parts of one relation.
 */
final class PartName {
    private static final Pattern EXTENSIONS =
            Pattern.compile(
                    "(?i)(\\.(csv|tsv|psv|ssv|txt|tbl|dat|data|el|edges|edgelist|nodes|links|gz|gzip|zst|zstd|parquet|parq|pq|snappy|lz4))+$");
    private static final Pattern PART =
            Pattern.compile("(?i)([-_.](part)?[-_.]?[0-9]+|[-_.]header)+$");

    /** A chunk of Voldemort; all its numbers are those of parts. */
    private static final Pattern CHUNK = Pattern.compile("[0-9]+_[0-9]+_[0-9]+\\.data");

    private static final String CHUNKS = "chunks";

    private PartName() {}

    /** The relation's name in the file {@code baseName}. */
    static String of(String baseName) {
        if (CHUNK.matcher(baseName).matches()) {
            return CHUNKS;
        }
        String stem = EXTENSIONS.matcher(baseName).replaceFirst("");
        if (stem.isEmpty()) {
            return baseName;
        }
        String name = PART.matcher(stem).replaceFirst("");
        // Parts may be numbered behind the extension too: links.csv.part1
        name = EXTENSIONS.matcher(name).replaceFirst("");
        return name.isEmpty() ? stem : name;
    }

    /**
     * The name of the links in {@code name}: the middle of {@code Person_knows_Person}, else all of
     * it.
     */
    static String linkType(String name) {
        int first = name.indexOf('_');
        int last = name.lastIndexOf('_');
        return first > 0 && last > first + 1 && last < name.length() - 1
                ? name.substring(first + 1, last)
                : name;
    }
}
