package sluice.generate;

import java.util.List;
import java.util.regex.Pattern;

/**
 * An option of the generator as a command line shows it.
 *
 * @param name without dashes; the key of the value given
 * @param unit what the value is, such as {@code N}, {@link #COUNT} or {@code FILE}; empty for a
 *     switch
 * @param fallback the value when none is given; empty when there is none
 * @param range what values are allowed, in words
 * @param sentence what it does
 */
public record GenerateOption(
        String name, String unit, String fallback, String range, String sentence) {
    /** The unit of a number that may be written as {@code 300k} or {@code 10m}. */
    public static final String COUNT = "COUNT";

    private static final Pattern WORDS = Pattern.compile("[a-z-]+(, [a-z-]+)* or [a-z-]+");

    /** The allowed values, if they are words; none for a switch, or where any other value is. */
    public List<String> words() {
        return unit.isEmpty() || !WORDS.matcher(range).matches()
                ? List.of()
                : List.of(range.split(", | or "));
    }
}
