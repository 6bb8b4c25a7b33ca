package sluice.question;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fixed texts of a regular expression: every text that matches has all texts of at least one
 * alternative. What is not understood counts as nothing fixed, so that no match is ever missed.
 *
 * <p>Reads the syntax of {@code java.util.regex} without flags; belongs to one thread.
 */
final class FixedTexts {
    private static final int ALTERNATIVES_MAX = 16;
    private static final int DEPTH_MAX = 64;

    private final int[] points;
    private int at;
    private boolean isUnderstood = true;

    private FixedTexts(String expression) {
        points = expression.codePoints().toArray();
    }

    /**
     * The alternatives of {@code expression}, each a list of texts without the short ones; none
     * where it is not understood.
     */
    static List<List<String>> of(String expression) {
        FixedTexts texts = new FixedTexts(expression);
        List<List<String>> alternatives = texts.alternatives(0);
        // A parenthesis that nothing opened.
        return texts.isUnderstood && texts.at == texts.points.length ? alternatives : List.of();
    }

    /** Branches up to the end or a closing parenthesis, which stays. */
    private List<List<String>> alternatives(int depth) {
        List<List<String>> all = new ArrayList<>();
        if (depth > DEPTH_MAX) {
            isUnderstood = false;
            return all;
        }
        all.addAll(branch(depth));
        while (isUnderstood && at < points.length && points[at] == '|') {
            at++;
            all.addAll(branch(depth));
        }
        if (all.size() > ALTERNATIVES_MAX) {
            isUnderstood = false;
        }
        return all;
    }

    /** One branch: the texts of its parts, for each choice of alternatives of its groups. */
    private List<List<String>> branch(int depth) {
        List<List<String>> choices = List.of(List.of());
        StringBuilder run = new StringBuilder();
        while (isUnderstood && at < points.length && points[at] != '|' && points[at] != ')') {
            int begin = at;
            @Nullable List<List<String>> group = null;
            int literal = -1;
            switch (points[at]) {
                case '(' -> group = group(depth);
                case '[' -> skipClass();
                case '\\' -> literal = escaped();
                case '.', '^', '$' -> at++;
                case '*', '+', '?', '{' -> isUnderstood = false;
                default -> literal = points[at++];
            }
            if (begin == at) {
                isUnderstood = false;
            }
            Repetition repetition = repetition();
            if (literal >= 0 && repetition != Repetition.MAYBE_NONE) {
                run.appendCodePoint(literal);
            }
            if (literal < 0 || repetition != Repetition.ONCE) {
                choices = with(choices, run);
            }
            if (group != null && repetition != Repetition.MAYBE_NONE) {
                choices = product(choices, group);
            }
        }
        return with(choices, run);
    }

    private List<List<String>> with(List<List<String>> choices, StringBuilder run) {
        if (run.isEmpty()) {
            return choices;
        }
        String text = run.toString();
        run.setLength(0);
        return product(choices, List.of(List.of(text)));
    }

    private List<List<String>> product(List<List<String>> a, List<List<String>> b) {
        if ((long) a.size() * b.size() > ALTERNATIVES_MAX) {
            // What stands in this group is left out: less is fixed.
            return a;
        }
        List<List<String>> all = new ArrayList<>();
        for (List<String> first : a) {
            for (List<String> second : b) {
                List<String> both = new ArrayList<>(first);
                both.addAll(second);
                all.add(both);
            }
        }
        return all;
    }

    /** A group with its parentheses; null where what is in it need not be in a match. */
    private @Nullable List<List<String>> group(int depth) {
        at++;
        if (at < points.length && points[at] == '?') {
            boolean isPlain = at + 1 < points.length && points[at + 1] == ':';
            if (!isPlain) {
                // Names, looks around, flags: not understood.
                isUnderstood = false;
                return null;
            }
            at += 2;
        }
        List<List<String>> inner = alternatives(depth + 1);
        if (at < points.length && points[at] == ')') {
            at++;
        } else {
            isUnderstood = false;
        }
        return inner;
    }

    /** Passes over a class of characters; one with more than characters, ranges, escapes is not. */
    private void skipClass() {
        at++;
        if (at < points.length && points[at] == '^') {
            at++;
        }
        boolean isFirst = true;
        while (at < points.length && points[at] != ']') {
            if (points[at] == '[' || points[at] == '&') {
                isUnderstood = false;
                return;
            }
            if (points[at] == '\\') {
                escaped();
            } else {
                at++;
            }
            isFirst = false;
        }
        if (isFirst || at >= points.length) {
            isUnderstood = false;
            return;
        }
        at++;
    }

    /** Passes over an escape; the character that it stands for, or -1. */
    private int escaped() {
        at++;
        if (at >= points.length) {
            isUnderstood = false;
            return -1;
        }
        int letter = points[at++];
        boolean isLetter =
                letter >= 'a' && letter <= 'z'
                        || letter >= 'A' && letter <= 'Z'
                        || letter >= '0' && letter <= '9';
        if (!isLetter) {
            return letter;
        }
        switch (letter) {
            case 't' -> {
                return '\t';
            }
            case 'n' -> {
                return '\n';
            }
            case 'r' -> {
                return '\r';
            }
            case 'd', 'D', 's', 'S', 'w', 'W', 'h', 'H', 'v', 'V', 'R', 'b', 'B', 'A', 'z', 'Z' -> {
                return -1;
            }
            default -> {
                isUnderstood = false;
                return -1;
            }
        }
    }

    private enum Repetition {
        ONCE,
        /** Once or more often. */
        SEVERAL,
        MAYBE_NONE
    }

    private Repetition repetition() {
        if (at >= points.length) {
            return Repetition.ONCE;
        }
        Repetition found =
                switch (points[at]) {
                    case '*', '?' -> Repetition.MAYBE_NONE;
                    case '+' -> Repetition.SEVERAL;
                    case '{' -> counted();
                    default -> Repetition.ONCE;
                };
        if (found != Repetition.ONCE) {
            at++;
            if (at < points.length && (points[at] == '?' || points[at] == '+')) {
                at++;
            }
        }
        return found;
    }

    /** A count in braces, up to the closing one. */
    private Repetition counted() {
        int begin = at + 1;
        int digits = begin;
        while (digits < points.length && points[digits] >= '0' && points[digits] <= '9') {
            digits++;
        }
        int end = digits;
        while (end < points.length && points[end] != '}') {
            end++;
        }
        if (digits == begin || end == points.length) {
            isUnderstood = false;
            return Repetition.MAYBE_NONE;
        }
        boolean isZero = true;
        for (int i = begin; i < digits; i++) {
            isZero &= points[i] == '0';
        }
        at = end;
        return isZero ? Repetition.MAYBE_NONE : Repetition.SEVERAL;
    }
}
