package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An open RocksDB with its column families; owns them and their options. */
final class RivalDatabase implements AutoCloseable {
    static final String LISTS = "lists";
    static final String POINTS = "points";

    private static final int BOTTOM_LEVEL = 6;

    private final List<String> names;
    private final List<RivalOptions> options = new ArrayList<>();
    private final List<Long> families = new ArrayList<>();
    private long database;

    private RivalDatabase(List<String> names) {
        this.names = names;
    }

    /**
     * Opens the database with the column families {@code names}; RocksDB's "default" comes first.
     */
    static RivalDatabase open(
            Path directory, RivalTuning tuning, List<String> names, boolean write, long cacheBytes)
            throws IOException {
        RivalDatabase opened = new RivalDatabase(names);
        try (Arena arena = Arena.ofConfined()) {
            long namePointers = arena.allocate(8L * names.size()).address();
            long optionPointers = arena.allocate(8L * names.size()).address();
            long handles = arena.allocate(8L * names.size()).address();
            for (int i = 0; i < names.size(); i++) {
                RivalOptions own =
                        new RivalOptions(tuning, names.get(i).equals(POINTS), cacheBytes);
                opened.options.add(own);
                ALL.set(ValueLayout.JAVA_LONG, optionPointers + 8L * i, own.pointer());
                ALL.set(
                        ValueLayout.JAVA_LONG,
                        namePointers + 8L * i,
                        RocksC.text(arena, names.get(i)));
            }
            long path = RocksC.text(arena, directory.toString());
            long errorOut = arena.allocate(8).address();
            long first = opened.options.getFirst().pointer();
            opened.database =
                    write
                            ? RocksC.callLong(
                                    "rocksdb_open_column_families",
                                    first,
                                    path,
                                    names.size(),
                                    namePointers,
                                    optionPointers,
                                    handles,
                                    errorOut)
                            : RocksC.callLong(
                                    "rocksdb_open_for_read_only_column_families",
                                    first,
                                    path,
                                    names.size(),
                                    namePointers,
                                    optionPointers,
                                    handles,
                                    (byte) 0,
                                    errorOut);
            RocksC.check(errorOut, directory.toString());
            for (int i = 0; i < names.size(); i++) {
                opened.families.add(ALL.get(ValueLayout.JAVA_LONG, handles + 8L * i));
            }
            return opened;
        } catch (Throwable failure) {
            opened.close();
            throw failure;
        }
    }

    /** The column families of a closed database. */
    static List<String> familiesOf(Path directory) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long errorOut = arena.allocate(8).address();
            long countOut = arena.allocate(8).address();
            long options = RocksC.callLong("rocksdb_options_create");
            long list =
                    RocksC.callLong(
                            "rocksdb_list_column_families",
                            options,
                            RocksC.text(arena, directory.toString()),
                            countOut,
                            errorOut);
            RocksC.call("rocksdb_options_destroy", options);
            RocksC.check(errorOut, directory.toString());
            long count = ALL.get(ValueLayout.JAVA_LONG, countOut);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                names.add(ALL.getString(ALL.get(ValueLayout.JAVA_LONG, list + 8L * i)));
            }
            RocksC.call("rocksdb_list_column_families_destroy", list, count);
            return names;
        }
    }

    long pointer() {
        return database;
    }

    long family(String name) {
        return families.get(names.indexOf(name));
    }

    long options(String name) {
        return options.get(names.indexOf(name)).pointer();
    }

    /**
     * Moves finished SST files into the column family; when this returns they are part of it on
     * disk.
     */
    void ingest(String name, List<Path> files) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            long paths = arena.allocate(8L * files.size()).address();
            for (int i = 0; i < files.size(); i++) {
                ALL.set(
                        ValueLayout.JAVA_LONG,
                        paths + 8L * i,
                        RocksC.text(arena, files.get(i).toString()));
            }
            long errorOut = arena.allocate(8).address();
            long ingest = RocksC.callLong("rocksdb_ingestexternalfileoptions_create");
            RocksC.call("rocksdb_ingestexternalfileoptions_set_move_files", ingest, (byte) 1);
            // The files do not overlap, so they belong at the bottom; anything else would leave
            // compactions
            // to do.
            RocksC.call(
                    "rocksdb_ingestexternalfileoptions_set_fail_if_not_bottommost_level",
                    ingest,
                    (byte) 1);
            RocksC.call(
                    "rocksdb_ingest_external_file_cf",
                    database,
                    family(name),
                    paths,
                    (long) files.size(),
                    ingest,
                    errorOut);
            RocksC.call("rocksdb_ingestexternalfileoptions_destroy", ingest);
            RocksC.check(errorOut, "ingest into " + name);
        }
    }

    /** The number of files that a compaction would still move down. */
    long filesAboveBottom(String name) {
        long files = 0;
        try (Arena arena = Arena.ofConfined()) {
            for (int level = 0; level < BOTTOM_LEVEL; level++) {
                long property = RocksC.text(arena, "rocksdb.num-files-at-level" + level);
                long text =
                        RocksC.callLong(
                                "rocksdb_property_value_cf", database, family(name), property);
                files += Long.parseLong(ALL.getString(text));
                RocksC.call("rocksdb_free", text);
            }
        }
        return files;
    }

    @Override
    public void close() {
        for (long family : families) {
            RocksC.call("rocksdb_column_family_handle_destroy", family);
        }
        families.clear();
        if (database != 0) {
            RocksC.call("rocksdb_close", database);
            database = 0;
        }
        for (RivalOptions own : options) {
            own.close();
        }
        options.clear();
    }
}
