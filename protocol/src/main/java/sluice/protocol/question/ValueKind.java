package sluice.protocol.question;

/**
 * The types of values in answers. The number of each is that of ValueType in sluice.proto, and its
 * code in the bytes of a stored value.
 */
public enum ValueKind {
    DEFAULT(0),
    BINARY(1),
    INT(2),
    FLOAT(3),
    BOOL(4),
    DATETIME(5),
    GEO(6),
    PASSWORD(8),
    STRING(9),
    BIGFLOAT(11),
    VECTOR(12),
    /** The end of a link, by its name. */
    UID(14),
    /** A literal that is kept as it was written, with its datatype. */
    OTHER(15);

    private final int number;

    ValueKind(int number) {
        this.number = number;
    }

    /** Its number in messages. */
    public int number() {
        return number;
    }

    /** The kind of this number; {@link #OTHER} for one that is not known. */
    public static ValueKind of(long number) {
        for (ValueKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        return OTHER;
    }
}
