package sluice.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import sluice.load.LoadOptions.RejectBudget;

/** Reads {@code 1000} (rows) or {@code 0.5%} (of the rows read). */
final class RejectLimit implements ITypeConverter<RejectBudget> {
    private static final Pattern ROWS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?%");

    @Override
    public RejectBudget convert(String text) {
        if (ROWS.matcher(text).matches()) {
            return new RejectBudget(Long.parseLong(text), 100);
        }
        if (PERCENT.matcher(text).matches()) {
            double percent = Double.parseDouble(text.substring(0, text.length() - 1));
            if (percent <= 100) {
                return new RejectBudget(Long.MAX_VALUE, percent);
            }
        }
        throw new TypeConversionException(
                "\"%s\" is no limit; expected a number of rows, or 0%% to 100%%".formatted(text));
    }
}
