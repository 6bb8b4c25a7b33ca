package sluice.ingest.fact;

import java.util.Locale;
import java.util.Optional;

/**
 * The use of the graph of a statement, or of the namespace of an object.
 *
 * @param namespace to which all facts belong; 0 unless the kind is {@link Kind#ONE}
 */
public record GraphRule(Kind kind, long namespace) {
    /** The ways to treat a graph. */
    public enum Kind {
        /** The statement is loaded, its graph is not. */
        DROP,
        /** The graph is kept as the facet {@code graph}. */
        FACET,
        /** The statement is a row that cannot be read. */
        REJECT,
        /** The graph is a namespace, whose nodes and predicates are others than those of others. */
        SEPARATE,
        /** All statements belong to one namespace, whatever their graphs are. */
        ONE
    }

    public static final GraphRule DROP = new GraphRule(Kind.DROP, 0);
    public static final GraphRule FACET = new GraphRule(Kind.FACET, 0);
    public static final GraphRule REJECT = new GraphRule(Kind.REJECT, 0);
    public static final GraphRule SEPARATE = new GraphRule(Kind.SEPARATE, 0);

    /** The rules as they can be written, for messages. */
    public static final String WORDS = "drop, facet, reject, separate or a number, such as 0x10";

    public GraphRule {
        if (kind != Kind.ONE && namespace != 0) {
            throw new IllegalArgumentException("a namespace of " + kind);
        }
    }

    /** The rule that puts all facts into {@code namespace}. */
    public static GraphRule one(long namespace) {
        return new GraphRule(Kind.ONE, namespace);
    }

    /**
     * The rule that {@code text} names, as mappings and options write it; empty for another text.
     */
    public static Optional<GraphRule> of(String text) {
        for (Kind kind : Kind.values()) {
            if (kind != Kind.ONE && kind.name().equals(text.toUpperCase(Locale.ROOT))) {
                return Optional.of(new GraphRule(kind, 0));
            }
        }
        return namespace(text).map(GraphRule::one);
    }

    /** The number of a namespace, in decimal or as {@code 0x10}; empty for another text. */
    public static Optional<Long> namespace(String text) {
        boolean isHex = text.startsWith("0x") || text.startsWith("0X");
        try {
            return Optional.of(
                    isHex
                            ? Long.parseUnsignedLong(text.substring(2), 16)
                            : Long.parseUnsignedLong(text));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    /** As mappings and options write it. */
    @Override
    public String toString() {
        return kind == Kind.ONE
                ? "0x" + Long.toHexString(namespace)
                : kind.name().toLowerCase(Locale.ROOT);
    }
}
