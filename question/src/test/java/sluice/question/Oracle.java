package sluice.question;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import sluice.schema.TokenMaker;
import sluice.schema.Tokenizer;
import sluice.schema.Tokens;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/** Properties and links as maps and sets, and what is true of them, written to be plainly right. */
final class Oracle {
    private static final Set<String> REVERSED = Set.of("friend", "boss");

    /** A value as Java has it, and its language, which is empty where there is none. */
    record Value(Object value, String language) {}

    /** Values by node, predicate and what tells them apart. */
    private final Map<Long, Map<String, Map<String, Value>>> values =
            new TreeMap<>(Long::compareUnsigned);

    /** Ends of links by node and predicate, those backwards too. */
    private final Map<Long, Map<String, Set<Long>>> links = new TreeMap<>(Long::compareUnsigned);

    void set(long id, String predicate, String key, Value value) {
        values.computeIfAbsent(id, _ -> new HashMap<>())
                .computeIfAbsent(predicate, _ -> new TreeMap<>())
                .put(key, value);
    }

    void remove(long id, String predicate, String key) {
        values.getOrDefault(id, Map.of()).getOrDefault(predicate, new TreeMap<>()).remove(key);
    }

    void link(long from, String predicate, long to) {
        linksOf(from, predicate).add(to);
        if (REVERSED.contains(predicate)) {
            linksOf(to, "~" + predicate).add(from);
        }
    }

    void unlink(long from, String predicate, long to) {
        linksOf(from, predicate).remove(to);
        linksOf(to, "~" + predicate).remove(from);
    }

    private Set<Long> linksOf(long id, String predicate) {
        return links.computeIfAbsent(id, _ -> new HashMap<>())
                .computeIfAbsent(predicate, _ -> new TreeSet<>(Long::compareUnsigned));
    }

    Set<Long> ends(long id, String predicate) {
        return links.getOrDefault(id, Map.of()).getOrDefault(predicate, Set.of());
    }

    List<Value> values(long id, String predicate) {
        return List.copyOf(
                values.getOrDefault(id, Map.of()).getOrDefault(predicate, Map.of()).values());
    }

    Map<String, Map<String, Value>> properties(long id) {
        return values.getOrDefault(id, Map.of());
    }

    /** All nodes that have a row. */
    TreeSet<Long> nodes() {
        TreeSet<Long> nodes = new TreeSet<>(Long::compareUnsigned);
        values.forEach(
                (id, of) -> {
                    if (of.values().stream().anyMatch(each -> !each.isEmpty())) {
                        nodes.add(id);
                    }
                });
        links.forEach(
                (id, of) -> {
                    if (of.values().stream().anyMatch(each -> !each.isEmpty())) {
                        nodes.add(id);
                    }
                });
        return nodes;
    }

    /** The nodes of which all conditions are true. */
    List<Long> find(List<Condition> conditions) {
        List<Long> found = new ArrayList<>();
        for (long id : nodes()) {
            if (areTrue(id, conditions)) {
                found.add(id);
            }
        }
        return found;
    }

    /** Whether all conditions are true of a node, which need not have a row. */
    boolean areTrue(long id, List<Condition> conditions) {
        return conditions.stream().allMatch(condition -> isTrue(id, condition));
    }

    private boolean isTrue(long id, Condition condition) {
        String name = condition.predicate().name();
        Operator operator = condition.operator();
        int count = ends(id, name).size() + values(id, name).size();
        if (condition.predicate().isCount()) {
            return compares(
                    operator,
                    (long) count,
                    condition.values().stream().map(Long::valueOf).toList());
        }
        boolean isOfLinks =
                Set.of("friend", "boss", "likes").contains(name) || name.startsWith("~");
        if (isOfLinks && operator != Operator.HAS) {
            return condition.values().stream()
                    .map(text -> Long.parseUnsignedLong(text.substring(2, text.length() - 1)))
                    .anyMatch(ends(id, name)::contains);
        }
        if (operator == Operator.HAS
                && !(condition.predicate().language() instanceof PredicateName.Language.Tag)) {
            return count > 0;
        }
        return values(id, name).stream().anyMatch(value -> isTrue(value, condition));
    }

    private static boolean isTrue(Value value, Condition condition) {
        boolean isOfLanguage =
                switch (condition.predicate().language()) {
                    case PredicateName.Language.Any() -> true;
                    case PredicateName.Language.None() -> value.language.isEmpty();
                    case PredicateName.Language.Tag(String tag) ->
                            value.language.equalsIgnoreCase(tag);
                };
        if (!isOfLanguage) {
            return false;
        }
        return switch (condition.operator()) {
            case HAS -> true;
            case ANYOFTERMS, ALLOFTERMS -> {
                Set<String> words = words(String.valueOf(value.value), value.language);
                Set<String> wanted = words(condition.values().getFirst(), value.language);
                yield condition.operator() == Operator.ANYOFTERMS
                        ? wanted.stream().anyMatch(words::contains)
                        : !wanted.isEmpty() && words.containsAll(wanted);
            }
            case ANYOFTEXT, ALLOFTEXT -> {
                Set<String> words = fullText(String.valueOf(value.value), value.language);
                Set<String> wanted = fullText(condition.values().getFirst(), value.language);
                yield condition.operator() == Operator.ANYOFTEXT
                        ? wanted.stream().anyMatch(words::contains)
                        : !wanted.isEmpty() && words.containsAll(wanted);
            }
            case REGEXP -> {
                String written = condition.values().getFirst();
                boolean ignoresCase = written.endsWith("/i");
                String expression =
                        written.startsWith("/")
                                ? written.substring(1, written.lastIndexOf('/'))
                                : written;
                yield Pattern.compile(expression, ignoresCase ? Pattern.CASE_INSENSITIVE : 0)
                        .matcher(String.valueOf(value.value))
                        .find();
            }
            default ->
                    compares(
                            condition.operator(),
                            value.value,
                            condition.values().stream()
                                    .map(text -> like(value.value, text))
                                    .toList());
        };
    }

