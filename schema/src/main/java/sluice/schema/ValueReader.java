package sluice.schema;

import java.lang.foreign.MemorySegment;

/**
 * Reads the data of a row: a value with its language, datatype and facets, or the facets of a link.
 *
 * <p>{@link #read} checks everything first, and never reads outside the row that it is given,
 * whatever its bytes are. Makes no object a row; belongs to one thread. Places are offsets in the
 * memory that was given.
 */
public final class ValueReader {
    private MemorySegment memory = MemorySegment.NULL;

    /** Where the row ends, and where the next byte is read. */
    private long end;

    private long at;
    private ValueFault fault = ValueFault.EMPTY;

    private ValueType type = ValueType.UID;
    private long languageOffset;
    private int languageLength;
    private long datatypeOffset;
    private int datatypeLength;
    private long valueOffset;
    private int valueLength;
    private int facetCount;

    private long keyOffset;
    private int keyLength;
    private ValueType facetType = ValueType.STRING;
    private long facetOffset;
    private int facetLength;

    /**
     * Reads the row of {@code length} bytes at {@code offset}, which must lie in {@code row}; false
     * if it is no row that a {@link ValueWriter} makes: {@link #fault} says why.
     */
    public boolean read(MemorySegment row, long offset, int length) {
        memory = row;
        at = offset;
        end = offset + length;
        languageLength = 0;
        datatypeLength = 0;
        valueLength = 0;
        facetCount = 0;
        fault = length == 0 ? ValueFault.EMPTY : ValueFault.NONE;
        if (fault == ValueFault.NONE) {
            readRow();
        }
        return fault == ValueFault.NONE;
    }

    private void readRow() {
        int head = memory.get(ValueBytes.BYTE, at++);
        ValueType found = ValueType.ofCode(head & ValueBytes.TYPE_MASK);
        boolean hasFacets = (head & ValueBytes.FACETS) != 0;
        if (found == null
                || (head & ValueBytes.UNUSED) != 0
                || (found == ValueType.UID && !hasFacets)) {
            fault = ValueFault.HEAD;
            return;
        }
        type = found;
        if ((head & ValueBytes.LANGUAGE) != 0) {
            readLanguage();
        }
        if (type == ValueType.OTHER) {
            datatypeLength = length();
            datatypeOffset = at;
            at += datatypeLength;
            refuse(datatypeLength == 0, ValueFault.LENGTH);
        }
        if (type != ValueType.UID) {
            valueLength = hasFacets ? length() : (int) (end - at);
            valueOffset = at;
            at += valueLength;
            checkNumber(type, valueOffset, valueLength);
        }
        if (hasFacets) {
            readFacets();
        }
    }

    private void readLanguage() {
        if (!type.isText()) {
            fault = ValueFault.LANGUAGE;
            return;
        }
        int length = at < end ? memory.get(ValueBytes.BYTE, at++) & 0xFF : 0;
        if (length == 0 || length > end - at) {
            fault = ValueFault.LENGTH;
            return;
        }
        languageOffset = at;
        languageLength = length;
        at += length;
    }

    private void readFacets() {
        int count = varint();
        long first = at;
        long lastKey = 0;
        int lastLength = 0;
        refuse(count == 0, ValueFault.FACETS);
        for (int i = 0; i < count && fault == ValueFault.NONE; i++) {
            readFacet();
            boolean isInOrder = i == 0 || compare(keyOffset, keyLength, lastKey, lastLength) > 0;
            refuse(!isInOrder || keyLength == 0, ValueFault.FACETS);
            lastKey = keyOffset;
            lastLength = keyLength;
        }
        refuse(at != end, ValueFault.LENGTH);
        facetCount = count;
        at = first;
    }

    /** Reads a facet, checked or not yet: an error leaves lengths that lie in the row. */
    private void readFacet() {
        keyLength = length();
        keyOffset = at;
        at += keyLength;
        if (at >= end) {
            fault = fault == ValueFault.NONE ? ValueFault.LENGTH : fault;
            return;
        }
        ValueType found = ValueType.ofCode(memory.get(ValueBytes.BYTE, at++));
        if (found == null || !found.isOfFacets()) {
            fault = fault == ValueFault.NONE ? ValueFault.FACETS : fault;
            return;
        }
        facetType = found;
        facetLength = length();
        facetOffset = at;
        at += facetLength;
        checkNumber(found, facetOffset, facetLength);
    }

    private int compare(long a, int aLength, long b, int bLength) {
        long mismatch = MemorySegment.mismatch(memory, a, a + aLength, memory, b, b + bLength);
        if (mismatch < 0 || mismatch == aLength || mismatch == bLength) {
            return Integer.compare(aLength, bLength);
        }
        return Byte.compareUnsigned(
                memory.get(ValueBytes.BYTE, a + mismatch),
                memory.get(ValueBytes.BYTE, b + mismatch));
    }

