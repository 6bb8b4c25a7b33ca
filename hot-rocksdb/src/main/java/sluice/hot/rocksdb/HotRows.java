package sluice.hot.rocksdb;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * The values of the hot store; numbers are big-endian.
 *
 * <pre>
 * header  rows 8, visible 8, shadowed 8, epoch 8
 * link    kind 1, sequence 8; of a link also version 8, time 8, data
 * node    whole 1, sequence 8; of each change: type 8, present 1;
 *         where present: version 8, time 8, data length 4, data
 * time    version 8, data
 * </pre>
 */
final class HotRows {
    /** Where the data of a list's entry begin. */
    static final int TIME_DATA = 8;

    private static final byte HIDDEN = 0;
    private static final byte VISIBLE = 1;
    private static final byte HIDES = 2;
    private static final byte EXPUNGED = 3;

    private static final int MARK_BYTES = 9;
    private static final int LINK_DATA = 25;
    private static final int CHANGE_BYTES = 9;
    private static final int NODE_BYTES = 20;

    private HotRows() {}

    static byte[] header(HotHeader header) {
        return ByteBuffer.allocate(32)
                .putLong(header.rows())
                .putLong(header.visible())
                .putLong(header.shadowed())
                .putLong(header.epoch())
                .array();
    }

    static HotHeader toHeader(byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        return new HotHeader(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    static byte[] link(HotLink row) {
        if (row.kind() != HotLink.Kind.LINK) {
            byte kind = row.kind() == HotLink.Kind.HIDES ? HIDES : EXPUNGED;
            return ByteBuffer.allocate(MARK_BYTES).put(kind).putLong(row.sequence()).array();
        }
        Link link = row.link();
        return ByteBuffer.allocate(LINK_DATA + link.data().length)
                .put(row.isVisible() ? VISIBLE : HIDDEN)
                .putLong(row.sequence())
                .putLong(link.version())
                .putLong(link.time())
                .put(link.data())
                .array();
    }

    static HotLink toLink(long id1, long linkType, long id2, byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        byte kind = bytes.get();
        long sequence = bytes.getLong();
        if (kind == HIDES || kind == EXPUNGED) {
            return HotLink.mark(
                    kind == HIDES ? HotLink.Kind.HIDES : HotLink.Kind.EXPUNGED,
                    id1,
                    linkType,
                    id2,
                    sequence);
        }
        Link link =
                new Link(
                        id1,
                        linkType,
                        id2,
                        kind == VISIBLE ? Visibility.VISIBLE : Visibility.HIDDEN,
                        bytes.getLong(),
                        bytes.getLong(),
                        Arrays.copyOfRange(value, LINK_DATA, value.length));
        return new HotLink(HotLink.Kind.LINK, link, sequence);
    }

    static byte[] time(Link link) {
        return ByteBuffer.allocate(TIME_DATA + link.data().length)
                .putLong(link.version())
                .put(link.data())
                .array();
    }

    static byte[] node(HotNode row) {
        int length = MARK_BYTES;
        for (HotNode.Change change : row.changes()) {
            Node node = change.node();
            length += CHANGE_BYTES + (node == null ? 0 : NODE_BYTES + node.data().length);
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        bytes.put((byte) (row.whole() ? 1 : 0)).putLong(row.sequence());
        for (HotNode.Change change : row.changes()) {
            Node node = change.node();
            bytes.putLong(change.type()).put((byte) (node == null ? 0 : 1));
            if (node != null) {
                bytes.putLong(node.version()).putLong(node.time());
                bytes.putInt(node.data().length).put(node.data());
            }
        }
        return bytes.array();
    }

    static HotNode toNode(long id, byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        boolean whole = bytes.get() != 0;
        long sequence = bytes.getLong();
        List<HotNode.Change> changes = new ArrayList<>(1);
        while (bytes.hasRemaining()) {
            changes.add(toChange(id, bytes));
        }
        return new HotNode(id, whole, changes, sequence);
    }

    private static HotNode.Change toChange(long id, ByteBuffer bytes) {
        long type = bytes.getLong();
        if (bytes.get() == 0) {
            return new HotNode.Change(type, null);
        }
        long version = bytes.getLong();
        long time = bytes.getLong();
        byte[] data = new byte[bytes.getInt()];
        bytes.get(data);
        return new HotNode.Change(type, new Node(id, type, version, time, data));
    }
}
