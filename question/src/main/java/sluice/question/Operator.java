package sluice.question;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ways in which a condition compares the values of a predicate. */
public enum Operator {
    /** Has exactly this value. */
    EQ(1, 1),
    /** Has one of several values. */
    IN(1, Integer.MAX_VALUE),
    LT(1, 1),
    LE(1, 1),
    GT(1, 1),
    GE(1, 1),
    /** From the first to the second value, both included. */
    BETWEEN(2, 2),
    /** Has any value or link at all. */
    HAS(0, 0),
    /** Has one of the words of the text. */
    ANYOFTERMS(1, 1),
    /** Has all words of the text. */
    ALLOFTERMS(1, 1),
    /** Has one of the words of the text, both cut to their stems. */
    ANYOFTEXT(1, 1),
    /** Has all words of the text, but common ones, both cut to their stems. */
    ALLOFTEXT(1, 1),
    /** Has a place that the regular expression matches. */
    REGEXP(1, 1);

    private final int valuesMin;
    private final int valuesMax;

    Operator(int valuesMin, int valuesMax) {
        this.valuesMin = valuesMin;
        this.valuesMax = valuesMax;
    }

    /** The word in a question. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The operator that a question calls {@code word}, in any case, or null. */
    static @Nullable Operator ofWord(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        for (Operator operator : values()) {
            if (operator.written().equals(lower)) {
                return operator;
            }
        }
        return null;
    }

    /** All words, for messages. */
    static String words() {
        return Arrays.stream(values()).map(Operator::written).collect(Collectors.joining(" "));
    }

    /** Whether it can have this many values. */
    boolean takes(int values) {
        return values >= valuesMin && values <= valuesMax;
    }

    int valuesMin() {
        return valuesMin;
    }

    /** How many values it takes, for messages. */
    String valuesWritten() {
        if (valuesMax == Integer.MAX_VALUE) {
            return "one value or more";
        }
        return switch (valuesMin) {
            case 0 -> "no value";
            case 1 -> "one value";
            default -> "%d values".formatted(valuesMin);
        };
    }

    /** Whether it asks for an order of values. */
    boolean isRange() {
        return switch (this) {
            case LT, LE, GT, GE, BETWEEN -> true;
            default -> false;
        };
    }

    /** Whether it looks at words or letters of texts. */
    boolean isOfTexts() {
        return switch (this) {
            case ANYOFTERMS, ALLOFTERMS, ANYOFTEXT, ALLOFTEXT, REGEXP -> true;
            default -> false;
        };
    }
}
