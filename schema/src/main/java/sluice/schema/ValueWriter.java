package sluice.schema;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import sluice.model.ByteHash;

/**
 * Makes the data of a row out of a value with its language, datatype and facets, or out of the
 * facets of a link; and the slots of properties.
 *
 * <p>For each row {@link #begin}, then what there is in any order, then {@link #finish}. Makes no
 * object a row; keeps arrays as large as the largest row. Belongs to one thread. The bytes:
 * docs/format-properties.md.
 */
public final class ValueWriter {
    private static final int FIRST_BYTES = 256;
    private static final int FIRST_FACETS = 8;

    private byte[] data = new byte[FIRST_BYTES];
    private MemorySegment dataMemory = MemorySegment.ofArray(data);
    private int dataLength;

    /** Language or datatype, then the value, while they are gathered. */
    private byte[] prefix = new byte[FIRST_BYTES];

    private int prefixLength;
    private boolean hasLanguage;
    private ValueType type = ValueType.UID;
    private byte[] value = new byte[FIRST_BYTES];
    private int valueLength;

    /** Facets as they came, each as it stands in a row, and their places by ascending key. */
    private byte[] facets = new byte[FIRST_BYTES];

    private int facetsLength;
    private int[] facetBegins = new int[FIRST_FACETS];
    private int[] facetEnds = new int[FIRST_FACETS];
    private int[] keyBegins = new int[FIRST_FACETS];
    private int[] keyEnds = new int[FIRST_FACETS];
    private int facetCount;

    /** Begins a row: so far that of a link without facets. */
    public void begin() {
        type = ValueType.UID;
        hasLanguage = false;
        prefixLength = 0;
        valueLength = 0;
        facetsLength = 0;
        facetCount = 0;
    }

    /** The value of the row. For {@link ValueType#OTHER} {@link #datatype} is required too. */
    public void value(TypedValue from) {
        type = from.type;
        if (isNumber(type)) {
            value = withRoom(value, ValueBytes.NUMBER_BYTES_MAX);
            valueLength = ValueBytes.putNumber(value, 0, from);
        } else {
            value = withRoom(value, from.length);
            System.arraycopy(from.bytes, from.offset, value, 0, from.length);
            valueLength = from.length;
        }
    }

    /** The language of a text, as written, 1 to 255 bytes. */
    public void language(byte[] bytes, int offset, int length) {
        checkLength("language", length, ValueBytes.LANGUAGE_BYTES_MAX);
        prefix = withRoom(prefix, length + 1);
        prefix[0] = (byte) length;
        System.arraycopy(bytes, offset, prefix, 1, length);
        prefixLength = length + 1;
        hasLanguage = true;
    }

    /** The datatype of a literal of type {@link ValueType#OTHER}, not empty. */
    public void datatype(byte[] bytes, int offset, int length) {
        checkLength("datatype", length, Integer.MAX_VALUE - ValueBytes.VARINT_BYTES_MAX);
        prefix = withRoom(prefix, length + ValueBytes.VARINT_BYTES_MAX);
        int at = ValueBytes.putVarint(prefix, 0, length);
        System.arraycopy(bytes, offset, prefix, at, length);
        prefixLength = at + length;
        hasLanguage = false;
    }

    private static void checkLength(String what, int length, int lengthMax) {
        if (length < 1 || length > lengthMax) {
            throw new IllegalArgumentException("a %s of %d bytes".formatted(what, length));
        }
    }

    /**
     * Adds a facet, whose key must not be empty; false if the row has one of this key already,
     * which then stays as it is.
     */
    public boolean facet(byte[] key, int keyOffset, int keyLength, TypedValue from) {
        checkLength("facet key", keyLength, Integer.MAX_VALUE - ValueBytes.VARINT_BYTES_MAX);
        if (!from.type.isOfFacets()) {
            throw new IllegalArgumentException("no type of a facet: " + from.type);
        }
        int place = placeOf(key, keyOffset, keyLength);
        if (place < 0) {
            return false;
        }
        boolean isNumber = isNumber(from.type);
        int lengthMax = isNumber ? ValueBytes.NUMBER_BYTES_MAX : from.length;
        facets =
                withRoom(
                        facets,
                        Math.addExact(
                                Math.addExact(facetsLength, keyLength),
                                Math.addExact(lengthMax, 2 * ValueBytes.VARINT_BYTES_MAX + 1)));
        insertPlace(place);
        facetBegins[place] = facetsLength;
        int at = ValueBytes.putVarint(facets, facetsLength, keyLength);
        keyBegins[place] = at;
        System.arraycopy(key, keyOffset, facets, at, keyLength);
        at += keyLength;
        keyEnds[place] = at;
        facets[at++] = (byte) from.type.code();
        if (isNumber) {
            // The length of a number takes one byte.
            int end = ValueBytes.putNumber(facets, at + 1, from);
            facets[at] = (byte) (end - at - 1);
            at = end;
        } else {
            at = ValueBytes.putVarint(facets, at, from.length);
            System.arraycopy(from.bytes, from.offset, facets, at, from.length);
            at += from.length;
        }
        facetEnds[place] = at;
        facetsLength = at;
        return true;
    }

