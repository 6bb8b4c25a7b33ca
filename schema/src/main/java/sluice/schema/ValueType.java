package sluice.schema;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The types of values: what a schema can declare, and the code of each in the bytes of a value.
 *
 * <p>{@link #UID} is the type of links: its code stands before the facets of a link. {@link #OTHER}
 * has no name in a schema: it is a literal whose datatype is kept as it was written.
 */
public enum ValueType {
    DEFAULT(0, "default"),
    BINARY(1, "binary"),
    INT(2, "int"),
    FLOAT(3, "float"),
    BOOL(4, "bool"),
    DATETIME(5, "datetime"),
    GEO(6, "geo"),
    PASSWORD(8, "password"),
    STRING(9, "string"),
    BIGFLOAT(11, "bigfloat"),
    VECTOR(12, "float32vector"),
    UID(14, "uid"),
    OTHER(15, "");

    private static final @Nullable ValueType[] BY_CODE = byCode();

    private final int code;
    private final String written;

    ValueType(int code, String written) {
        this.code = code;
        this.written = written;
    }

    /** The number of the type in the bytes of a value. */
    public int code() {
        return code;
    }

    /** The name of the type in a schema; empty for {@link #OTHER}. */
    public String written() {
        return written;
    }

    /** Whether the value of this type is UTF-8 as it was written. */
    public boolean isText() {
        return this == DEFAULT || this == STRING;
    }

    /** Whether a facet can have this type. */
    public boolean isOfFacets() {
        return this == INT || this == FLOAT || this == BOOL || this == DATETIME || this == STRING;
    }

    /** The type of {@code code}, or null for a code that is not used. */
    public static @Nullable ValueType ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** The type that a schema calls {@code name}, in any case, or null. */
    public static @Nullable ValueType ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (ValueType type : values()) {
            if (type.written.equals(lower) && type != OTHER) {
                return type;
            }
        }
        return null;
    }

    private static @Nullable ValueType[] byCode() {
        @Nullable ValueType[] types = new @Nullable ValueType[16];
        for (ValueType type : values()) {
            types[type.code] = type;
        }
        return types;
    }
}
