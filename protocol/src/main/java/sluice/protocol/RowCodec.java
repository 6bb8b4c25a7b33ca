package sluice.protocol;

import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/** The messages Node and Link. Fields are written last first: see {@link WireWriter}. */
final class RowCodec {
    private static final byte[] NO_BYTES = {};

    private RowCodec() {}

    static void writeNode(WireWriter to, int field, Node node) {
        int mark = to.lengthBytes();
        to.bytes(5, node.data());
        to.signed(4, node.time());
        to.signed(3, node.version());
        to.unsigned(2, node.type());
        to.unsigned(1, node.id());
        to.message(field, mark);
    }

    static void writeLink(WireWriter to, int field, Link link) {
        int mark = to.lengthBytes();
        to.bytes(7, link.data());
        to.signed(6, link.time());
        to.signed(5, link.version());
        to.flag(4, link.visibility() == Visibility.HIDDEN);
        to.unsigned(3, link.id2());
        to.unsigned(2, link.linkType());
        to.unsigned(1, link.id1());
        to.message(field, mark);
    }

    /** Reads the node that is the field at which {@code from} stands. */
    static Node readNode(WireReader from) {
        int outerEnd = from.enter();
        long id = 0;
        long type = 0;
        long version = 0;
        long time = 0;
        byte[] data = NO_BYTES;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id = from.unsigned();
                case 2 -> type = from.unsigned();
                case 3 -> version = from.signed();
                case 4 -> time = from.signed();
                case 5 -> data = from.bytes();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new Node(id, type, version, time, data);
    }

    /** Reads the link that is the field at which {@code from} stands. */
    static Link readLink(WireReader from) {
        int outerEnd = from.enter();
        long id1 = 0;
        long linkType = 0;
        long id2 = 0;
        Visibility visibility = Visibility.VISIBLE;
        long version = 0;
        long time = 0;
        byte[] data = NO_BYTES;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id1 = from.unsigned();
                case 2 -> linkType = from.unsigned();
                case 3 -> id2 = from.unsigned();
                case 4 -> visibility = from.flag() ? Visibility.HIDDEN : Visibility.VISIBLE;
                case 5 -> version = from.signed();
                case 6 -> time = from.signed();
                case 7 -> data = from.bytes();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new Link(id1, linkType, id2, visibility, version, time, data);
    }
}
