package sluice.load;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import sluice.model.RowKind;

/**
 * Random rows of a small graph that brings out what is rare in large ones: many rows of one key,
 * equal versions and times, deletions, super nodes, the first and the last of all ids and times.
 */
final class RandomRows {
    private static final long[] EXTREMES = {0, 1, -1, -2, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz {}\\\"'";

    private final RandomGenerator random;
    private final long[] ids;
    private final long[] types;
    private final long[] times;
    private final int versions;
    private final int dataLengthMax;
    private final double badShare;

    /** Draws the ids, types and times that rows are then made of. */
    RandomRows(RandomGenerator random, double badShare) {
        this.random = random;
        this.badShare = badShare;
        ids = drawn(random.nextInt(3, 60), random.nextBoolean() ? 1000 : Long.MAX_VALUE);
        types = drawn(random.nextInt(1, 4), 5);
        times = drawn(random.nextInt(1, 12), 1_000_000);
        versions = random.nextInt(3);
        dataLengthMax = random.nextInt(4) == 0 ? 120 : 30;
    }

    private long[] drawn(int count, long bound) {
        long[] drawn = new long[count];
        for (int i = 0; i < count; i++) {
            boolean extreme = random.nextInt(8) == 0;
            drawn[i] = extreme ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextLong(bound);
        }
        return drawn;
    }

    /** {@code count} rows; most belong to few ids. */
    List<TestRow> rows(RowKind kind, int count) {
        List<TestRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row(kind));
        }
        return rows;
    }

    private TestRow row(RowKind kind) {
        boolean ofSuperNode = random.nextInt(6) == 0;
        boolean link = kind == RowKind.LINK;
        return new TestRow(
                kind,
                ofSuperNode ? ids[0] : ids[random.nextInt(ids.length)],
                types[random.nextInt(types.length)],
                link ? id2(ofSuperNode) : 0,
                times[random.nextInt(times.length)],
                versions == 0 ? 0 : random.nextInt(-1, versions + 1),
                random.nextInt(10) == 0,
                random.nextInt(8) == 0,
                data(),
                random.nextDouble() < badShare);
    }

    /** A super node's links go to many ids, so that it gets buckets of its own. */
    private long id2(boolean ofSuperNode) {
        return ofSuperNode && random.nextBoolean()
                ? random.nextLong(300)
                : ids[random.nextInt(ids.length)];
    }

    private String data() {
        int length = random.nextInt(dataLengthMax);
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < length; i++) {
            data.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return data.toString();
    }

    /** One to four files of links and nodes, of about {@code rows} rows in all. */
    List<TestFile> files(String prefix, int rows, boolean named) {
        List<TestFile> files = new ArrayList<>();
        int count = random.nextInt(1, 5);
        for (int i = 0; i < count; i++) {
            RowKind kind = i > 0 && random.nextInt(3) == 0 ? RowKind.NODE : RowKind.LINK;
            boolean packed = random.nextInt(3) == 0;
            String name = "%s%c.%s".formatted(prefix, 'a' + i, packed ? "gz" : "tsv");
            files.add(new TestFile(name, kind, named, packed, rows(kind, 1 + rows / count)));
        }
        return files;
    }
}