    /** {@code text} as a value of the kind of {@code value}. */
    static Object like(Object value, String text) {
        return switch (value) {
            case Long _ -> Long.valueOf(text);
            case Double _ -> Double.valueOf(text);
            case Boolean _ -> Boolean.valueOf(text);
            case Instant _ -> instant(text);
            case BigDecimal _ -> new BigDecimal(text);
            default -> text;
        };
    }

    static Instant instant(String text) {
        String whole =
                switch (text.length()) {
                    case 4 -> text + "-01-01T00:00:00Z";
                    case 7 -> text + "-01T00:00:00Z";
                    case 10 -> text + "T00:00:00Z";
                    default -> text;
                };
        return java.time.OffsetDateTime.parse(whole).toInstant();
    }

    private static boolean compares(
            Operator operator, Object value, List<? extends Object> wanted) {
        int first = compare(value, wanted.getFirst());
        return switch (operator) {
            case EQ, IN -> wanted.stream().anyMatch(each -> compare(value, each) == 0);
            case LT -> first < 0;
            case LE -> first <= 0;
            case GT -> first > 0;
            case GE -> first >= 0;
            case BETWEEN -> first >= 0 && compare(value, wanted.getLast()) <= 0;
            default -> throw new AssertionError(operator);
        };
    }

    static int compare(Object a, Object b) {
        return switch (a) {
            case Long number -> Long.compare(number, (Long) b);
            case Double number -> number < (Double) b ? -1 : number > (Double) b ? 1 : 0;
            case Boolean truth -> truth.equals(b) ? 0 : 1;
            case Instant time -> time.compareTo((Instant) b);
            case BigDecimal number -> number.compareTo((BigDecimal) b);
            default ->
                    Arrays.compareUnsigned(
                            a.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            b.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        };
    }

    /** Words as an index of full text has them. */
    private static Set<String> fullText(String text, String language) {
        byte[] tag = language.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Tokens tokens = new Tokens();
        TypedValue value = new TypedValue().setText(ValueType.STRING, text);
        new TokenMaker().tokens(Tokenizer.FULLTEXT, value, tag, 0, tag.length, tokens);
        Set<String> words = new LinkedHashSet<>();
        for (int i = 0; i < tokens.count(); i++) {
            words.add(
                    new String(
                            tokens.bytes(),
                            tokens.offset(i),
                            tokens.length(i),
                            java.nio.charset.StandardCharsets.UTF_8));
        }
        return words;
    }

    /** Words of letters that stand between blanks, commas and the like. */
    private static Set<String> words(String text, String language) {
        if (text.isEmpty()) {
            return Set.of("");
        }
        String separators = language.equals("zh") ? "[ ]+" : "[ ,!\u001f]+";
        Set<String> words = new LinkedHashSet<>();
        Stream.of(text.split(separators, -1))
                .filter(word -> !word.isEmpty())
                .forEach(word -> words.add(word.toLowerCase(Locale.ROOT)));
        return words;
    }

    /** Nodes in the order of a predicate with one value; those without it last. */
    List<Long> ordered(List<Long> nodes, PredicateName order, boolean isDescending) {
        String language =
                order.language() instanceof PredicateName.Language.Tag(String tag) ? tag : "";
        Comparator<Long> byValue =
                (a, b) -> {
                    Object first = single(a, order.name(), language);
                    Object second = single(b, order.name(), language);
                    if (first == null || second == null) {
                        return Boolean.compare(first == null, second == null);
                    }
                    return isDescending ? compare(second, first) : compare(first, second);
                };
        List<Long> all = new ArrayList<>(nodes);
        all.sort(byValue.thenComparing(Long::compareUnsigned));
        return all;
    }

    private Object single(long id, String predicate, String language) {
        return values(id, predicate).stream()
                .filter(value -> value.language.equalsIgnoreCase(language))
                .map(Value::value)
                .findFirst()
                .orElse(null);
    }

    /** By how many ways a walk comes to each node. */
    Map<Long, Long> walk(List<Long> starts, List<String> steps) {
        Map<Long, Long> ways = new TreeMap<>(Long::compareUnsigned);
        starts.forEach(start -> ways.put(start, 1L));
        Map<Long, Long> reached = ways;
        for (String step : steps) {
            Map<Long, Long> next = new TreeMap<>(Long::compareUnsigned);
            reached.forEach(
                    (id, count) ->
                            ends(id, step).forEach(end -> next.merge(end, count, Long::sum)));
            reached = next;
        }
        return reached;
    }
}
