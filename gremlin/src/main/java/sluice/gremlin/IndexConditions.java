package sluice.gremlin;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Text;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.util.AndP;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;
import sluice.model.SluiceException;
import sluice.question.Condition;
import sluice.question.Operator;
import sluice.question.PredicateName;
import sluice.schema.Directive;
import sluice.schema.Index;
import sluice.schema.Predicate;
import sluice.schema.Tokenizer;
import sluice.schema.TypeNames;
import sluice.schema.ValueType;

/** Turns conditions of Gremlin into conditions that an index answers. */
final class IndexConditions {
    private static final int TRIGRAM = 3;

    private final TypeBook types;

    IndexConditions(TypeBook types) {
        this.types = types;
    }

    /**
     * The conditions of one container.
     *
     * @param isExact whether they are true of the same nodes; else of those and perhaps others
     */
    record Found(List<Condition> conditions, boolean isExact) {}

    /** The conditions by which an index answers {@code container}; null if no index does. */
    @Nullable Found of(HasContainer container) {
        if (T.label.getAccessor().equals(container.getKey())) {
            return ofLabel(container.getPredicate());
        }
        PredicateName name = name(container.getKey());
        Predicate declared = name == null ? null : types.declaration(name.name());
        if (name == null || declared == null || declared.isLink()) {
            return null;
        }
        List<Condition> conditions = new ArrayList<>();
        if (!add(name, declared, container.getPredicate(), conditions)) {
            return null;
        }
        return new Found(
                List.copyOf(conditions), conditions.size() == 1 && isExact(container, declared));
    }

    /**
     * The condition by which an index answers that a vertex has a property {@code key}, true of
     * others too where the key names a language; null if no index does.
     */
    @Nullable Condition ofKey(String key) {
        PredicateName name = name(key);
        Predicate declared = name == null ? null : types.declaration(name.name());
        return name == null || declared == null || declared.isLink() || !findsAll(declared)
                ? null
                : condition(PredicateName.of(name.name()), Operator.HAS, List.of());
    }

    /** Whether an index has each node with a value: texts can be too short for some. */
    private static boolean findsAll(Predicate declared) {
        return declared.has(Directive.COUNT)
                || declared.indexes().stream()
                        .map(Index::tokenizer)
                        .anyMatch(
                                each ->
                                        isUsed(each)
                                                && each != Tokenizer.TERM
                                                && each != Tokenizer.TRIGRAM);
    }

    /** Whether an index finds values by what Gremlin asks of them. */
    private static boolean isUsed(Tokenizer tokenizer) {
        return tokenizer.isBuilt()
                && tokenizer != Tokenizer.FULLTEXT
                && tokenizer != Tokenizer.BIGFLOAT;
    }

    /** Moments in two zones are one to an index and two to Gremlin. */
    private static boolean isExact(HasContainer container, Predicate declared) {
        return container.getBiPredicate() != Text.startingWith
                && declared.type() != ValueType.DATETIME;
    }

    private static @Nullable PredicateName name(@Nullable String key) {
        if (key == null || TypeNames.isBackwards(key)) {
            return null;
        }
        try {
            PredicateName name = PredicateName.read(key);
            return name.isCount() ? null : name;
        } catch (SluiceException _) {
            return null;
        }
    }

    /**
     * A label is the type of a node's row, which no index has, or the least of its types of RDF. If
     * no row can have the label as its type, an index of those gives candidates.
     */
    private @Nullable Found ofLabel(P<?> wanted) {
        Predicate declared = types.declaration(NodeValues.TYPE_PREDICATE);
        List<Condition> conditions = new ArrayList<>();
        PredicateName name = PredicateName.of(NodeValues.TYPE_PREDICATE);
        boolean isText = wanted.getValue() instanceof String;
        if (declared == null
                || wanted.getBiPredicate() != Compare.eq
                || !isText
                || types.number((String) wanted.getValue()).isPresent()
                || !add(name, declared, wanted, conditions)) {
            return null;
        }
        return new Found(List.copyOf(conditions), false);
    }

    private static boolean add(
            PredicateName name, Predicate declared, P<?> wanted, List<Condition> conditions) {
        if (wanted instanceof AndP<?> and) {
            for (P<?> each : and.getPredicates()) {
                if (!add(name, declared, each, conditions)) {
                    return false;
                }
            }
            return true;
        }
        Condition condition = condition(name, declared, wanted);
        if (condition != null) {
            conditions.add(condition);
        }
        return condition != null;
    }

