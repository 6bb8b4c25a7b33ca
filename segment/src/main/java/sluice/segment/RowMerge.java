package sluice.segment;

import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several sorted parts as one sequence: by id1, time (newest first) and id2; rows that
 * are equal in all of these by part, then as they lie in their part. Belongs to one thread.
 *
 * <p>Cost of a row: as many comparisons as the number of parts has bits. Memory does not depend on
 * the rows.
 */
final class RowMerge {
    private final PriorityQueue<Part> waiting = new PriorityQueue<>();
    private final KeyRange range;
    private final boolean oneList;
    private @Nullable Part current;

    /** A part at its next row, whose key is kept here for the comparisons. */
    private static final class Part implements Comparable<Part> {
        final ListCursor cursor;
        final int index;
        long id1;
        long time;
        long id2;

        Part(ListCursor cursor, int index) {
            this.cursor = cursor;
            this.index = index;
        }

        @Override
        public int compareTo(Part other) {
            int order = Long.compareUnsigned(id1, other.id1);
            if (order == 0) {
                order = Long.compare(other.time, time);
            }
            if (order == 0) {
                order = Long.compareUnsigned(id2, other.id2);
            }
            return order != 0 ? order : Integer.compare(index, other.index);
        }
    }

    private RowMerge(List<ListCursor> cursors, KeyRange range, boolean oneList) throws IOException {
        this.range = range;
        this.oneList = oneList;
        for (int i = 0; i < cursors.size(); i++) {
            Part part = new Part(cursors.get(i), i);
            if (load(part)) {
                waiting.add(part);
            }
        }
    }

    /** Of cursors that stand at the same list of several files; the keys in {@code range} count. */
    static RowMerge ofList(List<ListCursor> cursors, KeyRange range) throws IOException {
        return new RowMerge(cursors, range, true);
    }

    /** Of cursors that stand at the first lists of their files; all lists are of one type. */
    static RowMerge ofFiles(List<ListCursor> cursors) throws IOException {
        return new RowMerge(cursors, KeyRange.ALL, false);
    }

    /** Moves to the next row; false when there is none. */
    boolean next() throws IOException {
        Part before = current;
        if (before != null) {
            before.cursor.nextRow();
            if (load(before)) {
                Part least = waiting.peek();
                // Rows of one part often follow one another.
                if (least == null || before.compareTo(least) < 0) {
                    return true;
                }
                waiting.add(before);
            }
        }
        current = waiting.poll();
        return current != null;
    }

    /** Where the row is. */
    ListCursor row() {
        return part().cursor;
    }

    /** Which of the parts it comes from. */
    int partIndex() {
        return part().index;
    }

    long id1() {
        return part().id1;
    }

    long time() {
        return part().time;
    }

    long id2() {
        return part().id2;
    }

    private Part part() {
        if (current == null) {
            throw new IllegalStateException("no row");
        }
        return current;
    }

    /** Notes the key of the part's next row that counts; false when there is none. */
    private boolean load(Part part) throws IOException {
        ListCursor cursor = part.cursor;
        while (cursor.hasRow() || (!oneList && cursor.nextList())) {
            part.id1 = cursor.id1();
            part.id2 = cursor.id2();
            if (range == KeyRange.ALL || range.holds(part.id1, part.id2)) {
                part.time = cursor.time();
                return true;
            }
            cursor.nextRow();
        }
        return false;
    }
}
