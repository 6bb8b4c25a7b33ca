package sluice.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The numbers of the indexes of a store: each index has one, from 1 on, and no number is ever used
 * for another index.
 *
 * @param next the number of the next index
 */
public record IndexNumbers(Map<Key, Integer> numbers, int next) {
    /** Those of a store without indexes. */
    public static final IndexNumbers NONE = new IndexNumbers(Map.of(), 1);

    private static final String COUNT = "count";
    private static final Pattern NEXT = Pattern.compile("# next index (\\d{1,9})");
    private static final Pattern NUMBER =
            Pattern.compile("# index (\\d{1,9}) (\\w+) (?:\\[0x([0-9a-f]+)] )?<(.+)>");

    /**
     * Which index it is.
     *
     * @param predicate its name; with {@code ~} before it where links backwards are counted
     * @param tokenizer null for the index of how many links or values there are
     */
    public record Key(long namespace, String predicate, @Nullable Tokenizer tokenizer)
            implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byNamespace = Long.compareUnsigned(namespace, other.namespace);
            int byName = SchemaNames.ORDER.compare(predicate, other.predicate);
            return byNamespace != 0
                    ? byNamespace
                    : byName != 0 ? byName : Integer.compare(rank(), other.rank());
        }

        private int rank() {
            return tokenizer == null ? Tokenizer.values().length : tokenizer.ordinal();
        }

        private String written() {
            return tokenizer == null ? COUNT : tokenizer.written();
        }
    }

    public IndexNumbers {
        numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
        boolean areDistinct = new HashSet<>(numbers.values()).size() == numbers.size();
        if (next < 1) {
            throw new IllegalArgumentException("the next index has no number: " + next);
        }
        for (int number : numbers.values()) {
            if (number < 1 || number >= next || !areDistinct) {
                throw new IllegalArgumentException(
                        "numbers of indexes must be distinct and from 1 to %d: %s"
                                .formatted(next - 1, numbers));
            }
        }
    }

    /** The number of an index, if it has one. */
    public OptionalInt number(Key key) {
        Integer number = numbers.get(key);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** These numbers and new ones, in canonical order, for the indexes of {@code schema}. */
    public IndexNumbers with(Schema schema) {
        Map<Key, Integer> all = new TreeMap<>(numbers);
        int free = next;
        for (Predicate predicate : schema.predicates()) {
            for (Key key : keys(predicate)) {
                if (all.putIfAbsent(key, free) == null) {
                    free++;
                }
            }
        }
        return new IndexNumbers(all, free);
    }

    private static List<Key> keys(Predicate predicate) {
        long namespace = predicate.namespace();
        String name = predicate.name();
        List<Key> keys = new ArrayList<>();
        for (Index index : predicate.indexes()) {
            if (index.tokenizer().isBuilt()) {
                keys.add(new Key(namespace, name, index.tokenizer()));
            }
        }
        if (predicate.has(Directive.COUNT)) {
            keys.add(new Key(namespace, name, null));
            if (predicate.has(Directive.REVERSE)) {
                keys.add(new Key(namespace, "~" + name, null));
            }
        }
        return keys;
    }

    /** Comments of a schema file that say these numbers. */
    public String text() {
        StringBuilder text = new StringBuilder("# next index %d\n".formatted(next));
        numbers.forEach(
                (key, number) ->
                        text.append(
                                "# index %d %s %s<%s>\n"
                                        .formatted(
                                                number,
                                                key.written(),
                                                SchemaNames.namespace(key.namespace()),
                                                key.predicate())));
        return text.toString();
    }

    /** Reads what {@link #text} gave, among other lines of {@code file}. */
    public static IndexNumbers read(String file, String text) {
        Map<Key, Integer> numbers = new TreeMap<>();
        int next = 0;
        for (String line : text.split("\n", -1)) {
            Matcher nextIndex = NEXT.matcher(line);
            Matcher number = NUMBER.matcher(line);
            if (nextIndex.matches()) {
                next = Integer.parseInt(nextIndex.group(1));
            } else if (number.matches()) {
                if (numbers.put(key(file, number), Integer.parseInt(number.group(1))) != null) {
                    throw damaged(file, "an index has two numbers: " + line, null);
                }
            } else if (line.startsWith("# index ")) {
                throw damaged(file, "not the number of an index: " + line, null);
            }
        }
        try {
            return new IndexNumbers(numbers, next);
        } catch (IllegalArgumentException e) {
            throw damaged(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static Key key(String file, Matcher line) {
        String namespace = line.group(3);
        String kind = line.group(2);
        Tokenizer tokenizer = kind.equals(COUNT) ? null : Tokenizer.ofName(kind);
        if (tokenizer == null && !kind.equals(COUNT)) {
            throw damaged(file, "no kind of index: " + kind, null);
        }
        try {
            return new Key(
                    namespace == null ? 0 : Long.parseUnsignedLong(namespace, 16),
                    line.group(4),
                    tokenizer);
        } catch (NumberFormatException e) {
            throw damaged(file, "no namespace: " + namespace, e);
        }
    }

    private static SluiceException damaged(String file, String what, @Nullable Throwable cause) {
        return new SluiceException(
                ErrorCode.CORRUPTION, file + ": " + what + "; run: sluice verify", cause);
    }
}
