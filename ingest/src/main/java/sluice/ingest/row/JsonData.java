package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import sluice.ingest.row.Column.JsonKind;

/**
 * The JSON object that the property columns of one row make, written byte by byte into memory that
 * is used again for the next row.
 *
 * <p>Always valid JSON (RFC 8259): text that is not UTF-8 is refused. An empty field leaves a
 * number or boolean out, makes an empty string, and makes an array without members.
 */
final class JsonData {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private static final long BLANKS = Swar.ONES * ' ';

    private final GrowingBuffer buffer = new GrowingBuffer();
    private final JsonKind[] kinds;

    /** The names of the members, each in quotes and with a colon after it. */
    private final byte[][] prefixes;

    private final byte arrayDelimiter;

    /** Strings are cut off once the object is longer than this, since its row is rejected then. */
    private final int bytesMax;

    JsonData(RowPlan plan, int bytesMax) {
        List<Column> properties = plan.properties;
        arrayDelimiter = plan.relation.arrayDelimiter();
        this.bytesMax = bytesMax;
        kinds = new JsonKind[properties.size()];
        prefixes = new byte[properties.size()][];
        for (int index = 0; index < kinds.length; index++) {
            Column property = properties.get(index);
            kinds[index] = Objects.requireNonNull(property.json());
            byte[] name = property.name().getBytes(StandardCharsets.UTF_8);
            putString(Arrays.copyOf(name, name.length + Swar.SLACK_BYTES), 0, name.length);
            buffer.put((byte) ':');
            prefixes[index] = Arrays.copyOf(buffer.bytes(), buffer.lengthBytes());
            buffer.truncate(0);
        }
    }

    void begin() {
        buffer.truncate(0);
        buffer.put((byte) '{');
    }

    void end() {
        buffer.put((byte) '}');
    }

    byte[] bytes() {
        return buffer.bytes();
    }

    int lengthBytes() {
        return buffer.lengthBytes();
    }

    /** Whether member {@code index} is text. */
    boolean isText(int index) {
        return kinds[index] == JsonKind.STRING || kinds[index] == JsonKind.STRING_ARRAY;
    }

    /** What the text of member {@code index} must be, for messages. */
    String expected(int index) {
        return switch (kinds[index]) {
            case STRING, STRING_ARRAY -> "a string";
            case NUMBER -> "a JSON number";
            case BOOLEAN -> "true, false, 1 or 0";
            case NUMBER_ARRAY -> "a list of JSON numbers";
            case BOOLEAN_ARRAY -> "a list of true, false, 1 or 0";
        };
    }

    /**
     * Adds member {@code index} with the value that the text stands for; false when it stands for
     * none.
     */
    boolean put(int index, byte[] text, int start, int textLength) {
        JsonKind kind = kinds[index];
        int from = start;
        int length = textLength;
        if (kind == JsonKind.NUMBER || kind == JsonKind.BOOLEAN) {
            while (length > 0 && FieldCutter.isBlank(text[from])) {
                from++;
                length--;
            }
            while (length > 0 && FieldCutter.isBlank(text[from + length - 1])) {
                length--;
            }
        }
        if (length == 0 && (kind == JsonKind.NUMBER || kind == JsonKind.BOOLEAN)) {
            return true;
        }
        if (buffer.lengthBytes() > 1) {
            buffer.put((byte) ',');
        }
        buffer.put(prefixes[index]);
        return switch (kind) {
            case STRING -> putString(text, from, length);
            case NUMBER -> putNumber(text, from, length);
            case BOOLEAN -> putBoolean(text, from, length);
            case STRING_ARRAY, NUMBER_ARRAY, BOOLEAN_ARRAY -> putArray(text, from, length, kind);
        };
    }

    private boolean putArray(byte[] text, int from, int length, JsonKind kind) {
        buffer.put((byte) '[');
        int end = from + length;
        int part = from;
        while (length > 0 && part <= end && buffer.lengthBytes() <= bytesMax) {
            int partEnd = part;
            while (partEnd < end && text[partEnd] != arrayDelimiter) {
                partEnd++;
            }
            if (part > from) {
                buffer.put((byte) ',');
            }
            int partLength = partEnd - part;
            boolean good =
                    switch (kind) {
                        case NUMBER_ARRAY -> putNumber(text, part, partLength);
                        case BOOLEAN_ARRAY -> putBoolean(text, part, partLength);
                        default -> putString(text, part, partLength);
                    };
            if (!good) {
                return false;
            }
            part = partEnd + 1;
        }
        buffer.put((byte) ']');
        return true;
    }

    private boolean putBoolean(byte[] text, int from, int length) {
        int value = FieldValue.truth(text, from, length);
        if (value >= 0) {
            buffer.put(value == 1 ? TRUE : FALSE);
        }
        return value >= 0;
    }

    private boolean putNumber(byte[] text, int from, int length) {
        boolean valid = FieldValue.isJsonNumber(text, from, length);
        if (valid) {
            buffer.put(text, from, length);
        }
        return valid;
    }

    /** False where the text is not UTF-8. */
    private boolean putString(byte[] text, int from, int length) {
        buffer.put((byte) '"');
        int end = from + length;
        int position = from;
        while (position < end && buffer.lengthBytes() <= bytesMax) {
            if (position + 8 <= end) {
                long word = Swar.word(text, position);
                if (isPlain(word)) {
                    buffer.putWord(word);
                    position += 8;
                    continue;
                }
            }
            int rest = end - position;
            if (rest < 8 && position + 8 <= text.length) {
                long word = Swar.word(text, position) & (-1L >>> (64 - 8 * rest));
                if (isPlain(word | BLANKS << 8 * rest)) {
                    buffer.putWord(word);
                    buffer.truncate(buffer.lengthBytes() - (8 - rest));
                    break;
                }
            }
            int count = putCharacter(text, position, end);
            if (count == 0) {
                return false;
            }
            position += count;
        }
        buffer.put((byte) '"');
        return true;
    }

    /** Whether eight bytes are ASCII and need no escape. */
    private static boolean isPlain(long word) {
        long special =
                Swar.firstEqual(word, Swar.ONES * '"') | Swar.firstEqual(word, Swar.ONES * '\\');
        long control = (word - Swar.ONES * ' ') & ~word;
        return ((special | control | word) & Swar.HIGHS) == 0;
    }

    /** Puts one character and returns how many bytes of the text it had; 0 where none is there. */
    private int putCharacter(byte[] text, int position, int end) {
        byte value = text[position];
        if (value < 0) {
            int sequence = Utf8.sequenceLength(text, position, end);
            buffer.put(text, position, sequence);
            return sequence;
        }
        if (value >= ' ' && value != '"' && value != '\\') {
            buffer.put(value);
            return 1;
        }
        buffer.put((byte) '\\');
        switch (value) {
            case '"', '\\' -> buffer.put(value);
            case '\b' -> buffer.put((byte) 'b');
            case '\t' -> buffer.put((byte) 't');
            case '\n' -> buffer.put((byte) 'n');
            case '\f' -> buffer.put((byte) 'f');
            case '\r' -> buffer.put((byte) 'r');
            default -> {
                buffer.put(new byte[] {'u', '0', '0', HEX[value >> 4], HEX[value & 15]});
            }
        }
        return 1;
    }
}
