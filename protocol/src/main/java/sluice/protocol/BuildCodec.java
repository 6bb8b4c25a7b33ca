package sluice.protocol;

import java.util.ArrayList;
import java.util.List;

/** The messages about what is built when. Fields are written last first: see {@link WireWriter}. */
final class BuildCodec {
    private static final int MESSAGE_BYTES = 64;

    private BuildCodec() {}

    static WireBytes encodeId(long id) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        to.unsigned(1, id);
        return to.toStream();
    }

    static Long decodeId(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        long id = 0;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id = from.unsigned();
                default -> from.skip();
            }
        }
        return id;
    }

    static WireBytes encodeOutlook(Outlook outlook) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        if (outlook.microsLeft() != Outlook.UNKNOWN) {
            to.presentUnsigned(5, outlook.microsLeft());
        }
        to.unsigned(4, outlook.rowsAhead());
        to.unsigned(3, outlook.bucketsAhead());
        to.flag(2, outlook.built());
        to.flag(1, outlook.planned());
        return to.toStream();
    }

    static Outlook decodeOutlook(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        boolean planned = false;
        boolean built = false;
        long buckets = 0;
        long rows = 0;
        long micros = Outlook.UNKNOWN;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> planned = from.flag();
                case 2 -> built = from.flag();
                case 3 -> buckets = from.unsigned();
                case 4 -> rows = from.unsigned();
                case 5 -> micros = from.unsigned();
                default -> from.skip();
            }
        }
        return new Outlook(planned, built, buckets, rows, micros);
    }

    static WireBytes encodePin(Pin pin) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        to.flag(3, pin.unpin());
        to.unsigned(2, pin.last());
        to.unsigned(1, pin.first());
        return to.toStream();
    }

    static Pin decodePin(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        long first = 0;
        long last = 0;
        boolean unpin = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> first = from.unsigned();
                case 2 -> last = from.unsigned();
                case 3 -> unpin = from.flag();
                default -> from.skip();
            }
        }
        return new Pin(first, last, unpin);
    }

    static WireBytes encodeRanges(List<IdRange> ranges) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        for (int i = ranges.size() - 1; i >= 0; i--) {
            int mark = to.lengthBytes();
            to.unsigned(2, ranges.get(i).last());
            to.unsigned(1, ranges.get(i).first());
            to.message(1, mark);
        }
        return to.toStream();
    }

    static List<IdRange> decodeRanges(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        List<IdRange> ranges = new ArrayList<>();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> ranges.add(readRange(from));
                default -> from.skip();
            }
        }
        return ranges;
    }

    private static IdRange readRange(WireReader from) {
        int outerEnd = from.enter();
        long first = 0;
        long last = 0;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> first = from.unsigned();
                case 2 -> last = from.unsigned();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        if (Long.compareUnsigned(first, last) > 0) {
            throw new WireException("a range of ids runs backwards");
        }
        return new IdRange(first, last);
    }

    static WireBytes encodeEpoch(long epoch) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        to.unsigned(1, epoch);
        return to.toStream();
    }

    static WireBytes encodeRing(byte[] json) {
        WireWriter to = new WireWriter(json.length + MESSAGE_BYTES);
        to.bytes(1, json);
        return to.toStream();
    }

    static byte[] decodeRing(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        byte[] json = {};
        while (from.next()) {
            switch (from.field()) {
                case 1 -> json = from.bytes();
                default -> from.skip();
            }
        }
        return json;
    }
}
