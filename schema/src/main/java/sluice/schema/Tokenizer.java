package sluice.schema;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The ways to cut a value into the tokens of an index, as a schema names them.
 *
 * <p>Sortable: the order of tokens is the order of values, so that ranges can be asked for. Lossy:
 * values that differ may have one token, so that an answer is checked by the value. Those that are
 * not {@link #isBuilt} are kept in the schema, but there is no index of them.
 */
public enum Tokenizer {
    EXACT(ValueType.STRING, true, false, true),
    HASH(ValueType.STRING, false, true, true),
    TERM(ValueType.STRING, false, true, true),
    FULLTEXT(ValueType.STRING, false, true, true),
    NGRAM(ValueType.STRING, false, true, false),
    TRIGRAM(ValueType.STRING, false, true, true),
    SHA256(ValueType.STRING, false, false, false),
    INT(ValueType.INT, true, false, true),
    FLOAT(ValueType.FLOAT, true, true, true),
    BIGFLOAT(ValueType.BIGFLOAT, true, true, true),
    BOOL(ValueType.BOOL, false, false, true),
    YEAR(ValueType.DATETIME, true, true, true),
    MONTH(ValueType.DATETIME, true, true, true),
    DAY(ValueType.DATETIME, true, true, true),
    HOUR(ValueType.DATETIME, true, true, true),
    GEO(ValueType.GEO, false, true, false),
    HNSW(ValueType.VECTOR, false, true, false);

    private final ValueType type;
    private final boolean sortable;
    private final boolean lossy;
    private final boolean built;

    Tokenizer(ValueType type, boolean sortable, boolean lossy, boolean built) {
        this.type = type;
        this.sortable = sortable;
        this.lossy = lossy;
        this.built = built;
    }

    /** The type of the values that it cuts. */
    public ValueType type() {
        return type;
    }

    public boolean isSortable() {
        return sortable;
    }

    /** Whether a value has to be looked at even where its token was found. */
    public boolean isLossy() {
        return lossy;
    }

    /** Whether {@link TokenMaker} can make its tokens. */
    public boolean isBuilt() {
        return built;
    }

    /** The name in a schema. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The tokenizer that a schema calls {@code name}, in any case, or null. */
    static @Nullable Tokenizer ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Tokenizer tokenizer : values()) {
            if (tokenizer.written().equals(lower)) {
                return tokenizer;
            }
        }
        return null;
    }
}
