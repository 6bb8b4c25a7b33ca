package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts facts whose graph is dropped, by their graphs. Belongs to one thread. Hot: no object for a
 * fact, and a comparison with the graph of the last one where that is the same.
 */
public final class GraphTally {
    /** A longer name is reported by this many bytes of its beginning, and of its end. */
    private static final int SHOWN_BYTES = 80;

    private final long namespace;
    private final byte[][] names = new byte[DroppedGraphs.GRAPHS_MAX][];
    private final long[] counts = new long[DroppedGraphs.GRAPHS_MAX];
    private final boolean[] areBlank = new boolean[DroppedGraphs.GRAPHS_MAX];
    private int count;
    private int last;
    private long others;

    /** The number that came last, and its name. */
    private long lastNumber;

    private byte[] lastName = {};

    /** Counts graphs but {@code namespace}, to which all facts belong. */
    public GraphTally(long namespace) {
        this.namespace = namespace;
    }

    /** Counts a fact of the graph that is a uid, or the namespace of a node. */
    public void add(long number) {
        if (number != namespace) {
            if (number != lastNumber || lastName.length == 0) {
                lastNumber = number;
                lastName = ("0x" + Long.toHexString(number)).getBytes(StandardCharsets.US_ASCII);
            }
            add(lastName, 0, lastName.length, false);
        }
    }

    /** Counts a fact of another graph, by its name or its label. */
    public void add(byte[] bytes, int offset, int length, boolean isBlank) {
        if (last < count && is(last, bytes, offset, length, isBlank)) {
            counts[last]++;
            return;
        }
        for (int at = 0; at < count; at++) {
            if (is(at, bytes, offset, length, isBlank)) {
                counts[at]++;
                last = at;
                return;
            }
        }
        if (count == names.length) {
            others++;
            return;
        }
        names[count] = Arrays.copyOfRange(bytes, offset, offset + length);
        areBlank[count] = isBlank;
        counts[count] = 1;
        last = count++;
    }

    private boolean is(int at, byte[] bytes, int offset, int length, boolean isBlank) {
        byte[] name = names[at];
        return name.length == length
                && areBlank[at] == isBlank
                && Arrays.equals(name, 0, length, bytes, offset, offset + length);
    }

    /** All that were counted so far. */
    public DroppedGraphs graphs() {
        if (count == 0) {
            return DroppedGraphs.NONE;
        }
        List<DroppedGraphs.Graph> graphs = new ArrayList<>();
        long facts = others;
        for (int at = 0; at < count; at++) {
            graphs.add(new DroppedGraphs.Graph(written(at), counts[at]));
            facts += counts[at];
        }
        return new DroppedGraphs(facts, graphs, others > 0);
    }

    private String written(int at) {
        byte[] name = names[at];
        String text =
                name.length <= 2 * SHOWN_BYTES
                        ? text(name, 0, name.length)
                        : text(name, 0, SHOWN_BYTES)
                                + "…"
                                + text(name, name.length - SHOWN_BYTES, SHOWN_BYTES);
        return areBlank[at] ? "_:" + text : "<" + text + ">";
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
}
