package sluice.cli.options;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import sluice.load.DryRun;
import sluice.load.job.LoadOptions.RejectBudget;
import sluice.model.SluiceException;

/** Reads the values of options that are more than a word or a plain number. */
public final class OptionValues {
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,13}");

    private OptionValues() {}

    /** How many: {@code 500000}, {@code 20k}, {@code 10m} or {@code 1g}, in thousands. */
    public static final class Count implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return amount(text, text.toLowerCase(Locale.ROOT), 1000, "10m, 20k or 500000");
        }
    }

    /**
     * How many bytes: {@code 512m}, {@code 2g}, {@code 1GiB} or {@code 1048576}, in powers of 1024.
     * The launcher reads {@code --memory} by the same rules.
     */
    public static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            String number = text.toLowerCase(Locale.ROOT).replaceFirst("i?b?$", "");
            return amount(text, number, 1024, "512m, 2g or 1048576");
        }
    }

    /** {@code 1000} (rows) or {@code 0.5%} (of the rows read). */
    static final class Rejects implements ITypeConverter<RejectBudget> {
        @Override
        public RejectBudget convert(String text) {
            return accepted(() -> RejectBudget.parse(text));
        }
    }

    /** A share of the input, in percent: {@code 1%}. */
    public static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return accepted(() -> DryRun.parsePercent(text));
        }
    }

    private static long amount(String text, String number, long thousand, String examples) {
        int power = number.isEmpty() ? 0 : "kmg".indexOf(number.charAt(number.length() - 1)) + 1;
        String digits = power == 0 ? number : number.substring(0, number.length() - 1);
        if (AMOUNT.matcher(digits).matches()) {
            try {
                long value = Long.parseLong(digits);
                for (int i = 0; i < power; i++) {
                    value = Math.multiplyExact(value, thousand);
                }
                return value;
            } catch (ArithmeticException e) {
                // Said below, in words that help.
            }
        }
        throw new TypeConversionException(
                "\"%s\" is not such an amount; expected one like %s".formatted(text, examples));
    }

    /** What {@code reading} gives; picocli adds the option's name to why it gives nothing. */
    private static <T> T accepted(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (SluiceException refusal) {
            throw new TypeConversionException(String.valueOf(refusal.getMessage()));
        }
    }

    /** How many bytes a second: {@code 100Mbit}, {@code 1Gbit}, or bytes as elsewhere. */
    public static final class Rate implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            long unit =
                    text.matches("[0-9]{1,9}[Mm]bit")
                            ? 1_000_000
                            : text.matches("[0-9]{1,6}[Gg]bit") ? 1_000_000_000 : 0;
            return unit == 0
                    ? new Bytes().convert(text)
                    : Long.parseLong(text.substring(0, text.length() - 4)) * unit / 8;
        }
    }
}
