package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;

/** The messages by which nodes of a ring ask for ids of an index. Fields are written last first. */
final class IndexCodec {
    private static final int MESSAGE_BYTES = 256;
    private static final int PARTITIONS_MAX = 1 << 16;
    private static final int COMPLETE = 15;

    private IndexCodec() {}

    static WireBytes encodeAsk(IndexPart.Ask ask) {
        IndexQuery query = ask.query();
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        int mark = to.lengthBytes();
        for (int index = ask.partitions().size() - 1; index >= 0; index--) {
            to.varint(ask.partitions().get(index));
        }
        to.message(9, mark);
        to.unsigned(8, query.limit());
        to.unsigned(7, query.firstId());
        to.flag(6, query.isPrefix());
        to.bytes(5, query.to());
        to.bytes(4, query.from());
        to.unsigned(3, query.type());
        to.unsigned(2, query.index());
        to.unsigned(1, ask.version());
        return to.toStream();
    }

    static IndexPart.Ask decodeAsk(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        long version = 0;
        long index = 0;
        long type = 0;
        byte[] low = {};
        byte[] high = {};
        boolean isPrefix = false;
        long firstId = 0;
        long limit = 0;
        LongColumn partitions = new LongColumn();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> version = from.unsigned();
                case 2 -> index = from.unsigned();
                case 3 -> type = from.unsigned();
                case 4 -> low = from.bytes();
                case 5 -> high = from.bytes();
                case 6 -> isPrefix = from.flag();
                case 7 -> firstId = from.unsigned();
                case 8 -> limit = from.unsigned();
                case 9 -> from.varints(partitions);
                default -> from.skip();
            }
        }
        if (low.length > IndexQuery.TOKEN_BYTES_MAX || high.length > IndexQuery.TOKEN_BYTES_MAX) {
            throw new WireException(
                    "a token of more than %d bytes".formatted(IndexQuery.TOKEN_BYTES_MAX));
        }
        return new IndexPart.Ask(
                within("version", version, 0, Integer.MAX_VALUE),
                new IndexQuery(
                        within("index", index, 1, Integer.MAX_VALUE),
                        type,
                        low,
                        high,
                        isPrefix,
                        firstId,
                        within("limit", limit, 1, IndexPart.IDS_MAX)),
                partitions(partitions));
    }

    private static int within(String field, long value, int min, int max) {
        if (value < min || value > max) {
            throw new WireException(
                    "%s must be from %d to %d, not %s"
                            .formatted(field, min, max, Long.toUnsignedString(value)));
        }
        return (int) value;
    }

    private static List<Integer> partitions(LongColumn column) {
        within("the number of partitions", column.size(), 1, PARTITIONS_MAX);
        List<Integer> partitions = new ArrayList<>(column.size());
        for (int index = 0; index < column.size(); index++) {
            partitions.add(within("partition", column.get(index), 0, PARTITIONS_MAX));
        }
        return partitions;
    }

    static WireBytes encode(IndexPart part) {
        WireWriter to = new WireWriter(MESSAGE_BYTES + Long.BYTES * part.ids().ids().length);
        to.flag(COMPLETE, part.complete());
        to.flag(2, part.ids().more());
        to.fixed64s(1, part.ids().ids());
        return to.toStream();
    }

    static IndexPart decode(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        LongColumn ids = new LongColumn();
        boolean more = false;
        boolean complete = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> from.fixed64s(ids);
                case 2 -> more = from.flag();
                case COMPLETE -> complete = from.flag();
                default -> from.skip();
            }
        }
        if (more && ids.size() == 0) {
            throw new WireException("no ids, and further ones behind them");
        }
        return new IndexPart(new IndexedIds(ids.exactArray(), more), complete);
    }
}
