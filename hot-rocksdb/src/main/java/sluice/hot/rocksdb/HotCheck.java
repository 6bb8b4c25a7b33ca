package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.Plural;
import sluice.model.SluiceException;

/**
 * Looks at a hot store without writing to it, also while another process has it open: then at what
 * that one has brought to its files. Belongs to one thread.
 */
public final class HotCheck implements AutoCloseable {
    private static final int FINDINGS_MAX = 100;
    private static final int OPEN_ATTEMPTS_MAX = 3;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /**
     * What a hot store holds.
     *
     * @param links rows of links, marks of deleted ones too
     * @param nodes rows of nodes, likewise
     * @param findings what is wrong, the first of them
     * @param findingCount how much is
     */
    public record Report(long links, long nodes, List<String> findings, long findingCount) {
        public Report {
            findings = List.copyOf(findings);
        }
    }

    private final Path directory;
    private final RocksSettings settings;
    private final RocksDB database;
    private final ReadOptions read = new ReadOptions().setFillCache(false);
    private final List<String> findings = new ArrayList<>();
    private long findingCount;
    private long links;

    private HotCheck(Path directory, RocksSettings settings, RocksDB database) {
        this.directory = directory;
        this.settings = settings;
        this.database = database;
    }

    /**
     * Whether the hot store in {@code directory} has rows. Costs opening it, and throws as {@link
     * #run}.
     */
    public static boolean hasRows(Path directory, OptionalLong identity) throws IOException {
        try (HotCheck check = open(directory, identity.isPresent())) {
            if (check == null) {
                return false;
            }
            check.requireIdentity(identity);
            return check.hasRows();
        }
    }

    private boolean hasRows() throws IOException {
        try (RowIterator rows = rows()) {
            return has(rows, HotKeys.LINK) || has(rows, HotKeys.NODE);
        }
    }

    /**
     * Reads every byte and all rows of the hot store in {@code directory}. With an {@code identity}
     * the store must be there and have that one; without, there may be none. Throws if a store is
     * missing or cannot be read.
     */
    public static Report run(Path directory, OptionalLong identity) throws IOException {
        try (HotCheck check = open(directory, identity.isPresent())) {
            if (check == null) {
                return new Report(0, 0, List.of(), 0);
            }
            check.requireIdentity(identity);
            check.checkFiles();
            check.checkLists();
            long nodes = check.checkNodes();
            return new Report(check.links, nodes, check.findings, check.findingCount);
        }
    }

