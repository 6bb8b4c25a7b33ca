package sluice.parquet;

/**
 * The unpacker of Snappy's raw format: a length, then literals and copies of what came before.
 * Reading or writing behind an end throws {@link IndexOutOfBoundsException}.
 */
final class Snappy {
    private Snappy() {}

    /** Returns how many bytes it unpacks to; writes none behind {@code targetLimit}. */
    static int unpack(
            byte[] packed, int from, int limit, byte[] target, int targetFrom, int targetLimit) {
        int at = from;
        while (packed[at++] < 0) {
            // The unpacked length, which the page's header has too.
        }
        int to = targetFrom;
        while (at < limit) {
            int tag = packed[at++] & 0xff;
            int length;
            int offset;
            switch (tag & 3) {
                case 0 -> {
                    length = tag >>> 2;
                    if (length >= 60) {
                        int bytes = length - 59;
                        length = number(packed, at, bytes);
                        at += bytes;
                    }
                    length = Math.addExact(length, 1);
                    requireRoom(length, limit - at);
                    requireRoom(length, targetLimit - to);
                    System.arraycopy(packed, at, target, to, length);
                    at += length;
                    to += length;
                    continue;
                }
                case 1 -> {
                    length = 4 + (tag >>> 2 & 7);
                    offset = (tag & 0xe0) << 3 | packed[at++] & 0xff;
                }
                case 2 -> {
                    length = 1 + (tag >>> 2);
                    offset = number(packed, at, 2);
                    at += 2;
                }
                default -> {
                    length = 1 + (tag >>> 2);
                    offset = number(packed, at, 4);
                    at += 4;
                }
            }
            requireRoom(length, targetLimit - to);
            copyBack(target, targetFrom, to, offset, length);
            to += length;
        }
        return to - targetFrom;
    }

    private static int number(byte[] packed, int at, int bytes) {
        int value = 0;
        for (int index = 0; index < bytes; index++) {
            value |= (packed[at + index] & 0xff) << (8 * index);
        }
        return value;
    }

    static void requireRoom(int length, int room) {
        if (length < 0 || length > room) {
            throw new IndexOutOfBoundsException(length);
        }
    }

    /** Copies {@code length} bytes from {@code offset} bytes before {@code to}, over itself too. */
    static void copyBack(byte[] target, int targetFrom, int to, int offset, int length) {
        if (offset <= 0 || offset > to - targetFrom) {
            throw new IndexOutOfBoundsException(offset);
        }
        if (offset >= length) {
            System.arraycopy(target, to - offset, target, to, length);
            return;
        }
        for (int index = 0; index < length; index++) {
            target[to + index] = target[to + index - offset];
        }
    }
}
