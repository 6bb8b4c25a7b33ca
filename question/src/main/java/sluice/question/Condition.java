package sluice.question;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.SluiceException;

/**
 * What the values of one predicate must be for a node to be found: {@code age ge 30}.
 *
 * @param values as written; the schema says what type they are of
 */
public record Condition(PredicateName predicate, Operator operator, List<String> values) {
    private static final String AND = "and";
    private static final int CONDITIONS_MAX = 64;
    private static final int VALUES_MAX = 10_000;

    /** As many as the longest name has bytes. */
    private static final int VALUE_CHARS_MAX = 65_535;

    public Condition {
        values = List.copyOf(values);
        for (String value : values) {
            if (value.length() > VALUE_CHARS_MAX) {
                throw Ask.wrong(
                        "%s %s: found a value of %d characters, at most %d can be compared",
                        predicate, operator.written(), value.length(), VALUE_CHARS_MAX);
            }
        }
        if (!operator.takes(values.size())) {
            throw Ask.wrong(
                    "%s %s: expected %s, found %d",
                    predicate, operator.written(), operator.valuesWritten(), values.size());
        }
        if (values.size() > VALUES_MAX) {
            throw Ask.wrong(
                    "%s in: found %d values, at most %d can be asked for at once",
                    predicate, values.size(), VALUES_MAX);
        }
    }

    /** Reads a condition whose parts are known: a predicate, the word of an operator, values. */
    public static Condition of(String predicate, String operator, List<String> values) {
        Operator known = Operator.ofWord(operator);
        if (known == null) {
            throw wrongOperator("\"%s\"".formatted(operator), predicate);
        }
        return new Condition(PredicateName.read(predicate), known, values);
    }

    private static SluiceException wrongOperator(String found, String predicate) {
        return Ask.wrong(
                "found %s behind %s, expected one of: %s", found, predicate, Operator.words());
    }

    /** The condition that a node is of a type, which RDF of Dgraph says by a predicate. */
    public static Condition ofType(String type) {
        return new Condition(PredicateName.of("dgraph.type"), Operator.EQ, List.of(type));
    }

    /**
     * Reads conditions from words: a predicate, an operator and its values, then perhaps {@code
     * and} and the next one. The word behind an operator is a value, also if it is {@code and}.
     */
    public static List<Condition> readAll(List<String> words) {
        List<Condition> conditions = new ArrayList<>();
        int at = 0;
        while (at < words.size()) {
            Read read = readOne(words, at);
            conditions.add(read.condition);
            at = read.end;
            if (at < words.size()) {
                if (!words.get(at).equalsIgnoreCase(AND)) {
                    throw Ask.wrong(
                            "found \"%s\" behind %s; write and between conditions, and quotes"
                                    + " around a value with blanks",
                            words.get(at), read.condition);
                }
                at++;
                if (at == words.size()) {
                    throw Ask.wrong("found nothing behind and; write PRED OP VALUE");
                }
            }
        }
        return checked(conditions);
    }

    /** A copy of {@code conditions}; fails if they are too many. */
    static List<Condition> checked(List<Condition> conditions) {
        if (conditions.size() > CONDITIONS_MAX) {
            throw Ask.wrong(
                    "found %d conditions, at most %d can be asked for at once",
                    conditions.size(), CONDITIONS_MAX);
        }
        return List.copyOf(conditions);
    }

    private record Read(Condition condition, int end) {}

    private static Read readOne(List<String> words, int at) {
        String first = words.get(at);
        @Nullable Operator operator =
                at + 1 < words.size() ? Operator.ofWord(words.get(at + 1)) : null;
        if (operator == null && Operator.ofWord(first) == Operator.HAS && at + 1 < words.size()) {
            // "has email" is how people say it.
            PredicateName predicate = PredicateName.read(words.get(at + 1));
            return new Read(new Condition(predicate, Operator.HAS, List.of()), at + 2);
        }
        if (operator == null) {
            String found =
                    at + 1 < words.size() ? "\"%s\"".formatted(words.get(at + 1)) : "nothing";
            throw wrongOperator(found, first);
        }
        int begin = at + 2;
        int end =
                operator == Operator.IN
                        ? endOfList(words, begin)
                        : Math.min(words.size(), begin + operator.valuesMin());
        List<String> values = words.subList(begin, end);
        return new Read(new Condition(PredicateName.read(first), operator, values), end);
    }

    /** A list of values ends where the next condition begins. */
    private static int endOfList(List<String> words, int begin) {
        int end = Math.min(words.size(), begin + 1);
        while (end < words.size() && !words.get(end).equalsIgnoreCase(AND)) {
            end++;
        }
        return end;
    }

    /** As a question writes it, but for quotes. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(predicate).append(' ');
        text.append(operator.written());
        values.forEach(value -> text.append(' ').append(value));
        return text.toString();
    }
}
