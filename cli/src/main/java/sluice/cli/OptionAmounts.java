package sluice.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers with a unit, as options take them. */
final class OptionAmounts {
    private OptionAmounts() {}

    /** How many: {@code 500000}, {@code 20k}, {@code 10m} or {@code 1g}, in thousands. */
    static final class Count implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return parse(text, text.toLowerCase(Locale.ROOT), 1000, "10m, 20k or 500000");
        }
    }

    /** How many bytes: {@code 512m}, {@code 2g}, {@code 1GiB} or {@code 1048576}. */
    static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            String number = text.toLowerCase(Locale.ROOT).replaceFirst("i?b$", "");
            return parse(text, number, 1024, "512m, 2g or 1048576");
        }
    }

    private static long parse(String text, String number, long thousand, String examples) {
        int power = number.isEmpty() ? 0 : "kmg".indexOf(number.charAt(number.length() - 1)) + 1;
        String digits = power == 0 ? number : number.substring(0, number.length() - 1);
        try {
            long value = Long.parseLong(digits);
            for (int i = 0; i < power; i++) {
                value = Math.multiplyExact(value, thousand);
            }
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // Said below, in words that help.
        }
        throw new TypeConversionException(
                "\"%s\" is no such number; expected one like %s".formatted(text, examples));
    }
}
