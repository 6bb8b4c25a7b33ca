package sluice.question;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.LinkList;
import sluice.model.SluiceException;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;

/**
 * The value of one property row, with its language; filled again for the next row. Belongs to one
 * thread.
 */
final class StoredValue {
    private static final byte[] NO_BYTES = new byte[0];

    private final ValueReader reader = new ValueReader();
    private final TypedValue value = new TypedValue();
    private byte[] data = NO_BYTES;

    /** Reads value {@code index} of a list of properties. */
    void read(LinkList list, int index) {
        read(list.id1(), list.linkType(), list.data(index));
    }

    /** Reads the data of a property row. */
    void read(long id1, long linkType, byte[] from) {
        data = from;
        if (!reader.read(MemorySegment.ofArray(data), 0, data.length)
                || reader.type() == ValueType.UID) {
            throw new SluiceException(
                    ErrorCode.CORRUPTION,
                    "a property of type %s of node %s is no value: found %s; run: sluice verify"
                            .formatted(
                                    Long.toUnsignedString(linkType),
                                    Long.toUnsignedString(id1),
                                    reader.fault().message()));
        }
        switch (reader.type()) {
            case INT, FLOAT, BOOL, DATETIME -> reader.copyValue(value, NO_BYTES);
            default ->
                    value.setBytes(
                            reader.type(), data, (int) reader.valueOffset(), reader.valueLength());
        }
    }

    ValueType type() {
        return reader.type();
    }

    TypedValue value() {
        return value;
    }

    ValueReader row() {
        return reader;
    }

    byte[] data() {
        return data;
    }

    int languageOffset() {
        return (int) reader.languageOffset();
    }

    int languageLength() {
        return reader.languageLength();
    }

    /** The language as written; empty if there is none. */
    String language() {
        return text(languageOffset(), languageLength());
    }

    /** The datatype of a literal that is kept as written; empty if there is none. */
    String datatype() {
        return text((int) reader.datatypeOffset(), reader.datatypeLength());
    }

    private String text(int offset, int length) {
        return length == 0 ? "" : new String(data, offset, length, StandardCharsets.UTF_8);
    }

    /** Whether the value is of {@code language}. */
    boolean isOf(PredicateName.Language language) {
        return switch (language) {
            case PredicateName.Language.Any() -> true;
            case PredicateName.Language.None() -> languageLength() == 0;
            case PredicateName.Language.Tag(String tag) ->
                    languageLength() == tag.length() && language().equalsIgnoreCase(tag);
        };
    }

    /**
     * Whether the value can be compared with others of {@code declared}, the type of its predicate;
     * null where it is not declared, and all values are texts as written.
     */
    boolean isComparable(@Nullable ValueType declared) {
        return declared == null || type() == declared;
    }
}