    private static @Nullable Condition condition(
            PredicateName name, Predicate declared, P<?> wanted) {
        BiPredicate<?, ?> compared = wanted.getBiPredicate();
        Object value = wanted.getValue();
        if (compared instanceof Compare compare) {
            return switch (compare) {
                case eq -> ofEqual(name, declared, Operator.EQ, List.of(value));
                case lt -> ofOrder(name, declared, Operator.LT, value);
                case lte -> ofOrder(name, declared, Operator.LE, value);
                case gt -> ofOrder(name, declared, Operator.GT, value);
                case gte -> ofOrder(name, declared, Operator.GE, value);
                default -> null;
            };
        }
        if (compared == Contains.within && value instanceof Collection<?> values) {
            return values.isEmpty()
                    ? null
                    : ofEqual(name, declared, Operator.IN, List.copyOf(values));
        }
        return value instanceof String text ? ofText(name, declared, compared, text) : null;
    }

    private static @Nullable Condition ofEqual(
            PredicateName name, Predicate declared, Operator operator, List<?> values) {
        List<String> written = new ArrayList<>();
        for (Object value : values) {
            String text = written(value, declared.type());
            if (text == null || !findsEqual(declared, text)) {
                return null;
            }
            written.add(text);
        }
        return condition(name, operator, written);
    }

    private static @Nullable Condition ofOrder(
            PredicateName name, Predicate declared, Operator operator, Object value) {
        String text = written(value, declared.type());
        return text == null || !isOrdered(declared, text)
                ? null
                : condition(name, operator, List.of(text));
    }

    private static @Nullable Condition ofText(
            PredicateName name, Predicate declared, BiPredicate<?, ?> compared, String text) {
        if (declared.type() != ValueType.STRING) {
            return null;
        }
        if (compared == Text.startingWith && isOrdered(declared, text)) {
            return condition(name, Operator.GE, List.of(text));
        }
        if (!declared.has(Tokenizer.TRIGRAM) || !hasTrigram(text)) {
            return null;
        }
        String quoted = quoted(text);
        return compared == Text.containing
                ? condition(name, Operator.REGEXP, List.of(quoted))
                : compared == Text.startingWith
                        ? condition(name, Operator.REGEXP, List.of("^" + quoted))
                        : null;
    }

    /** A regular expression that is true of {@code text} alone. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPlain = c >= 128 || Character.isLetterOrDigit(c);
            quoted.append(isPlain ? "" : "\\").append(c);
        }
        return quoted.toString();
    }

    private static boolean hasTrigram(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length >= TRIGRAM;
    }

    private static boolean findsEqual(Predicate declared, String text) {
        return declared.indexes().stream()
                .map(Index::tokenizer)
                .anyMatch(each -> isUsed(each) && (each != Tokenizer.TRIGRAM || hasTrigram(text)));
    }

    /**
     * Whether an index has the values in the order of Gremlin. Texts are in the order of their
     * bytes there, which is the order of Java as long as the bound has no character from U+D800 on.
     */
    private static boolean isOrdered(Predicate declared, String text) {
        boolean isSameOrder =
                declared.type() != ValueType.STRING
                        || text.chars().allMatch(c -> c < Character.MIN_SURROGATE);
        return isSameOrder
                && declared.indexes().stream()
                        .map(Index::tokenizer)
                        .anyMatch(each -> isUsed(each) && each.isSortable());
    }

    private static @Nullable Condition condition(
            PredicateName name, Operator operator, List<String> values) {
        try {
            return new Condition(name, operator, values);
        } catch (SluiceException _) {
            // Too long or too many for a question: the rows are read instead.
            return null;
        }
    }

    /** A value as a question writes it; null if it is not of the type of the predicate. */
    private static @Nullable String written(@Nullable Object value, ValueType type) {
        return switch (type) {
            case STRING -> value instanceof String text ? text : null;
            case BOOL -> value instanceof Boolean ? value.toString() : null;
            case INT ->
                    value instanceof Long
                                    || value instanceof Integer
                                    || value instanceof Short
                                    || value instanceof Byte
                            ? value.toString()
                            : null;
            case FLOAT ->
                    value instanceof Double number && Double.isFinite(number)
                            ? value.toString()
                            : value instanceof Number number && isWhole(value)
                                    ? Long.toString(number.longValue())
                                    : null;
            case DATETIME ->
                    value instanceof OffsetDateTime time
                            ? time.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                            : null;
            default -> null;
        };
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || (value instanceof Long number && number == (long) (double) number)
                || (value instanceof BigInteger number && number.bitLength() < Double.PRECISION);
    }
}
