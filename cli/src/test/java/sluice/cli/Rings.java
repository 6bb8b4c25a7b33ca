package sluice.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * A graph that checks itself, after the "integration test big linked list" of Apache HBase: each
 * node is named by one other, so that no copy of the graph is needed to see what is missing.
 *
 * <p>A ring band has {@code depth} generations of {@code width} nodes. A node of the first one says
 * that it is there ({@link #BEGINS}); a node of any other names the node of its place in the one
 * before ({@link #NAMES}). These are loaded, some bands with each load. Once they are, each node of
 * the first generation names that of the last one: {@code width} rings are closed. The very last
 * band stays open, so that its last generation is named by nobody.
 *
 * <p>Nodes have indexes from 0, band by band; their ids are spread by a product.
 */
record Rings(int loads, int bandsOfALoad, int depth, int width) {
    /** The link type of a node of a first generation, to itself. */
    static final long BEGINS = 1;

    /** The link type of a link to the node that is named. */
    static final long NAMES = 2;

    /** An odd number, and its inverse modulo 2 to the 64. */
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private static final long INVERSE = inverse(FACTOR);

    Rings {
        long count = (long) loads * bandsOfALoad * depth * width;
        if (loads < 1 || bandsOfALoad < 1 || depth < 2 || width < 1 || count > 1 << 30) {
            throw new IllegalArgumentException("too few or too many: " + count);
        }
    }

    /** Rings of about {@code links} links, in {@code loads} loads. */
    static Rings of(int links, int loads, int depth, int width) {
        return new Rings(loads, Math.max(1, links / loads / depth / width), depth, width);
    }

    /** By Newton: each step doubles the bits that are right. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    /** How many nodes there are. */
    int count() {
        return loads * bandsOfALoad * band();
    }

    /** How many links there are in the end. */
    long links() {
        return count() + (long) (loads * bandsOfALoad - 1) * width;
    }

    /** How many nodes nobody names in the end. */
    int unreferenced() {
        return width;
    }

    private int band() {
        return depth * width;
    }

    /** Ids lie in twice the range of the indexes, or less. */
    private long mask() {
        return Long.highestOneBit(count()) * 2 - 1;
    }

    long id(int index) {
        return index * FACTOR & mask();
    }

    /** The index of the node {@code id}, or -1 for an id that no node has. */
    int index(long id) {
        long index = id * INVERSE & mask();
        return (id & ~mask()) == 0 && index < count() ? (int) index : -1;
    }

    /** The links of the load number {@code load}. */
    void write(int load, Path file) throws IOException {
        int nodes = bandsOfALoad * band();
        try (BufferedWriter text = Files.newBufferedWriter(file)) {
            text.write("id1\tlink_type\tid2\n");
            for (int index = load * nodes; index < (load + 1) * nodes; index++) {
                boolean begins = index % band() < width;
                text.write(Long.toString(id(index)));
                text.write(begins ? "\t" + BEGINS + "\t" : "\t" + NAMES + "\t");
                text.write(Long.toString(id(begins ? index : index - width)));
                text.write('\n');
            }
        }
    }

    /** The nodes whose links close the rings of the load number {@code load}. */
    int[] closing(int load) {
        int closed = load < loads - 1 ? bandsOfALoad : bandsOfALoad - 1;
        return IntStream.range(0, closed * width)
                .map(n -> (load * bandsOfALoad + n / width) * band() + n % width)
                .toArray();
    }

    /** The link by which the node {@code index} closes its ring. */
    Link closingLink(int index) {
        long last = id(index + (depth - 1) * width);
        return new Link(id(index), NAMES, last, Visibility.VISIBLE, 0, 0, new byte[0]);
    }
}
