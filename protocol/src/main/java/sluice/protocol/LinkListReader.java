package sluice.protocol;

import sluice.model.LinkList;
import sluice.protocol.Result.LinkListResult;

/** The columns of a link list while they are read. */
final class LinkListReader {
    private static final byte[] NO_BYTES = {};

    private final LongColumn id2s = new LongColumn();
    private final LongColumn times = new LongColumn();
    private final LongColumn versions = new LongColumn();
    private final LongColumn lengths = new LongColumn();
    private long id1;
    private long linkType;
    private byte[] data = NO_BYTES;
    private final AnswerTail tail = new AnswerTail();

    Result read(WireReader from) {
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id1 = from.unsigned();
                case 2 -> linkType = from.unsigned();
                case 3 -> from.fixed64s(id2s);
                case 4 -> from.fixed64s(times);
                case 5 -> from.varints(versions);
                case 6 -> from.varints(lengths);
                case 7 -> data = from.bytes();
                default -> tail.read(from);
            }
        }
        int size = id2s.size();
        if (times.size() != size || versions.size() != size || lengths.size() != size) {
            throw new WireException("the columns of a link list are of different lengths");
        }
        LinkList list =
                new LinkList(
                        id1,
                        linkType,
                        size,
                        id2s.array(),
                        times.array(),
                        unzigzag(versions.array()),
                        ends(size),
                        data);
        return tail.named(new LinkListResult(list, tail.complete()));
    }

    private static long[] unzigzag(long[] values) {
        for (int index = 0; index < values.length; index++) {
            values[index] = WireReader.unzigzag(values[index]);
        }
        return values;
    }

    private int[] ends(int size) {
        int[] ends = new int[size];
        long end = 0;
        for (int index = 0; index < size; index++) {
            long length = lengths.get(index);
            if (length < 0 || length > data.length - end) {
                throw new WireException("a link's data is longer than the data of its list");
            }
            end += length;
            ends[index] = (int) end;
        }
        return ends;
    }
}
