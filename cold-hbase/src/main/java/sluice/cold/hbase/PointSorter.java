package sluice.cold.hbase;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Brings the point rows of one list from the order of its times into that of its id2s. A list that
 * is longer than the memory is sorted in parts, which go through files. Of what was added for one
 * id2 what is gone counts only where it is all there is. Belongs to one thread.
 */
final class PointSorter implements AutoCloseable {
    private static final int ENTRY_BYTES = 16;
    private static final int FILE_BUFFER_BYTES = 32 << 10;
    private static final int SMALL = 12;

    /** Takes what was sorted. */
    interface Sink {
        void point(long id2, byte[] value) throws IOException;

        void gone(long id2) throws IOException;
    }

    /** Stands for what is gone: no row is that short. */
    private static final byte[] GONE = {};

    private final FileSystem fileSystem;
    private final Path folder;
    private final long bytesMax;
    private final List<Path> parts = new ArrayList<>();
    private long[] id2s = new long[64];
    private int[] ends = new int[64];
    private byte[] values = new byte[4096];
    private int size;

    /** Parts go to {@code folder} where a list takes more than about {@code bytesMax} of memory. */
    PointSorter(FileSystem fileSystem, Path folder, long bytesMax) {
        this.fileSystem = fileSystem;
        this.folder = folder;
        this.bytesMax = bytesMax;
    }

    /** Adds that the row of {@code id2} left its place, perhaps for another one. */
    void addGone(long id2) throws IOException {
        add(id2, GONE);
    }

    void add(long id2, byte[] value) throws IOException {
        int begin = begin(size);
        if ((long) begin + value.length + (long) ENTRY_BYTES * size > bytesMax && size > 0) {
            writePart();
            begin = 0;
        }
        if (size == id2s.length) {
            id2s = Arrays.copyOf(id2s, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        int end = Math.addExact(begin, value.length);
        if (end > values.length) {
            values = Arrays.copyOf(values, Math.clamp(2L * values.length, end, 1 << 30));
        }
        System.arraycopy(value, 0, values, begin, value.length);
        id2s[size] = id2;
        ends[size++] = end;
    }

    /** Hands all over that was added, by id2, unsigned; nothing is left then. */
    void drain(Sink sink) throws IOException {
        Joined rows = new Joined(sink);
        if (parts.isEmpty()) {
            for (int index : sorted()) {
                rows.add(id2s[index], Arrays.copyOfRange(values, begin(index), ends[index]));
            }
            size = 0;
            rows.end();
            return;
        }
        writePart();
        merge(rows);
        rows.end();
        deleteParts();
    }

    /** Makes one of those of an id2, which come one after the other. */
    private static final class Joined {
        private final Sink sink;
        private boolean isOpen;
        private long id2;
        private byte[] value = GONE;

        Joined(Sink sink) {
            this.sink = sink;
        }

        void add(long nextId2, byte[] next) throws IOException {
            if (isOpen && nextId2 != id2) {
                end();
            }
            if (!isOpen || next.length > 0) {
                value = next;
            }
            id2 = nextId2;
            isOpen = true;
        }

        void end() throws IOException {
            if (isOpen && value.length == 0) {
                sink.gone(id2);
            } else if (isOpen) {
                sink.point(id2, value);
            }
            isOpen = false;
        }
    }

    @Override
    public void close() throws IOException {
        deleteParts();
    }

    private void deleteParts() throws IOException {
        for (Path part : parts) {
            fileSystem.delete(part, false);
        }
        parts.clear();
    }

    private int begin(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    private void writePart() throws IOException {
        Path part = new Path(folder, "sort-" + parts.size());
        parts.add(part);
        try (DataOutputStream output =
                new DataOutputStream(
                        new BufferedOutputStream(
                                fileSystem.create(part, true), FILE_BUFFER_BYTES))) {
            for (int index : sorted()) {
                int begin = begin(index);
                output.writeLong(id2s[index]);
                output.writeInt(ends[index] - begin);
                output.write(values, begin, ends[index] - begin);
            }
        }
        size = 0;
    }

    private void merge(Joined rows) throws IOException {
        List<Part> opened = new ArrayList<>();
        try {
            PriorityQueue<Part> queue =
                    new PriorityQueue<>(
                            Comparator.comparing((Part part) -> part.id2, Long::compareUnsigned));
            for (Path path : parts) {
                Part part = new Part(path);
                opened.add(part);
                if (part.next()) {
                    queue.add(part);
                }
            }
            for (Part part = queue.poll(); part != null; part = queue.poll()) {
                rows.add(part.id2, part.value);
                if (part.next()) {
                    queue.add(part);
                }
            }
        } finally {
            for (Part part : opened) {
                part.input.close();
            }
        }
    }

    /** The ordinals of what is in memory, by id2. */
    private int[] sorted() {
        int[] order = new int[size];
        for (int index = 0; index < size; index++) {
            order[index] = index;
        }
        sort(order, order.clone(), 0, size);
        return order;
    }

    /** Sorts {@code order} from {@code from} to {@code to}; {@code spare} begins as its copy. */
    private void sort(int[] order, int[] spare, int from, int to) {
        if (to - from <= SMALL) {
            for (int at = from + 1; at < to; at++) {
                int moved = order[at];
                int hole = at;
                for (; hole > from && isAbove(order[hole - 1], moved); hole--) {
                    order[hole] = order[hole - 1];
                }
                order[hole] = moved;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        sort(spare, order, from, middle);
        sort(spare, order, middle, to);
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            if (right == to || left < middle && !isAbove(spare[left], spare[right])) {
                order[at] = spare[left++];
            } else {
                order[at] = spare[right++];
            }
        }
    }

    private boolean isAbove(int first, int second) {
        return Long.compareUnsigned(id2s[first], id2s[second]) > 0;
    }

    /** A sorted part while it is read. */
    private final class Part {
        private final DataInputStream input;
        private final long lengthBytes;
        private long positionBytes;
        private long id2;
        private byte[] value = new byte[0];

        Part(Path path) throws IOException {
            lengthBytes = fileSystem.getFileStatus(path).getLen();
            input =
                    new DataInputStream(
                            new BufferedInputStream(fileSystem.open(path), FILE_BUFFER_BYTES));
        }

        boolean next() throws IOException {
            if (positionBytes == lengthBytes) {
                return false;
            }
            id2 = input.readLong();
            value = new byte[input.readInt()];
            input.readFully(value);
            positionBytes += 12 + value.length;
            return true;
        }
    }
}
