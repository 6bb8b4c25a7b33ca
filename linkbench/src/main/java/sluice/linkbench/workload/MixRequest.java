package sluice.linkbench.workload;

/**
 * One request, filled anew for each: a stream makes no object for a request. Arrays are reused; of
 * each so many entries count as is said beside it.
 */
public final class MixRequest {
    private static final int DATA_BYTES = 4096;

    public RequestKind operation = RequestKind.GET_NODE;

    /** The id of the node, or the id from which links go. */
    public long id1;

    public long linkType;
    public long id2;

    /** The links that a multi-get asks for. */
    public long[] id2s = new long[16];

    public int id2Count;

    /** What a link or node is added or updated with. */
    public byte[] data = new byte[DATA_BYTES];

    public int lengthBytes;

    /** Whether a list goes on behind the oldest link of one that was seen before. */
    public boolean history;

    /** The time of that link. */
    public long historyTime;

    /** Which remembered list it is. */
    int historyPlace;

    /** Makes room for data of this length. */
    void ensureData(int bytes) {
        if (data.length < bytes) {
            data = new byte[Math.max(bytes, 2 * data.length)];
        }
    }

    /** Makes room for so many id2s. */
    void ensureId2s(int count) {
        if (id2s.length < count) {
            id2s = new long[Math.max(count, 2 * id2s.length)];
        }
    }
}
