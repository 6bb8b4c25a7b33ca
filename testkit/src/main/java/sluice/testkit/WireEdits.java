package sluice.testkit;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes bad protocol buffers of good ones: fields that are cut, repeated, left out, nested, of
 * another number or wire type, or longer than what is there. Belongs to one thread.
 */
public final class WireEdits {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;
    private static final int DEPTH_MAX = 4;
    private static final int PADDING_MAX = 12;

    /** Lengths at which sums overflow, and such as a hasty reader would set aside memory for. */
    private static final long[] LENGTHS = {
        1L << 20, (1L << 24) + 1, Integer.MAX_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE, -1, -8
    };

    private final RandomGenerator random;

    /** Where a field begins, where its content does, and where it ends. */
    private record Field(int from, int content, int to, int tag) {}

    public WireEdits(RandomGenerator random) {
        this.random = random;
    }

    /** A changed copy of {@code message}; in rare cases the change shows in nothing. */
    public byte[] edit(byte[] message) {
        return edit(message, DEPTH_MAX);
    }

    private byte[] edit(byte[] message, int depth) {
        List<Field> fields = fields(message);
        if (fields.isEmpty() || random.nextInt(8) == 0) {
            return editBytes(message);
        }
        Field field = fields.get(random.nextInt(fields.size()));
        byte[] whole = Arrays.copyOfRange(message, field.from, field.to);
        byte[] content = Arrays.copyOfRange(message, field.content, field.to);
        if ((field.tag & 7) == LENGTH && depth > 0 && random.nextInt(4) != 0) {
            return replace(message, field, withLength(field.tag, edit(content, depth - 1)));
        }
        return switch (random.nextInt(9)) {
            case 0 -> replace(message, field, new byte[0]);
            case 1 -> replace(message, field, together(whole, whole));
            case 2 -> replace(message, field, together(unknown(), whole));
            case 3 -> replace(message, field, together(varint(otherTag(field.tag)), content));
            case 4 -> replace(message, field, withLength(field.tag, whole));
            case 5 -> replace(message, field, together(varint(field.tag), varint(anyLength())));
            case 6 -> replace(message, field, together(varint(field.tag & ~7), longVarint()));
            case 7 -> Arrays.copyOf(message, field.from + random.nextInt(whole.length));
            default -> replace(message, field, together(varint(field.tag), content));
        };
    }

    private byte[] editBytes(byte[] message) {
        byte[] changed = message.clone();
        int at = message.length == 0 ? 0 : random.nextInt(message.length);
        switch (random.nextInt(4)) {
            case 0 -> changed = Arrays.copyOf(message, at);
            case 1 -> changed = together(message, unknown());
            default -> {
                if (message.length > 0) {
                    changed[at] ^= (byte) (1 << random.nextInt(8));
                }
            }
        }
        return changed;
    }

    /** The fields of {@code message}, up to the first bytes that are not a field. */
    private static List<Field> fields(byte[] message) {
        List<Field> fields = new ArrayList<>();
        int at = 0;
        while (at < message.length) {
            int from = at;
            int content = endOfVarint(message, at);
            if (content < 0) {
                return fields;
            }
            int tag = (int) number(message, at);
            long end =
                    switch (tag & 7) {
                        case VARINT -> endOfVarint(message, content);
                        case FIXED64 -> content + 8L;
                        case FIXED32 -> content + 4L;
                        case LENGTH -> {
                            int begin = endOfVarint(message, content);
                            long length = begin < 0 ? -1 : number(message, content);
                            content = begin;
                            yield length < 0 || length > message.length ? -1 : begin + length;
                        }
                        default -> -1;
                    };
            if (end < 0 || end > message.length) {
                return fields;
            }
            at = (int) end;
            fields.add(new Field(from, content, at, tag));
        }
        return fields;
    }

    /** -1 if the message ends in it. */
    private static int endOfVarint(byte[] message, int from) {
        int at = from;
        while (at < message.length && message[at] < 0) {
            at++;
        }
        return at < message.length ? at + 1 : -1;
    }

    private static long number(byte[] message, int from) {
        long value = 0;
        int shift = 0;
        int at = from;
        do {
            value |= (message[at] & 0x7FL) << shift;
            shift += 7;
        } while (message[at++] < 0);
        return value;
    }

    private static byte[] replace(byte[] message, Field field, byte[] other) {
        return together(
                Arrays.copyOf(message, field.from),
                together(other, Arrays.copyOfRange(message, field.to, message.length)));
    }

    private static byte[] withLength(int tag, byte[] content) {
        return together(varint(tag & ~7 | LENGTH), together(varint(content.length), content));
    }

    /** A field that no message has, or one that others have, of any wire type. */
    private byte[] unknown() {
        int number = random.nextBoolean() ? random.nextInt(1, 20) : random.nextInt(20, 1 << 29);
        int type = random.nextInt(8);
        byte[] content = new byte[random.nextInt(20)];
        random.nextBytes(content);
        return type == LENGTH
                ? withLength(number << 3, content)
                : together(varint((long) number << 3 | type), content);
    }

    private long otherTag(int tag) {
        return random.nextBoolean()
                ? tag & ~7 | random.nextInt(8)
                : (long) random.nextInt(20) << 3 | tag & 7;
    }

    private long anyLength() {
        return random.nextBoolean()
                ? random.nextInt(1 << 12)
                : LENGTHS[random.nextInt(LENGTHS.length)];
    }

    /** A number with zeros behind it, or with more bytes than a number may have. */
    private byte[] longVarint() {
        byte[] bytes = new byte[1 + random.nextInt(PADDING_MAX)];
        Arrays.fill(bytes, (byte) 0x80);
        bytes[0] |= (byte) random.nextInt(0x80);
        bytes[bytes.length - 1] &= 0x7F;
        return bytes;
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        to.write((int) rest);
        return to.toByteArray();
    }

    private static byte[] together(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
