package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import sluice.protocol.ScanRow.OfLink;
import sluice.protocol.ScanRow.OfNode;

/**
 * The messages ScanRequest and ScanAnswer. Fields are written last first: see {@link WireWriter}.
 */
final class ScanCodec {
    private static final int ROW_BYTES = 128;
    private static final int ROWS = 1;
    private static final int LAST = 2;
    private static final int COMPLETE = 15;

    private ScanCodec() {}

    static WireBytes encodeAsk(ScanAsk ask) {
        WireWriter to = new WireWriter(0);
        ScanAsk.Part part = ask.part();
        if (part != null) {
            to.unsigned(3, part.partition());
            to.unsigned(2, part.version());
        }
        to.flag(1, ask.names());
        return to.toStream();
    }

    static ScanAsk decodeAsk(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        boolean names = false;
        long version = 0;
        long partition = 0;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> names = from.flag();
                case 2 -> version = from.unsigned();
                case 3 -> partition = from.unsigned();
                default -> from.skip();
            }
        }
        // One that is too large stands for none that a node has.
        int number = Math.clamp(version, 0, Integer.MAX_VALUE);
        int place = Math.clamp(partition, 0, Integer.MAX_VALUE);
        return new ScanAsk(names, number == 0 ? null : new ScanAsk.Part(number, place));
    }

    static WireBytes encode(ScanPart part) {
        WireWriter to = new WireWriter(part.rows().size() * ROW_BYTES);
        AnswerNames names = part.names();
        if (names != null) {
            NameCodec.write(to, names);
        }
        to.flag(COMPLETE, part.complete());
        to.flag(LAST, part.last());
        for (int index = part.rows().size() - 1; index >= 0; index--) {
            int mark = to.lengthBytes();
            switch (part.rows().get(index)) {
                case OfNode(var node) -> RowCodec.writeNode(to, 1, node);
                case OfLink(var link) -> RowCodec.writeLink(to, 2, link);
            }
            to.message(ROWS, mark);
        }
        return to.toStream();
    }

    static ScanPart decode(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        List<ScanRow> rows = new ArrayList<>();
        boolean last = false;
        boolean complete = false;
        AnswerNames names = null;
        while (from.next()) {
            switch (from.field()) {
                case ROWS -> readRow(from, rows);
                case LAST -> last = from.flag();
                case COMPLETE -> complete = from.flag();
                case NameCodec.NAMES -> names = NameCodec.readAnswerNames(from);
                default -> from.skip();
            }
        }
        return new ScanPart(rows, last, complete, names);
    }

    private static void readRow(WireReader from, List<ScanRow> rows) {
        int outerEnd = from.enter();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> rows.add(new OfNode(RowCodec.readNode(from)));
                case 2 -> rows.add(new OfLink(RowCodec.readLink(from)));
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
    }
}
