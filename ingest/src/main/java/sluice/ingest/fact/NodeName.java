package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import sluice.dictionary.NameCollector;

/**
 * The name of one end of a fact: its group and bytes as the dictionary has them. Filled again and
 * again; belongs to one thread. docs/rdf.md lists the groups.
 */
final class NodeName {
    private static final int NAME = FactNamespace.NAMES;
    private static final int BLANK = FactNamespace.BLANKS;
    private static final int UID = FactNamespace.UIDS;

    private static final byte[] HEX_DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int UID_BYTES_MAX = 18;

    private final byte[] blankPrefix;

    /** Holds names with a prefix, and uids. */
    private byte[] made = new byte[64];

    private int group = NAME;
    private byte[] bytes = made;
    private int offset;
    private int length;
    private long uid;

    NodeName(String blankPrefix) {
        this.blankPrefix = blankPrefix.getBytes(StandardCharsets.UTF_8);
    }

    /** An IRI or a relative name. */
    void setName(byte[] text, int from, int count) {
        group = NAME;
        bytes = text;
        offset = from;
        length = count;
    }

    /** A blank node, by its label. */
    void setBlank(byte[] label, int from, int count) {
        group = BLANK;
        bytes = label;
        offset = from;
        length = count;
        if (blankPrefix.length > 0 && count <= NameCollector.NAME_BYTES_MAX) {
            length = blankPrefix.length + count;
            if (made.length < length) {
                made = new byte[2 * length];
            }
            System.arraycopy(blankPrefix, 0, made, 0, blankPrefix.length);
            System.arraycopy(label, from, made, blankPrefix.length, count);
            bytes = made;
            offset = 0;
        }
    }

    /** A node without a name: the place where it is written, which no blank label is. */
    void setPlace(byte[] label, int from, int count) {
        group = BLANK;
        bytes = label;
        offset = from;
        length = count;
    }

    /** A uid literal, in its one form: 0x and hexadecimal digits. */
    void setUid(long number) {
        group = UID;
        uid = number;
        bytes = made;
        offset = 0;
        length = 2 + Math.max(1, (Long.SIZE + 3 - Long.numberOfLeadingZeros(number)) / 4);
        assert length <= UID_BYTES_MAX;
        made[0] = '0';
        made[1] = 'x';
        long rest = number;
        for (int at = length - 1; at > 1; at--) {
            made[at] = HEX_DIGITS[(int) rest & 0xF];
            rest >>>= 4;
        }
    }

    /** Whether it is a uid, whose number {@link #uid} is. */
    boolean isUid() {
        return group == UID;
    }

    long uid() {
        return uid;
    }

    int length() {
        return length;
    }

    /** The id of the name in {@code namespace}. */
    long id(FactNamespace namespace) {
        return namespace.id(group, bytes, offset, length);
    }

    /** The name as RDF writes it, shortened. */
    String written() {
        int shown = Math.min(length, FactFault.SHOWN_BYTES_MAX);
        String text = FactFault.text(bytes, offset, shown) + (shown < length ? "…" : "");
        return group == BLANK ? "_:" + text : "<" + text + ">";
    }
}
