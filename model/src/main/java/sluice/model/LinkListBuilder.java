package sluice.model;

import java.util.Arrays;

/** Gathers the links of a {@link LinkList}, column by column. Belongs to one thread. */
public final class LinkListBuilder {
    private static final int DATA_BYTES_TO_BEGIN_WITH = 256;

    private final long id1;
    private final long linkType;
    private int size;
    private long[] id2s;
    private long[] times;
    private long[] versions;
    private int[] dataEnds;
    private byte[] data = new byte[DATA_BYTES_TO_BEGIN_WITH];

    /** An empty list with room for {@code expected} links to begin with. */
    public LinkListBuilder(long id1, long linkType, int expected) {
        this.id1 = id1;
        this.linkType = linkType;
        id2s = new long[expected];
        times = new long[expected];
        versions = new long[expected];
        dataEnds = new int[expected];
    }

    public int size() {
        return size;
    }

    /** Adds a link; its data are copied from {@code from}. */
    public void add(
            long id2, long time, long version, byte[] from, int dataOffset, int dataLength) {
        if (size == id2s.length) {
            int room = Math.max(16, Math.multiplyExact(size, 2));
            id2s = Arrays.copyOf(id2s, room);
            times = Arrays.copyOf(times, room);
            versions = Arrays.copyOf(versions, room);
            dataEnds = Arrays.copyOf(dataEnds, room);
        }
        int begin = size == 0 ? 0 : dataEnds[size - 1];
        int end = Math.addExact(begin, dataLength);
        if (end > data.length) {
            data = Arrays.copyOf(data, Math.clamp(2L * data.length, end, Integer.MAX_VALUE - 8));
        }
        System.arraycopy(from, dataOffset, data, begin, dataLength);
        id2s[size] = id2;
        times[size] = time;
        versions[size] = version;
        dataEnds[size++] = end;
    }

    /** Adds link {@code index} of {@code list}. */
    public void add(LinkList list, int index) {
        int begin = list.dataBegin(index);
        add(
                list.id2(index),
                list.time(index),
                list.version(index),
                list.dataOfAll(),
                begin,
                list.dataEnd(index) - begin);
    }

    /** What was added. The builder is of no use any more. */
    public LinkList build() {
        return new LinkList(id1, linkType, size, id2s, times, versions, dataEnds, data);
    }
}