    /** Opens the store in {@code directory} as it is opened for writes, and writes nothing. */
    static void tryToOpen(Path directory, OptionalLong identity) throws IOException {
        RocksLibrary.load();
        try (HotCheck check = openOnce(directory)) {
            check.requireIdentity(identity);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    /** Null where there is no store. */
    private static @Nullable HotCheck open(Path directory, boolean isExpected) throws IOException {
        for (int attempt = 1; ; attempt++) {
            boolean isLast = attempt == OPEN_ATTEMPTS_MAX;
            // Files change between two steps, where another process has the store.
            try {
                if (!HotFiles.check(directory, isExpected)) {
                    // Most stores: their questions need no library.
                    return null;
                }
                RocksLibrary.load();
                return openOnce(directory);
            } catch (RocksDBException e) {
                if (isLast) {
                    throw RocksFailure.of(directory, e);
                }
            } catch (SluiceException | IOException e) {
                if (isLast) {
                    throw e;
                }
            }
        }
    }

    private static HotCheck openOnce(Path directory) throws RocksDBException {
        RocksSettings settings =
                new RocksSettings(new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC));
        try {
            RocksDB database = RocksDB.openReadOnly(settings.options(), directory.toString());
            return new HotCheck(directory, settings, database);
        } catch (RocksDBException e) {
            settings.close();
            throw e;
        }
    }

    private void requireIdentity(OptionalLong identity) throws IOException {
        try {
            byte[] found = database.get(read, HotKeys.IDENTITY);
            if (identity.isPresent()
                    && !Arrays.equals(found, HotKeys.bytes(identity.getAsLong()))) {
                throw RocksFailure.missing(
                        directory, "another hot store is here than the one of this store");
            }
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    /** Compares all blocks of sorted files with their checksums, also those that have no rows. */
    private void checkFiles() throws IOException {
        try {
            database.verifyChecksum();
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    private RowIterator rows() {
        return new RowIterator(directory, database.newIterator(read));
    }

    private boolean has(RowIterator rows, byte kind) throws IOException {
        byte[] key = new byte[HotKeys.LINK_BYTES];
        return rows.seek(new byte[] {kind}, key) && key[0] == kind;
    }

    private void checkLists() throws IOException {
        try (Cursor headers = new Cursor(HotKeys.HEADER, HotKeys.HEADER_BYTES);
                Cursor rows = new Cursor(HotKeys.LINK, HotKeys.LINK_BYTES);
                Cursor times = new Cursor(HotKeys.TIME, HotKeys.TIME_BYTES)) {
            while (headers.on || rows.on || times.on) {
                Cursor least = headers.isBefore(rows) ? headers : rows;
                least = times.isBefore(least) ? times : least;
                checkList(least.id1(), least.type(), headers, rows, times);
            }
        }
    }

    /** All cursors are at this list, or behind it. */
    private void checkList(long id1, long type, Cursor headers, Cursor rows, Cursor times)
            throws IOException {
        String list = "list (%s, %s)".formatted(unsigned(id1), unsigned(type));
        HotHeader header = HotHeader.EMPTY;
        if (headers.isOf(id1, type)) {
            try {
                header = HotRows.toHeader(headers.rows.value());
            } catch (IllegalArgumentException | BufferUnderflowException e) {
                found(list + ": its header cannot be: " + e.getMessage());
            }
            headers.next();
        }
        long count = 0;
        long visible = 0;
        // Equal sums of equally many entries: the same times and ends of links.
        long sum = 0;
        for (; rows.isOf(id1, type); rows.next()) {
            long id2 = HotKeys.number(rows.key, HotKeys.LINK_ID2);
            HotLink row = HotRows.toLink(id1, type, id2, rows.rows.value());
            count++;
            if (row.isVisible()) {
                visible++;
                sum += spread(row.link().time(), id2);
            }
        }
        long entries = 0;
        for (; times.isOf(id1, type); times.next()) {
            entries++;
            long id2 = HotKeys.number(times.key, HotKeys.TIME_ID2);
            sum -= spread(HotKeys.timeOf(times.key), id2);
        }
        links += count;
        if (header.rows() != count || header.visible() != visible) {
            found(
                    "%s: its header says %s, visible %d; there are %d, visible %d"
                            .formatted(
                                    list,
                                    Plural.counted(header.rows(), "row"),
                                    header.visible(),
                                    count,
                                    visible));
        }
        if (entries != visible || sum != 0) {
            found(
                    "%s: what it has by time (%d) is not what is visible of it (%d)"
                            .formatted(list, entries, visible));
        }
    }

    private static long spread(long time, long id2) {
        long mixed = (time * SPREAD ^ id2) * SPREAD;
        return mixed ^ mixed >>> 32;
    }

    private long checkNodes() throws IOException {
        long nodes = 0;
        try (Cursor rows = new Cursor(HotKeys.NODE, HotKeys.NODE_BYTES)) {
            for (; rows.on; rows.next()) {
                nodes++;
                try {
                    HotRows.toNode(rows.id1(), rows.rows.value());
                } catch (IllegalArgumentException | BufferUnderflowException e) {
                    found("node %s: %s".formatted(unsigned(rows.id1()), e.getMessage()));
                }
            }
        }
        return nodes;
    }

    private void found(String finding) {
        findingCount++;
        if (findings.size() < FINDINGS_MAX) {
            findings.add(finding);
        }
    }

    private static String unsigned(long number) {
        return Long.toUnsignedString(number);
    }

    @Override
    public void close() {
        read.close();
        database.close();
        settings.close();
    }

    /** A place among the keys of one kind. */
    private final class Cursor implements AutoCloseable {
        final RowIterator rows = rows();
        final byte kind;
        final byte[] key;
        boolean on;

        Cursor(byte kind, int keyBytes) throws IOException {
            this.kind = kind;
            this.key = new byte[keyBytes];
            on = rows.seek(new byte[] {kind}, key) && key[0] == kind;
        }

        void next() throws IOException {
            on = rows.next(key) && key[0] == kind;
        }

        long id1() {
            return HotKeys.number(key, HotKeys.ID1);
        }

        long type() {
            return HotKeys.number(key, HotKeys.TYPE);
        }

        boolean isOf(long id1, long type) {
            return on && HotKeys.isOf(key, kind, id1, type);
        }

        boolean isBefore(Cursor other) {
            if (!on || !other.on) {
                return on;
            }
            int order = Long.compareUnsigned(id1(), other.id1());
            return order < 0 || (order == 0 && Long.compareUnsigned(type(), other.type()) < 0);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
