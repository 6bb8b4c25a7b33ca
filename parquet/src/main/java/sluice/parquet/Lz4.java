package sluice.parquet;

/**
 * The unpacker of LZ4's block format, alone or in Hadoop's frames. Reading or writing behind an end
 * throws {@link IndexOutOfBoundsException}.
 */
final class Lz4 {
    private Lz4() {}

    /** Returns how many bytes it unpacks to; writes none behind {@code targetLimit}. */
    static int unpack(
            byte[] packed, int from, int limit, byte[] target, int targetFrom, int targetLimit) {
        int at = from;
        int to = targetFrom;
        while (at < limit) {
            int token = packed[at++] & 0xff;
            int literals = token >>> 4;
            if (literals == 15) {
                int more;
                do {
                    more = packed[at++] & 0xff;
                    literals += more;
                } while (more == 255);
            }
            Snappy.requireRoom(literals, limit - at);
            Snappy.requireRoom(literals, targetLimit - to);
            System.arraycopy(packed, at, target, to, literals);
            at += literals;
            to += literals;
            if (at >= limit) {
                break;
            }
            int offset = packed[at] & 0xff | (packed[at + 1] & 0xff) << 8;
            at += 2;
            int length = 4 + (token & 15);
            if (length == 19) {
                int more;
                do {
                    more = packed[at++] & 0xff;
                    length += more;
                } while (more == 255);
            }
            Snappy.requireRoom(length, targetLimit - to);
            Snappy.copyBack(target, targetFrom, to, offset, length);
            to += length;
        }
        return to - targetFrom;
    }

    /** Blocks, each behind its unpacked and its packed length, big end first. */
    static int unpackFramed(
            byte[] packed, int from, int limit, byte[] target, int targetFrom, int targetLimit) {
        int at = from;
        int to = targetFrom;
        while (at < limit) {
            int unpackedBytes = bigEnd(packed, at);
            int packedBytes = bigEnd(packed, at + 4);
            at += 8;
            Snappy.requireRoom(packedBytes, limit - at);
            Snappy.requireRoom(unpackedBytes, targetLimit - to);
            int count = unpack(packed, at, at + packedBytes, target, to, to + unpackedBytes);
            if (count != unpackedBytes) {
                throw new IndexOutOfBoundsException(count);
            }
            at += packedBytes;
            to += unpackedBytes;
        }
        return to - targetFrom;
    }

    private static int bigEnd(byte[] packed, int at) {
        return Integer.reverseBytes(Bits.intAt(packed, at));
    }
}