    /** Notes {@code why} if this is the first fault. */
    private void refuse(boolean isWrong, ValueFault why) {
        if (isWrong && fault == ValueFault.NONE) {
            fault = why;
        }
    }

    /** A length that lies in the row; 0 where the row is at fault. */
    private int length() {
        int length = varint();
        refuse(length > end - at, ValueFault.LENGTH);
        return fault == ValueFault.NONE ? length : 0;
    }

    /** The next number; 0 where the row is at fault. */
    private int varint() {
        long number = 0;
        for (int shift = 0; fault == ValueFault.NONE; shift += 7) {
            if (at >= end) {
                fault = ValueFault.LENGTH;
                return 0;
            }
            int next = memory.get(ValueBytes.BYTE, at++);
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                refuse((next == 0 && shift > 0) || number > Integer.MAX_VALUE, ValueFault.VARINT);
                return fault == ValueFault.NONE ? (int) number : 0;
            }
            refuse(shift == 28, ValueFault.VARINT);
        }
        return 0;
    }

    private void checkNumber(ValueType of, long offset, int length) {
        if (fault != ValueFault.NONE) {
            return;
        }
        boolean isRight =
                switch (of) {
                    case INT ->
                            length <= 8
                                    && ValueBytes.widthOfInt(
                                                    ValueBytes.getInt(memory, offset, length))
                                            == length;
                    case FLOAT ->
                            length == 8
                                    && !Double.isNaN(
                                            Double.longBitsToDouble(
                                                    memory.get(ValueBytes.LONG, offset)));
                    case BOOL -> length == 1 && (memory.get(ValueBytes.BYTE, offset) & ~1) == 0;
                    case DATETIME -> isTime(offset, length);
                    case VECTOR -> (length & 3) == 0;
                    default -> true;
                };
        refuse(!isRight, ValueFault.NUMBER);
    }

    private boolean isTime(long offset, int length) {
        if (length == 8) {
            return true;
        }
        if (length != 12 && length != 14) {
            return false;
        }
        int nanos = memory.get(ValueBytes.INT, offset + 8);
        if (nanos < 0 || nanos > ValueBytes.NANOS_MAX) {
            return false;
        }
        if (length == 12) {
            return nanos != 0;
        }
        int zone = memory.get(ValueBytes.SHORT, offset + 12);
        return zone != 0 && Math.abs(zone) <= ValueBytes.ZONE_MINUTES_MAX;
    }

    /** Why the last row was refused; {@link ValueFault#NONE} if it was not. */
    public ValueFault fault() {
        return fault;
    }

    /** The type of the value; {@link ValueType#UID} where there are only the facets of a link. */
    public ValueType type() {
        return type;
    }

    public long languageOffset() {
        return languageOffset;
    }

    /** How long the language is; 0 if there is none. */
    public int languageLength() {
        return languageLength;
    }

    public long datatypeOffset() {
        return datatypeOffset;
    }

    /** How long the datatype is; 0 if there is none. */
    public int datatypeLength() {
        return datatypeLength;
    }

    public long valueOffset() {
        return valueOffset;
    }

    public int valueLength() {
        return valueLength;
    }

    public int facetCount() {
        return facetCount;
    }

    /** Goes to the next facet, at most {@link #facetCount} times after {@link #read}. */
    public void nextFacet() {
        readFacet();
    }

    public long facetKeyOffset() {
        return keyOffset;
    }

    public int facetKeyLength() {
        return keyLength;
    }

    /** Copies the value into {@code to}; bytes are put into {@code buffer}, or a larger array. */
    public void copyValue(TypedValue to, byte[] buffer) {
        copy(type, valueOffset, valueLength, to, buffer);
    }

    /** Copies the value of the facet into {@code to}, as {@link #copyValue} does. */
    public void copyFacet(TypedValue to, byte[] buffer) {
        copy(facetType, facetOffset, facetLength, to, buffer);
    }

    private void copy(ValueType of, long offset, int length, TypedValue to, byte[] buffer) {
        switch (of) {
            case INT -> to.setInt(ValueBytes.getInt(memory, offset, length));
            case FLOAT -> to.setFloat(Double.longBitsToDouble(memory.get(ValueBytes.LONG, offset)));
            case BOOL -> to.setBool(memory.get(ValueBytes.BYTE, offset) != 0);
            case DATETIME ->
                    to.setDatetime(
                            memory.get(ValueBytes.LONG, offset),
                            length > 8 ? memory.get(ValueBytes.INT, offset + 8) : 0,
                            length > 12 ? memory.get(ValueBytes.SHORT, offset + 12) : 0);
            default -> {
                byte[] into = buffer.length >= length ? buffer : new byte[length];
                MemorySegment.copy(memory, ValueBytes.BYTE, offset, into, 0, length);
                to.setBytes(of, into, 0, length);
            }
        }
    }
}
