package sluice.question;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.TypedValue;

/**
 * Looks for a regular expression of Java in texts. A match that takes too many steps or too much
 * stack fails the question: an expression can be made so that it would take years.
 */
final class TextMatcher implements ValueMatcher {
    private static final long STEPS_PER_TEXT = 10_000_000;

    private final Matcher matcher;
    private final String written;

    TextMatcher(Condition condition) {
        written = condition.values().getFirst();
        matcher = pattern(written).matcher("");
    }

    /**
     * An expression, as {@code Al.*e}, {@code /Al.*e/} or, for letters of any case, {@code /al/i}.
     */
    static Pattern pattern(String written) {
        try {
            return Pattern.compile(
                    expression(written), ignoresCase(written) ? Pattern.CASE_INSENSITIVE : 0);
        } catch (PatternSyntaxException e) {
            throw Ask.wrong(
                    "\"%s\" is no regular expression: %s at %d; see java.util.regex.Pattern",
                    written, e.getDescription(), e.getIndex());
        } catch (StackOverflowError e) {
            throw Ask.wrong("the regular expression is nested too deeply");
        }
    }

    /** Without slashes around it. */
    static String expression(String written) {
        int end = written.lastIndexOf('/');
        boolean isBetweenSlashes =
                written.startsWith("/")
                        && end > 0
                        && (end == written.length() - 1 || ignoresCase(written));
        return isBetweenSlashes ? written.substring(1, end) : written;
    }

    static boolean ignoresCase(String written) {
        return written.length() > 2 && written.startsWith("/") && written.endsWith("/i");
    }

    @Override
    public boolean matches(StoredValue stored) {
        TypedValue value = stored.value();
        switch (value.type()) {
            case STRING, DEFAULT, OTHER -> {}
            default -> {
                return false;
            }
        }
        try {
            return matcher.reset(new CountedText(value.text())).find();
        } catch (StackOverflowError e) {
            throw tooMuch("stack");
        } finally {
            matcher.reset("");
        }
    }

    private SluiceException tooMuch(String what) {
        return new SluiceException(
                ErrorCode.RESOURCE,
                "the regular expression \"%s\" takes too much %s for a text; avoid repetitions within repetitions"
                        .formatted(written, what));
    }

    /** A text that counts how often it is looked at. */
    private final class CountedText implements CharSequence {
        private final String text;
        private long steps;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++steps > STEPS_PER_TEXT) {
                throw tooMuch("time");
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
