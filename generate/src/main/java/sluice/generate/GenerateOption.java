package sluice.generate;

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
}
