package sluice.experiments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Links drawn from an input file, to ask for in a benchmark: id1 and link type for lists, id2 for
 * gets. The same file, count and seed give the same sample.
 */
public final class LinkSample {
    private static final int LINE_BYTES_MAX = 8 << 10;
    private static final int WINDOW_BYTES = 1 << 20;

    private final long[] id1;
    private final long[] linkType;
    private final long[] id2;
    private int count;

    private LinkSample(int capacity) {
        id1 = new long[capacity];
        linkType = new long[capacity];
        id2 = new long[capacity];
    }

    /**
     * Draws by degree: each link is as likely as any other, so an id1 comes in proportion to its
     * links. Costs one short read a draw. Takes the line after a random byte: all links are equally
     * likely as long as the lengths of lines have nothing to do with the ids of the line that
     * follows.
     */
    public static LinkSample byDegree(Path input, int count, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        LinkSample sample = new LinkSample(count);
        try (FileChannel file = FileChannel.open(input, StandardOpenOption.READ)) {
            Window window = new Window(file, 2 * LINE_BYTES_MAX);
            while (sample.count < count) {
                window.moveTo(random.nextLong(Math.max(1, file.size())));
                // After the last line comes the first.
                if (!(window.nextLine() && window.toLink()) && !window.toFirstLink()) {
                    throw new IOException(input + " has no links to draw from");
                }
                window.read(sample);
            }
        }
        return sample;
    }

    /**
     * Draws by source: each distinct id1 is as likely as any other, whatever its degree, and is
     * given with the type and id2 of its first link. Costs a pass over the file and about 50 bytes
     * of memory a source.
     */
    public static LinkSample bySource(Path input, int count, long seed) throws IOException {
        Sources sources = new Sources();
        LinkSample one = new LinkSample(1);
        try (FileChannel file = FileChannel.open(input, StandardOpenOption.READ)) {
            Window window = new Window(file, WINDOW_BYTES);
            for (boolean found = window.toFirstLink();
                    found;
                    found = window.nextLine() && window.toLink()) {
                one.count = 0;
                window.read(one);
                sources.add(one.id1[0], one.linkType[0], one.id2[0]);
            }
        }
        if (sources.count == 0) {
            throw new IOException(input + " has no links to draw from");
        }
        SplittableRandom random = new SplittableRandom(seed);
        LinkSample sample = new LinkSample(count);
        while (sample.count < count) {
            int index = random.nextInt(sources.count);
            sample.add(sources.ids[index], sources.linkTypes[index], sources.ends[index]);
        }
        return sample;
    }

    /** How many links were drawn. */
    public int count() {
        return count;
    }

    /** The source of the link drawn as number {@code index}. */
    public long id1(int index) {
        return id1[index];
    }

    /** Its type. */
    public long linkType(int index) {
        return linkType[index];
    }

    /** Its other end. */
    public long id2(int index) {
        return id2[index];
    }

    private void add(long source, long type, long end) {
        id1[count] = source;
        linkType[count] = type;
        id2[count++] = end;
    }

    /** A buffer that moves over the file; {@code at} is the next byte. */
    private static final class Window {
        private final FileChannel file;
        private final byte[] bytes;
        private long offset;
        private int at;
        private int end;

        Window(FileChannel file, int lengthBytes) {
            this.file = file;
            bytes = new byte[lengthBytes];
        }

        void moveTo(long to) throws IOException {
            offset = to;
            at = 0;
            end = 0;
            fill();
        }

        boolean toFirstLink() throws IOException {
            moveTo(0);
            return toLink();
        }

        /** Moves to the first line from here on that begins with a digit. */
        boolean toLink() throws IOException {
            while (at < end && (bytes[at] < '0' || bytes[at] > '9')) {
                if (!nextLine()) {
                    return false;
                }
            }
            return at < end;
        }

        /** Moves behind the next end of a line; false at the file's end. */
        boolean nextLine() throws IOException {
            while (true) {
                while (at < end) {
                    if (bytes[at++] == '\n') {
                        if (end - at < LINE_BYTES_MAX) {
                            fill();
                        }
                        return at < end;
                    }
                }
                fill();
                if (at == end) {
                    return false;
                }
            }
        }

        /** Reads the line's numbers; the window holds all of them. */
        void read(LinkSample sample) {
            long source = number();
            long type = number();
            sample.add(source, type, number());
        }

        /** The number here; moves behind it and the byte after it. */
        private long number() {
            long number = 0;
            while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
                number = number * 10 + (bytes[at++] - '0');
            }
            if (at < end && bytes[at] != '\n') {
                at++;
            }
            return number;
        }

        private void fill() throws IOException {
            System.arraycopy(bytes, at, bytes, 0, end - at);
            offset += at;
            end -= at;
            at = 0;
            ByteBuffer rest = ByteBuffer.wrap(bytes, end, bytes.length - end);
            while (rest.hasRemaining() && file.read(rest, offset + rest.position()) >= 0) {}
            end = rest.position();
        }
    }

    /**
     * Distinct sources in the order of their first link: an open hash table of places in three
     * arrays.
     */
    private static final class Sources {
        private int[] table = filled(1 << 12);
        private long[] ids = new long[1 << 11];
        private long[] linkTypes = new long[1 << 11];
        private long[] ends = new long[1 << 11];
        private int count;

        void add(long id, long linkType, long end) {
            int slot = slotOf(id);
            if (table[slot] >= 0) {
                return;
            }
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
                linkTypes = Arrays.copyOf(linkTypes, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
                table = filled(2 * table.length);
                for (int i = 0; i < count; i++) {
                    table[slotOf(ids[i])] = i;
                }
                slot = slotOf(id);
            }
            table[slot] = count;
            ids[count] = id;
            linkTypes[count] = linkType;
            ends[count++] = end;
        }

        private int slotOf(long id) {
            int mask = table.length - 1;
            int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
            while (table[slot] >= 0 && ids[table[slot]] != id) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }

        private static int[] filled(int length) {
            int[] table = new int[length];
            Arrays.fill(table, -1);
            return table;
        }
    }
}
