package sluice.voldemort.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * Nodes and links as keys and values, in two stores: a node under its id, a link list under its id
 * and type, in pieces of about {@value #PIECE_BYTES} bytes. Numbers are big-endian.
 *
 * <pre>
 * nodes  key    id 8
 *        value  type 8, version 8, time 8, data
 * links  key    id1 8, type 8, piece 4, counted from 0
 *        value  of each link: id2 8, time 8, version 8, 1 if visible 1, length of data 4, data
 * </pre>
 *
 * <p>Takes rows as a scan of a store shows them, all of one id1 after each other. Belongs to one
 * thread.
 */
public final class GraphTuples {
    static final int NODE_KEY_BYTES = Long.BYTES;
    static final int LINKS_KEY_BYTES = 2 * Long.BYTES + Integer.BYTES;
    static final int NODE_HEADER_BYTES = 3 * Long.BYTES;
    static final int LINK_HEADER_BYTES = 3 * Long.BYTES + 1 + Integer.BYTES;
    static final int PIECE_BYTES = 1 << 20;

    private final Target nodes;
    private final Target links;

    /** How many pieces the lists of {@link #id1} have so far, by type. */
    private final Map<Long, Integer> pieces = new HashMap<>();

    private boolean isOpen;
    private long id1;
    private long linkType;
    private ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);

    /** Takes keys and values. */
    public interface Target {
        void put(byte[] key, byte[] value) throws IOException;
    }

    public GraphTuples(Target nodes, Target links) {
        this.nodes = nodes;
        this.links = links;
    }

    public void node(Node node) throws IOException {
        ByteBuffer value = ByteBuffer.allocate(NODE_HEADER_BYTES + node.data().length);
        value.putLong(node.type()).putLong(node.version()).putLong(node.time());
        value.put(node.data());
        nodes.put(ByteBuffer.allocate(NODE_KEY_BYTES).putLong(node.id()).array(), value.array());
    }

    public void link(Link link) throws IOException {
        int length = LINK_HEADER_BYTES + link.data().length;
        boolean isSame = isOpen && link.id1() == id1 && link.linkType() == linkType;
        if (!isSame || piece.remaining() < length) {
            finish();
            if (!isOpen || link.id1() != id1) {
                pieces.clear();
            }
            isOpen = true;
            id1 = link.id1();
            linkType = link.linkType();
            if (piece.capacity() < length) {
                piece = ByteBuffer.allocate(length);
            }
        }
        piece.putLong(link.id2()).putLong(link.time()).putLong(link.version());
        piece.put((byte) (link.visibility() == Visibility.VISIBLE ? 1 : 0));
        piece.putInt(link.data().length).put(link.data());
    }

    /** Writes the list that is begun; to be called at the end. */
    public void finish() throws IOException {
        if (piece.position() == 0) {
            return;
        }
        int number = pieces.merge(linkType, 1, Integer::sum) - 1;
        ByteBuffer key = ByteBuffer.allocate(LINKS_KEY_BYTES);
        key.putLong(id1).putLong(linkType).putInt(number);
        byte[] value = new byte[piece.position()];
        piece.flip().get(value);
        piece.clear();
        links.put(key.array(), value);
    }
}
