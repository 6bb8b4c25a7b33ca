package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a hot store without RocksDB: looked at before it opens them, and deleted together.
 *
 * <p>RocksDB makes a new store where one was lost, deletes what the new one does not list, and
 * reads on for ever at some damages. A look reads CURRENT, the MANIFEST and the logs that are not
 * in sorted files yet, and writes nothing.
 */
final class HotFiles {
    private static final String CURRENT = "CURRENT";
    private static final Pattern MANIFEST = Pattern.compile("MANIFEST-\\d+");
    private static final Pattern CONTENT = Pattern.compile("(" + MANIFEST.pattern() + ")\n");
    private static final Pattern LOG = Pattern.compile("(\\d{1,18})\\.log");
    private static final String SORTED = ".sst";

    /** Where the number of a batch's first key is, and of how many keys it is. */
    private static final int SEQUENCE = 0;

    private static final int COUNT = 8;
    private static final int BATCH_HEADER_BYTES = 12;

    private final Path directory;
    private final List<String> names;

    private HotFiles(Path directory, List<String> names) {
        this.directory = directory;
        this.names = names;
    }

    /**
     * Whether {@code directory} has a hot store, whose records are sound then. Throws if files of
     * one are missing or damaged, or if there is none though {@code isExpected}.
     */
    static boolean check(Path directory, boolean isExpected) throws IOException {
        boolean isThere = Files.exists(directory) && check(directory);
        if (isExpected && !isThere) {
            throw RocksFailure.missing(
                    directory, "the hot store, with what was written online, is missing");
        }
        return isThere;
    }

    private static boolean check(Path directory) throws IOException {
        HotFiles files;
        try (Stream<Path> list = Files.list(directory)) {
            files =
                    new HotFiles(
                            directory, list.map(path -> path.getFileName().toString()).toList());
        }
        return files.check();
    }

    private boolean check() throws IOException {
        if (!names.contains(CURRENT)) {
            // RocksDB makes these after CURRENT, when it makes a store.
            if (names.stream().anyMatch(name -> name.endsWith(SORTED) || isLog(name))) {
                throw RocksFailure.missing(
                        directory.resolve(CURRENT), "it is missing, though other files are there");
            }
            return false;
        }
        ManifestNumbers numbers = ManifestNumbers.read(manifest());
        TreeMap<Long, Path> logs = logsFrom(numbers.firstLog());
        if (logs.isEmpty() && (numbers.lastSequence() > 0 || hasSorted())) {
            throw RocksFailure.missing(
                    directory,
                    "the log is missing: there is none from %06d.log on"
                            .formatted(numbers.firstLog()));
        }
        Sequences sequences = new Sequences(numbers.lastSequence() + 1);
        for (Map.Entry<Long, Path> log : logs.entrySet()) {
            sequences.begin(log.getValue());
            try (RecordFile records = RecordFile.open(log.getValue(), log.getKey())) {
                // A log takes the place of another by taking its file.
                String replaced = "%06d.log".formatted(records.replacedLog());
                if (names.contains(replaced)) {
                    throw RocksFailure.damaged(log.getValue(), 0, "it has the rows of " + replaced);
                }
                records.read(BATCH_HEADER_BYTES, sequences);
            }
        }
        return true;
    }

    /** That CURRENT names. */
    private Path manifest() throws IOException {
        Path current = directory.resolve(CURRENT);
        String content = Files.readString(current, StandardCharsets.ISO_8859_1);
        Matcher matcher = CONTENT.matcher(content);
        if (!matcher.matches()) {
            throw RocksFailure.damaged(current, 0, "it does not name a MANIFEST");
        }
        Path manifest = directory.resolve(matcher.group(1));
        if (!names.contains(matcher.group(1))) {
            throw RocksFailure.missing(manifest, "it is missing, though CURRENT names it");
        }
        return manifest;
    }

    private boolean hasSorted() {
        return names.stream().anyMatch(name -> name.endsWith(SORTED));
    }

    private static boolean isLog(String name) {
        return LOG.matcher(name).matches();
    }

    private TreeMap<Long, Path> logsFrom(long first) {
        TreeMap<Long, Path> logs = new TreeMap<>();
        for (String name : names) {
            Matcher matcher = LOG.matcher(name);
            if (matcher.matches() && Long.parseLong(matcher.group(1)) >= first) {
                logs.put(Long.parseLong(matcher.group(1)), directory.resolve(name));
            }
        }
        return logs;
    }

    /** The numbers of the keys in the logs, which go up from log to log without a gap. */
    private static final class Sequences implements RecordFile.Reader {
        private Path log = Path.of("");
        private long next;
        private boolean isFirst;

        Sequences(long next) {
            this.next = next;
        }

        void begin(Path ofLog) {
            log = ofLog;
            isFirst = true;
        }

        @Override
        public void record(long offset, ByteBuffer start) {
            if (start.remaining() < BATCH_HEADER_BYTES) {
                throw RocksFailure.damaged(log, offset, "its record is too short for a batch");
            }
            long sequence = start.getLong(SEQUENCE);
            if (isFirst && sequence > next) {
                throw RocksFailure.damaged(
                        log,
                        offset,
                        "it begins with row %d, though those before end at %d"
                                .formatted(sequence, next));
            }
            next = sequence + Integer.toUnsignedLong(start.getInt(COUNT));
            isFirst = false;
        }
    }

    /** Deletes the directory of a store with all that is in it, where it is there. */
    static void deleteAll(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
