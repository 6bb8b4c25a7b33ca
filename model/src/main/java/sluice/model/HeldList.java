package sluice.model;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The visible links that a cold store has of one list, all of them: what a hot store holds of a
 * list that is asked for often, so that the cold store need not be asked. It is a copy of one
 * content, and of no use for any other. Safe to share.
 *
 * <p>Rows that were written online are not in it: they stand before it as they stand before the
 * cold store, so that no write ever changes it.
 */
public final class HeldList {
    private static final byte FORMAT = 1;
    private static final int HEAD_BYTES = 1 + Long.BYTES + Integer.BYTES;
    private static final int LINK_BYTES = 3 * Long.BYTES + Integer.BYTES;

    private final LinkList links;
    private final Source source;

    /**
     * What a list is a copy of.
     *
     * @param epoch of the cold store's content
     * @param store which cold store that is, among those that count their epochs by themselves
     */
    public record Source(long epoch, long store) {}

    /** {@code links} are all visible ones of their list in {@code source}. */
    public HeldList(LinkList links, Source source) {
        this.links = links;
        this.source = source;
    }

    public Source source() {
        return source;
    }

    /** All links, newest first. */
    public LinkList links() {
        return links;
    }

    /** The visible link of {@code id2}; a hidden one is not known here. Looks at each link. */
    public Optional<Link> link(long id2) {
        for (int index = 0; index < links.size(); index++) {
            if (links.id2(index) == id2) {
                return Optional.of(links.link(index));
            }
        }
        return Optional.empty();
    }

    /** The part of the list that {@code query} asks for. */
    public LinkList linkList(LinkQuery query) {
        int first = firstNotAfter(query.maxTime());
        int from = first + (int) Math.min(links.size() - first, query.offset());
        if (from == 0 && query.limit() >= links.size() && query.minTime() == Long.MIN_VALUE) {
            return links;
        }
        int most = Math.min(query.limit(), links.size() - from);
        LinkListBuilder part = new LinkListBuilder(links.id1(), links.linkType(), most);
        for (int index = from;
                part.size() < most && links.time(index) >= query.minTime();
                index++) {
            part.add(links, index);
        }
        return part.build();
    }

    private int firstNotAfter(long time) {
        int low = 0;
        int high = links.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (links.time(middle) > time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many bytes {@link #bytes} has. */
    public static long lengthBytes(LinkList links) {
        return HEAD_BYTES + (long) LINK_BYTES * links.size() + links.dataLengthBytes();
    }

    /**
     * The links as bytes, numbers big-endian: format 1, id1 8, how many 4; of each link id2 8, time
     * 8, version 8, where its data ends 4; the data of all.
     */
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(lengthBytes(links)));
        bytes.put(FORMAT).putLong(links.id1()).putInt(links.size());
        int end = 0;
        for (int index = 0; index < links.size(); index++) {
            end += links.dataLengthBytes(index);
            bytes.putLong(links.id2(index)).putLong(links.time(index));
            bytes.putLong(links.version(index)).putInt(end);
        }
        links.copyData(bytes.array(), bytes.position());
        return bytes.array();
    }

    /**
     * The list of {@link #bytes}; empty where they are of another format or cannot be those of this
     * list: then nothing is held.
     */
    public static Optional<HeldList> of(long id1, long linkType, Source source, byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        try {
            if (from.get() != FORMAT || from.getLong() != id1) {
                return Optional.empty();
            }
            int size = from.getInt();
            if (size < 0 || (long) LINK_BYTES * size > from.remaining()) {
                return Optional.empty();
            }
            long[] id2s = new long[size];
            long[] times = new long[size];
            long[] versions = new long[size];
            int[] dataEnds = new int[size];
            int end = 0;
            for (int index = 0; index < size; index++) {
                id2s[index] = from.getLong();
                times[index] = from.getLong();
                versions[index] = from.getLong();
                dataEnds[index] = from.getInt();
                if (dataEnds[index] < end) {
                    return Optional.empty();
                }
                end = dataEnds[index];
            }
            byte[] data = new byte[from.remaining()];
            from.get(data);
            if (end != data.length) {
                return Optional.empty();
            }
            LinkList links =
                    new LinkList(id1, linkType, size, id2s, times, versions, dataEnds, data);
            return Optional.of(new HeldList(links, source));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }
}
