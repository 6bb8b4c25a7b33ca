package sluice.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An answered part of one link list, newest first: the columns of its links in flat arrays, so that
 * an answer of a thousand links is a handful of objects. Safe to share; holds no file open.
 *
 * <p>All links are visible and have the list's {@code id1} and {@code linkType}. Only the first
 * {@link #size()} entries of each column count; the data of all links lies in one array, one after
 * the other.
 */
public final class LinkList {
    private final long id1;
    private final long linkType;
    private final int size;
    private final long[] id2s;
    private final long[] times;
    private final long[] versions;
    private final int[] dataEnds;
    private final byte[] data;

    /**
     * Takes the arrays over without copying them. {@code dataEnds[i]} is where link i's data ends.
     */
    public LinkList(
            long id1,
            long linkType,
            int size,
            long[] id2s,
            long[] times,
            long[] versions,
            int[] dataEnds,
            byte[] data) {
        if (size > id2s.length
                || size > times.length
                || size > versions.length
                || size > dataEnds.length) {
            throw new IllegalArgumentException("a column is shorter than the size " + size);
        }
        this.id1 = id1;
        this.linkType = linkType;
        this.size = size;
        this.id2s = id2s;
        this.times = times;
        this.versions = versions;
        this.dataEnds = dataEnds;
        this.data = data;
    }

    /**
     * A list of these links, which all have {@code id1} and {@code linkType}; copies their data.
     */
    public static LinkList of(long id1, long linkType, List<Link> links) {
        int size = links.size();
        long[] id2s = new long[size];
        long[] times = new long[size];
        long[] versions = new long[size];
        int[] dataEnds = new int[size];
        int end = 0;
        for (int index = 0; index < size; index++) {
            Link link = links.get(index);
            id2s[index] = link.id2();
            times[index] = link.time();
            versions[index] = link.version();
            end = Math.addExact(end, link.data().length);
            dataEnds[index] = end;
        }
        byte[] data = new byte[end];
        for (int index = 0; index < size; index++) {
            byte[] bytes = links.get(index).data();
            System.arraycopy(bytes, 0, data, dataEnds[index] - bytes.length, bytes.length);
        }
        return new LinkList(id1, linkType, size, id2s, times, versions, dataEnds, data);
    }

    public long id1() {
        return id1;
    }

    public long linkType() {
        return linkType;
    }

    public int size() {
        return size;
    }

    public long id2(int index) {
        return id2s[index];
    }

    public long time(int index) {
        return times[index];
    }

    public long version(int index) {
        return versions[index];
    }

    /** A copy of the data of link {@code index}. */
    public byte[] data(int index) {
        return Arrays.copyOfRange(data, dataBegin(index), dataEnds[index]);
    }

    int dataBegin(int index) {
        return index == 0 ? 0 : dataEnds[index - 1];
    }

    int dataEnd(int index) {
        return dataEnds[index];
    }

    /** The data of all links; not to be written to. */
    byte[] dataOfAll() {
        return data;
    }

    /** How many bytes the data of link {@code index} has. */
    public int dataLengthBytes(int index) {
        return dataEnds[index] - (index == 0 ? 0 : dataEnds[index - 1]);
    }

    /** How many bytes the data of all links has. */
    public int dataLengthBytes() {
        return size == 0 ? 0 : dataEnds[size - 1];
    }

    /** Copies the data of all links, one after the other, to {@code target}, from {@code at} on. */
    public void copyData(byte[] target, int at) {
        System.arraycopy(data, 0, target, at, dataLengthBytes());
    }

    /** Link {@code index} as an object of its own. */
    public Link link(int index) {
        return new Link(
                id1,
                linkType,
                id2s[index],
                Visibility.VISIBLE,
                versions[index],
                times[index],
                data(index));
    }

    /** All links as objects. */
    public List<Link> links() {
        List<Link> links = new ArrayList<>(size);
        for (int index = 0; index < size; index++) {
            links.add(link(index));
        }
        return List.copyOf(links);
    }
}
