package sluice.schema;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One index of a predicate, as a schema declares it.
 *
 * @param options names and values, by name; only {@link Tokenizer#HNSW} has any
 */
public record Index(Tokenizer tokenizer, Map<String, String> options) {
    public Index {
        options = Collections.unmodifiableMap(new TreeMap<>(options));
        if (tokenizer != Tokenizer.HNSW && !options.isEmpty()) {
            throw new IllegalArgumentException(tokenizer.written() + " has no options: " + options);
        }
        for (Map.Entry<String, String> option : options.entrySet()) {
            if (!SchemaNames.isName(option.getKey())
                    || option.getValue().matches("(?s).*[\"\r\n].*")) {
                throw new IllegalArgumentException("not an option of an index: " + option);
            }
        }
    }

    /** An index without options. */
    public static Index of(Tokenizer tokenizer) {
        return new Index(tokenizer, Map.of());
    }
}
