package sluice.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The rules for the names of predicates and types. */
final class SchemaNames {
    static final int LENGTH_BYTES_MAX = 4095;

    /** By the unsigned bytes of names. */
    static final Comparator<String> ORDER =
            (a, b) ->
                    Arrays.compareUnsigned(
                            a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private SchemaNames() {}

    static boolean isFirst(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    static boolean isLater(char c) {
        return isFirst(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
    }

    /** Whether {@code text} can stand in a schema without angle brackets. */
    static boolean isName(String text) {
        if (text.isEmpty() || !isFirst(text.charAt(0))) {
            return false;
        }
        return text.chars().allMatch(c -> isLater((char) c));
    }

    /** Whether {@code c} may stand between angle brackets in a schema. */
    static boolean isOfIri(char c) {
        return c > ' ' && "<>\"{}|^`\\@".indexOf(c) < 0;
    }

    /** What is wrong with a predicate's name, or null. */
    static @Nullable String problem(String name) {
        if (name.isEmpty()) {
            return "the name is empty";
        }
        if (name.startsWith("~")) {
            return "a name cannot begin with ~: it is what links backwards are asked by";
        }
        return problemOfBytes(name);
    }

    /**
     * What is wrong with a name in a type definition, or null: it may be that of links backwards.
     */
    static @Nullable String problemOfField(String name) {
        return problem(name.startsWith("~") ? name.substring(1) : name);
    }

    private static @Nullable String problemOfBytes(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isOfIri(name.charAt(i))) {
                return "the name has the character U+%04X, which cannot stand in it"
                        .formatted((int) name.charAt(i));
            }
        }
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        return length <= LENGTH_BYTES_MAX
                ? null
                : "the name has %d bytes, at most %d are possible"
                        .formatted(length, LENGTH_BYTES_MAX);
    }

    /** The beginning of a declaration: the namespace, but for the namespace 0. */
    static String namespace(long namespace) {
        return namespace == 0 ? "" : "[0x" + Long.toHexString(namespace) + "] ";
    }

    /** {@code all} in canonical order: by namespace as an unsigned number, then by name. */
    static <T> List<T> sorted(List<T> all, ToLongFunction<T> namespace, Function<T, String> name) {
        return all.stream()
                .sorted(
                        Comparator.comparing(namespace::applyAsLong, Long::compareUnsigned)
                                .thenComparing(name, ORDER))
                .toList();
    }
}
