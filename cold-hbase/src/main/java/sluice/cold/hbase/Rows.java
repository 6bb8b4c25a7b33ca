package sluice.cold.hbase;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkListBuilder;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/**
 * How nodes and links lie in the table: keys and values, byte by byte. HBase sorts keys as unsigned
 * bytes, so that ids and types stand big-endian, and times with all bits turned but the first: the
 * newest, signed, comes first.
 */
final class Rows {
    /** Of a key (id1, type). */
    static final int LIST_BYTES = 16;

    /** Data up to this length stand in the point row too, and save a second look-up. */
    static final int INLINE_BYTES = 128;

    /**
     * The row that says whose table it is: before the rows of all ids, which have 8 bytes and more.
     * Not to be written to.
     */
    static final byte[] CLAIM = {0};

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int LIST_VALUE_BYTES = 8;
    private static final int NODE_VALUE_BYTES = 24;
    private static final int POINT_VALUE_BYTES = 17;
    private static final int HIDDEN = 1;
    private static final int INLINE = 2;

    private Rows() {}

    static byte[] id(long id) {
        byte[] key = new byte[8];
        LONG.set(key, 0, id);
        return key;
    }

    static byte[] list(long id1, long linkType) {
        byte[] key = new byte[LIST_BYTES];
        LONG.set(key, 0, id1);
        LONG.set(key, 8, linkType);
        return key;
    }

    /** In its list. */
    static byte[] link(Link link) {
        return link(link.id1(), link.linkType(), link.time(), link.id2());
    }

    /** In a list; those of one time ascend by their id2. */
    static byte[] link(long id1, long linkType, long time, long id2) {
        byte[] key = new byte[32];
        LONG.set(key, 0, id1);
        LONG.set(key, 8, linkType);
        LONG.set(key, 16, time ^ Long.MAX_VALUE);
        LONG.set(key, 24, id2);
        return key;
    }

    static byte[] point(long id1, long linkType, long id2) {
        byte[] key = new byte[24];
        LONG.set(key, 0, id1);
        LONG.set(key, 8, linkType);
        LONG.set(key, 16, id2);
        return key;
    }

    /** A column of a count: what one part has of the list. */
    static byte[] part(long part) {
        return id(part);
    }

    static byte[] count(long count) {
        return id(count);
    }

    static byte[] value(Node node) {
        byte[] value = new byte[NODE_VALUE_BYTES + node.data().length];
        LONG.set(value, 0, node.type());
        LONG.set(value, 8, node.version());
        LONG.set(value, 16, node.time());
        System.arraycopy(node.data(), 0, value, NODE_VALUE_BYTES, node.data().length);
        return value;
    }

    static byte[] value(Link link) {
        byte[] value = new byte[LIST_VALUE_BYTES + link.data().length];
        LONG.set(value, 0, link.version());
        System.arraycopy(link.data(), 0, value, LIST_VALUE_BYTES, link.data().length);
        return value;
    }

    static byte[] pointValue(Link link) {
        boolean inline = link.data().length <= INLINE_BYTES;
        byte[] value = new byte[POINT_VALUE_BYTES + (inline ? link.data().length : 0)];
        value[0] =
                (byte)
                        ((link.visibility() == Visibility.HIDDEN ? HIDDEN : 0)
                                | (inline ? INLINE : 0));
        LONG.set(value, 1, link.time());
        LONG.set(value, 9, link.version());
        if (inline) {
            System.arraycopy(link.data(), 0, value, POINT_VALUE_BYTES, link.data().length);
        }
        return value;
    }

    static boolean isId(Cell cell) {
        return cell.getRowLength() == 8;
    }

    static long id1(Cell cell) {
        return keyLong(cell, 0);
    }

    static long linkType(Cell cell) {
        return keyLong(cell, 8);
    }

    static long count(Cell cell) {
        return valueLong(cell, 0);
    }

    static Node node(Cell cell) {
        return new Node(
                id1(cell),
                valueLong(cell, 0),
                valueLong(cell, 8),
                valueLong(cell, 16),
                data(cell, NODE_VALUE_BYTES));
    }

    /** A link as it stands in a list of this visibility. */
    static Link link(Cell cell, Visibility visibility) {
        return new Link(
                id1(cell),
                linkType(cell),
                keyLong(cell, 24),
                visibility,
                valueLong(cell, 0),
                keyLong(cell, 16) ^ Long.MAX_VALUE,
                data(cell, LIST_VALUE_BYTES));
    }

    static void add(Cell cell, LinkListBuilder list) {
        requireBytes(cell, "value", cell.getValueLength(), LIST_VALUE_BYTES);
        list.add(
                keyLong(cell, 24),
                keyLong(cell, 16) ^ Long.MAX_VALUE,
                valueLong(cell, 0),
                cell.getValueArray(),
                cell.getValueOffset() + LIST_VALUE_BYTES,
                cell.getValueLength() - LIST_VALUE_BYTES);
    }

    /** A link from its point row; without its data where {@link #isWhole} is false. */
    static Link pointLink(Cell cell) {
        return new Link(
                id1(cell),
                linkType(cell),
                keyLong(cell, 16),
                (flags(cell) & HIDDEN) != 0 ? Visibility.HIDDEN : Visibility.VISIBLE,
                valueLong(cell, 9),
                valueLong(cell, 1),
                data(cell, POINT_VALUE_BYTES));
    }

    static boolean isWhole(Cell point) {
        return (flags(point) & INLINE) != 0;
    }

    private static int flags(Cell point) {
        requireBytes(point, "value", point.getValueLength(), POINT_VALUE_BYTES);
        return point.getValueArray()[point.getValueOffset()];
    }

    private static byte[] data(Cell cell, int from) {
        requireBytes(cell, "value", cell.getValueLength(), from);
        int begin = cell.getValueOffset() + from;
        return Arrays.copyOfRange(
                cell.getValueArray(), begin, cell.getValueOffset() + cell.getValueLength());
    }

    private static long keyLong(Cell cell, int at) {
        requireBytes(cell, "key", cell.getRowLength(), at + Long.BYTES);
        return (long) LONG.get(cell.getRowArray(), cell.getRowOffset() + at);
    }

    private static long valueLong(Cell cell, int at) {
        requireBytes(cell, "value", cell.getValueLength(), at + Long.BYTES);
        return (long) LONG.get(cell.getValueArray(), cell.getValueOffset() + at);
    }

    /** Other rows follow in the array of a cell, and would be read as a part of it. */
    private static void requireBytes(Cell cell, String part, int length, int expected) {
        if (length < expected) {
            throw new SluiceException(
                    ErrorCode.CORRUPTION,
                    "the row %s of the HBase table has a %s of %d bytes; expected %d or more: it is damaged, or another program wrote it"
                            .formatted(
                                    Bytes.toStringBinary(
                                            cell.getRowArray(),
                                            cell.getRowOffset(),
                                            cell.getRowLength()),
                                    part,
                                    length,
                                    expected));
        }
    }
}
