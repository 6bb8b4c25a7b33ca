package sluice.schema;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one predicate. It cannot contradict itself: what a schema file may not say, no
 * instance says.
 *
 * @param namespace 0 but in data of several tenants
 * @param isList whether a node may have several values
 * @param indexes in the order of {@link Tokenizer}, each tokenizer once
 */
public record Predicate(
        long namespace,
        String name,
        ValueType type,
        boolean isList,
        Set<Directive> directives,
        List<Index> indexes) {
    /** The predicate whose values are the types of a node. */
    public static final String NODE_TYPES = "dgraph.type";

    public Predicate {
        directives =
                Collections.unmodifiableSet(
                        directives.isEmpty()
                                ? EnumSet.noneOf(Directive.class)
                                : EnumSet.copyOf(directives));
        indexes =
                indexes.stream().sorted((a, b) -> a.tokenizer().compareTo(b.tokenizer())).toList();
        check(SchemaNames.problem(name), name);
        check(problem(type, isList), name);
        for (Directive directive : directives) {
            check(problem(type, isList, directive), name);
        }
        for (int i = 0; i < indexes.size(); i++) {
            check(problem(type, indexes.subList(0, i), indexes.get(i).tokenizer()), name);
        }
    }

    /** The declaration of {@link #NODE_TYPES} that every namespace of Dgraph has. */
    public static Predicate ofNodeTypes(long namespace) {
        return new Predicate(
                namespace,
                NODE_TYPES,
                ValueType.STRING,
                true,
                EnumSet.noneOf(Directive.class),
                List.of(new Index(Tokenizer.EXACT, Map.of())));
    }

    private static void check(@Nullable String problem, String name) {
        if (problem != null) {
            throw new IllegalArgumentException("predicate <%s>: %s".formatted(name, problem));
        }
    }

    public boolean has(Directive directive) {
        return directives.contains(directive);
    }

    /** Whether values are found by {@code tokenizer}. */
    public boolean has(Tokenizer tokenizer) {
        return indexes.stream().anyMatch(index -> index.tokenizer() == tokenizer);
    }

    /** The same in another namespace. */
    Predicate in(long newNamespace) {
        return new Predicate(newNamespace, name, type, isList, directives, indexes);
    }

    /** Whether it names links; else it names properties. */
    public boolean isLink() {
        return type == ValueType.UID;
    }

    /**
     * The name of its type in a store: with {@code ~} as {@code direction} that of its links
     * backwards. A namespace but 0 stands in front.
     */
    public String typeName(String direction) {
        return TypeNames.label(namespace) + direction + name;
    }

    /** Its line in a schema file, in the one canonical form. */
    public String declaration() {
        return declaration("<" + name + ">", directives);
    }

    /** The line that a user may write to have {@code more} too. */
    public String declarationWith(Directive more) {
        EnumSet<Directive> all = EnumSet.of(more);
        all.addAll(directives);
        return declaration(written(name), all);
    }

    /** A name as a schema takes it: in angle brackets where it needs them. */
    public static String written(String name) {
        return SchemaNames.isName(name) ? name : "<" + name + ">";
    }

    private String declaration(String writtenName, Collection<Directive> with) {
        String words =
                Stream.concat(
                                indexes.isEmpty()
                                        ? Stream.<String>empty()
                                        : Stream.of(indexDirective()),
                                with.stream().map(directive -> "@" + directive.written()))
                        .map(word -> word + " ")
                        .collect(Collectors.joining());
        return "%s%s: %s %s."
                .formatted(SchemaNames.namespace(namespace), writtenName, typeWritten(), words);
    }

    /** Its type as a schema writes it. */
    public String typeWritten() {
        return isList ? "[" + type.written() + "]" : type.written();
    }

    private String indexDirective() {
        return indexes.stream()
                .map(index -> index.tokenizer().written() + options(index))
                .collect(Collectors.joining(", ", "@index(", ")"));
    }

    private static String options(Index index) {
        if (index.options().isEmpty()) {
            return "";
        }
        return index.options().entrySet().stream()
                .map(option -> "%s: \"%s\"".formatted(option.getKey(), option.getValue()))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** What is wrong with a type, or null. */
    static @Nullable String problem(ValueType type, boolean isList) {
        if (type == ValueType.OTHER) {
            return "the type has no name in a schema";
        }
        if (isList && (type == ValueType.BOOL || type == ValueType.PASSWORD)) {
            return "there are no lists of %s; remove the brackets".formatted(type.written());
        }
        return null;
    }

    /** What is wrong with a directive for this type, or null. */
    static @Nullable String problem(ValueType type, boolean isList, Directive directive) {
        if (directive == Directive.REVERSE && type != ValueType.UID) {
            return "@reverse requires the type uid; remove it or declare uid or [uid]";
        }
        if (directive == Directive.LANG && (type != ValueType.STRING || isList)) {
            return "@lang requires the type string, not a list; remove it or declare string";
        }
        return null;
    }

    /** What is wrong with one more index beside {@code before}, or null. */
    static @Nullable String problem(ValueType type, List<Index> before, Tokenizer tokenizer) {
        String written = tokenizer.written();
        if (type == ValueType.UID || type == ValueType.DEFAULT || type == ValueType.PASSWORD) {
            return "there is no index of values of type %s; remove @index or declare another type"
                    .formatted(type.written());
        }
        if (tokenizer.type() != type) {
            return "the tokenizer %s requires the type %s; remove it or change the type"
                    .formatted(written, tokenizer.type().written());
        }
        for (Index index : before) {
            if (index.tokenizer() == tokenizer) {
                return "the tokenizer %s stands twice; remove one".formatted(written);
            }
            if (index.tokenizer().isSortable() && tokenizer.isSortable()) {
                return "%s and %s both keep an order, and a predicate has one; remove one of them"
                        .formatted(index.tokenizer().written(), written);
            }
        }
        return null;
    }
}
