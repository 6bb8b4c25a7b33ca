package sluice.cli.show;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a time: a raw number as the store has it, or ISO-8601, which becomes milliseconds since
 * 1970; without an offset it is UTC, without a time it is midnight.
 */
public final class TimeOption implements ITypeConverter<Long> {
    private static final List<Function<String, Instant>> FORMS =
            List.of(
                    text -> OffsetDateTime.parse(text).toInstant(),
                    text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
                    text -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));

    @Override
    public Long convert(String text) {
        if (text.matches("[+-]?[0-9]+")) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException _) {
                throw new TypeConversionException(
                        "\"%s\" is not a signed 64-bit number".formatted(text));
            }
        }
        for (Function<String, Instant> form : FORMS) {
            try {
                return form.apply(text).toEpochMilli();
            } catch (DateTimeException | ArithmeticException _) {
                // Another form may fit.
                continue;
            }
        }
        throw new TypeConversionException(
                "\"%s\" is no time; expected a number, 2024-02-29 or 2024-02-29T12:00:00Z"
                        .formatted(text));
    }
}
