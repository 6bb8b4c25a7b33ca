package sluice.model;

import java.util.Arrays;
import java.util.Objects;

/**
 * A node of the graph; unique by {@code id}, an unsigned 64-bit number.
 *
 * <p>{@code data} is not copied: who makes a node hands the array over, who reads it does not write
 * to it. Two nodes are equal when all fields and all bytes of data are.
 *
 * @param time in the unit of its source; Sluice orders by it and never interprets it
 */
public record Node(long id, long type, long version, long time, byte[] data) {
    /** From here on ids are kept for nodes that are added; names of loads get none of these. */
    public static final long RESERVED = 1L << 62;

    public Node {
        Objects.requireNonNull(data, "data");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Node node
                && id == node.id
                && type == node.type
                && version == node.version
                && time == node.time
                && Arrays.equals(data, node.data);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id) * 31 + Arrays.hashCode(data);
    }

    @Override
    public String toString() {
        return "node %s type=%s version=%d time=%d data=%d bytes"
                .formatted(
                        Long.toUnsignedString(id),
                        Long.toUnsignedString(type),
                        version,
                        time,
                        data.length);
    }
}