    /** Where a key belongs among those before; negative if it is one of them. */
    private int placeOf(byte[] key, int offset, int length) {
        int place = facetCount;
        while (place > 0) {
            int order =
                    Arrays.compareUnsigned(
                            key,
                            offset,
                            offset + length,
                            facets,
                            keyBegins[place - 1],
                            keyEnds[place - 1]);
            if (order == 0) {
                return -1;
            }
            if (order > 0) {
                break;
            }
            place--;
        }
        return place;
    }

    private void insertPlace(int place) {
        if (facetCount == facetBegins.length) {
            int more = 2 * facetCount;
            facetBegins = Arrays.copyOf(facetBegins, more);
            facetEnds = Arrays.copyOf(facetEnds, more);
            keyBegins = Arrays.copyOf(keyBegins, more);
            keyEnds = Arrays.copyOf(keyEnds, more);
        }
        int moved = facetCount - place;
        System.arraycopy(facetBegins, place, facetBegins, place + 1, moved);
        System.arraycopy(facetEnds, place, facetEnds, place + 1, moved);
        System.arraycopy(keyBegins, place, keyBegins, place + 1, moved);
        System.arraycopy(keyEnds, place, keyEnds, place + 1, moved);
        facetCount++;
    }

    /**
     * Ends the row; {@link #bytes} then has its data. Returns how long it is: 0 for a link without
     * facets.
     */
    public int finish() {
        check();
        if (type == ValueType.UID && facetCount == 0) {
            dataLength = 0;
            return 0;
        }
        compose(facetCount > 0);
        return dataLength;
    }

    /**
     * The slot of a value in a list: the hash of its data without facets. After {@link #value} and
     * before {@link #finish}.
     */
    public long slotInList() {
        check();
        compose(false);
        return ByteHash.nonZero(dataMemory, 0, dataLength);
    }

    /** The array whose first bytes are the data of the row that was finished last. */
    public byte[] bytes() {
        return data;
    }

    private void check() {
        boolean isRight =
                hasLanguage ? type.isText() : (prefixLength > 0) == (type == ValueType.OTHER);
        if (!isRight) {
            throw new IllegalStateException(
                    "a value of type %s with %s"
                            .formatted(
                                    type,
                                    hasLanguage
                                            ? "a language"
                                            : prefixLength > 0 ? "a datatype" : "no datatype"));
        }
    }

    private void compose(boolean withFacets) {
        int room = Math.addExact(prefixLength, valueLength);
        room = Math.addExact(room, withFacets ? facetsLength : 0);
        room = Math.addExact(room, 1 + 2 * ValueBytes.VARINT_BYTES_MAX);
        if (data.length < room) {
            data = withRoom(data, room);
            dataMemory = MemorySegment.ofArray(data);
        }
        int head = type.code();
        head |= hasLanguage ? ValueBytes.LANGUAGE : 0;
        head |= withFacets ? ValueBytes.FACETS : 0;
        data[0] = (byte) head;
        int at = 1;
        System.arraycopy(prefix, 0, data, at, prefixLength);
        at += prefixLength;
        if (type != ValueType.UID) {
            at = withFacets ? ValueBytes.putVarint(data, at, valueLength) : at;
            System.arraycopy(value, 0, data, at, valueLength);
            at += valueLength;
        }
        if (withFacets) {
            at = ValueBytes.putVarint(data, at, facetCount);
            for (int i = 0; i < facetCount; i++) {
                int length = facetEnds[i] - facetBegins[i];
                System.arraycopy(facets, facetBegins[i], data, at, length);
                at += length;
            }
        }
        dataLength = at;
    }

    private static boolean isNumber(ValueType type) {
        return type == ValueType.INT
                || type == ValueType.FLOAT
                || type == ValueType.BOOL
                || type == ValueType.DATETIME;
    }

    private static byte[] withRoom(byte[] array, int room) {
        return array.length >= room
                ? array
                : Arrays.copyOf(array, (int) Math.min(Integer.MAX_VALUE - 8, 2L * room));
    }
}
