package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads times that are written as dates, by a {@link TimeFormat.Iso} or a {@link
 * TimeFormat.Pattern}.
 *
 * <p>Dates that do not exist (31 April) are refused, never bent. ISO and patterns of fixed-width
 * numbers alone are read by hand in about 20 ns; other patterns go through {@link
 * DateTimeFormatter}, about 1 µs and some objects each.
 */
public final class TimeReader {
    private static final String LETTERS = "uMdHmsS";
    private static final String CLOCK_LETTERS = "HhKkmsSAnNaB";
    private static final int YEAR = 0;
    private static final int MONTH = 1;
    private static final int DAY = 2;
    private static final int HOUR = 3;
    private static final int MINUTE = 4;
    private static final int SECOND = 5;
    private static final int FRACTION = 6;
    private static final int LITERAL = 7;

    private static final int ISO_SECOND_BYTES = "yyyy-MM-ddTHH:mm:ss".length();
    private static final long MILLIS_PER_DAY = 86_400_000L;

    /** What a time should have looked like, for messages. */
    final String expected;

    /** The time that was read last, in milliseconds since 1970. */
    long millis;

    /**
     * The parts of a fixed-width pattern in order, as kind and width (or the literal byte); null
     * for ISO.
     */
    private final int @Nullable [] steps;

    /** Reads patterns that are not of fixed width, else null. */
    private final @Nullable DateTimeFormatter formatter;

    private final int[] parts = new int[LITERAL];

    /** Where the hand-written reading stands, and whether all was as it should be so far. */
    private int position;

    private int end;
    private boolean good;

    private TimeReader(
            String expected, int @Nullable [] steps, @Nullable DateTimeFormatter formatter) {
        this.expected = expected;
        this.steps = steps;
        this.formatter = formatter;
    }

    static TimeReader iso() {
        return new TimeReader("an ISO-8601 date and time", null, null);
    }

    /**
     * Throws an {@link IllegalArgumentException} when the pattern is no pattern or lacks year,
     * month or day.
     */
    public static TimeReader ofPattern(String pattern) {
        String expected = "a time like " + pattern;
        String strict = pattern.indexOf('G') < 0 ? withProlepticYear(pattern) : pattern;
        DateTimeFormatter formatter =
                DateTimeFormatter.ofPattern(strict, Locale.ROOT)
                        .withResolverStyle(ResolverStyle.STRICT)
                        .withZone(ZoneOffset.UTC);
        int[] steps = fixedSteps(strict);
        if (steps == null) {
            checkComplete(strict, formatter);
        }
        return new TimeReader(expected, steps, steps == null ? formatter : null);
    }

    /**
     * Throws when what the pattern shows of an instant is not enough to find its day, or its hour
     * if it has one.
     */
    private static void checkComplete(String pattern, DateTimeFormatter formatter) {
        try {
            TemporalAccessor parsed = formatter.parse(formatter.format(Instant.EPOCH));
            LocalDate.from(parsed);
            String letters = pattern.replaceAll("'[^']*'", "");
            boolean hasClock =
                    letters.chars().anyMatch(letter -> CLOCK_LETTERS.indexOf(letter) >= 0);
            if (!hasClock || parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
                return;
            }
        } catch (DateTimeException incomplete) {
            throw new IllegalArgumentException("it lacks year, month or day", incomplete);
        }
        throw new IllegalArgumentException("it lacks the half of the day or the hour");
    }

    /** Reads a time into {@link #millis}; false when it is none. */
    boolean read(byte[] bytes, int from, int length) {
        if (formatter != null) {
            return readFormatted(formatter, bytes, from, length);
        }
        position = from;
        end = from + length;
        good = true;
        if (steps != null) {
            return readFixed(bytes, steps);
        }
        while (position < end && FieldCutter.isBlank(bytes[position])) {
            position++;
        }
        while (position < end && FieldCutter.isBlank(bytes[end - 1])) {
            end--;
        }
        return readIso(bytes);
    }

    private boolean readFixed(byte[] bytes, int[] steps) {
        int[] parts = this.parts;
        parts[HOUR] = parts[MINUTE] = parts[SECOND] = parts[FRACTION] = 0;
        for (int index = 0; index < steps.length; index += 2) {
            int width = steps[index + 1];
            if (steps[index] == LITERAL) {
                literal(bytes, width);
            } else if (steps[index] == FRACTION) {
                parts[FRACTION] = fraction(bytes, width);
            } else {
                parts[steps[index]] = digits(bytes, width);
            }
        }
        return good && position == end && setMillis(0);
    }

    private boolean readIso(byte[] bytes) {
        parts[HOUR] = parts[MINUTE] = parts[SECOND] = parts[FRACTION] = 0;
        if (end - position < ISO_SECOND_BYTES || !readIsoToSecond(bytes)) {
            readIsoParts(bytes);
        }
        if (peek(bytes) == '.') {
            position++;
            parts[FRACTION] = fraction(bytes, fractionWidth(bytes));
        }
        int offsetMinutes = offset(bytes);
        return good && position == end && setMillis(offsetMinutes);
    }

    /** Reads "yyyy-MM-ddTHH:mm:ss" eight bytes at a time; false when the text is anything else. */
    private boolean readIsoToSecond(byte[] bytes) {
        // In a byte of the difference stands the digit; where the template has a separator it must
        // be 0.
        long date = Swar.word(bytes, position) ^ 0x2D30302D30303030L;
        long clock = Swar.word(bytes, position + 8) ^ 0x30303A3030543030L;
        long second = (Swar.word(bytes, position + 16) ^ 0x30303AL) & 0xFFFFFFL;
        long wrong = date + 0x7F76767F76767676L | date | clock + 0x76767F76767F7676L | clock;
        wrong |= second + 0x76767FL | second;
        if ((wrong & Swar.HIGHS) != 0) {
            return false;
        }
        parts[YEAR] = pair(date, 0) * 100 + pair(date, 16);
        parts[MONTH] = pair(date, 40);
        parts[DAY] = pair(clock, 0);
        parts[HOUR] = pair(clock, 24);
        parts[MINUTE] = pair(clock, 48);
        parts[SECOND] = pair(second, 8);
        position += ISO_SECOND_BYTES;
        return true;
    }

    /** The number of the two digits at {@code shift}. */
    private static int pair(long digits, int shift) {
        return (int) ((digits >>> shift & 15) * 10 + (digits >>> shift + 8 & 15));
    }

    private void readIsoParts(byte[] bytes) {
        parts[YEAR] = digits(bytes, 4);
        literal(bytes, '-');
        parts[MONTH] = digits(bytes, 2);
        literal(bytes, '-');
        parts[DAY] = digits(bytes, 2);
        if (position == end) {
            return;
        }
        literal(bytes, peek(bytes) == ' ' ? ' ' : 'T');
        parts[HOUR] = digits(bytes, 2);
        literal(bytes, ':');
        parts[MINUTE] = digits(bytes, 2);
        if (peek(bytes) == ':') {
            position++;
            parts[SECOND] = digits(bytes, 2);
        } else {
            // A fraction is one of seconds.
            good &= peek(bytes) != '.';
        }
    }

    /** Reads nothing, "Z", or an offset of hours and perhaps minutes, with or without a colon. */
    private int offset(byte[] bytes) {
        int sign = peek(bytes);
        if (sign == 'Z') {
            position++;
            return 0;
        }
        if (sign != '+' && sign != '-') {
            return 0;
        }
        position++;
        int hours = digits(bytes, 2);
        int minutes = 0;
        if (position < end) {
            if (peek(bytes) == ':') {
                position++;
            }
            minutes = digits(bytes, 2);
        }
        good &= minutes < 60 && hours * 60 + minutes <= 18 * 60;
        return sign == '-' ? -(hours * 60 + minutes) : hours * 60 + minutes;
    }

    private int fractionWidth(byte[] bytes) {
        int width = 0;
        while (position + width < end && isDigit(bytes[position + width])) {
            width++;
        }
        good &= width >= 1 && width <= 9;
        return Math.min(width, 9);
    }

    /** The byte at the position, or -1 at the end. */
    private int peek(byte[] bytes) {
        return position < end ? bytes[position] : -1;
    }

    private void literal(byte[] bytes, int expectedByte) {
        good &= position < end && bytes[position] == expectedByte;
        position++;
    }

    private int digits(byte[] bytes, int width) {
        if (end - position < width) {
            good = false;
            position = end;
            return 0;
        }
        int value = 0;
        for (int index = 0; index < width; index++) {
            byte digit = bytes[position + index];
            good &= isDigit(digit);
            value = value * 10 + (digit - '0');
        }
        position += width;
        return value;
    }

    /**
     * The milliseconds of a fraction of a second of {@code width} digits; finer ones are cut off.
     */
    private int fraction(byte[] bytes, int width) {
        int value = digits(bytes, width);
        for (int index = width; index < 3; index++) {
            value *= 10;
        }
        for (int index = 3; index < width; index++) {
            value /= 10;
        }
        return value;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    private boolean setMillis(int offsetMinutes) {
        int[] parts = this.parts;
        int year = parts[YEAR];
        int month = parts[MONTH];
        int day = parts[DAY];
        if (month < 1 || month > 12 || day < 1 || day > monthDays(year, month)) {
            return false;
        }
        if (parts[HOUR] > 23 || parts[MINUTE] > 59 || parts[SECOND] > 59) {
            return false;
        }
        long seconds = (parts[HOUR] * 60L + parts[MINUTE] - offsetMinutes) * 60 + parts[SECOND];
        millis = epochDay(year, month, day) * MILLIS_PER_DAY + seconds * 1000 + parts[FRACTION];
        return true;
    }

    private static int monthDays(int year, int month) {
        if (month == 2) {
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            return leap ? 29 : 28;
        }
        return 30 + ((month + (month >> 3)) & 1);
    }

    /**
     * Days since 1970 of a date of the Gregorian calendar (H. Hinnant, "days_from_civil"), for
     * years from 0.
     */
    private static long epochDay(int year, int month, int day) {
        int shiftedYear = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(shiftedYear, 400);
        int yearOfEra = shiftedYear - era * 400;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468L;
    }

    private boolean readFormatted(DateTimeFormatter formatter, byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        try {
            TemporalAccessor parsed = formatter.parse(text);
            Instant instant =
                    parsed.isSupported(ChronoField.INSTANT_SECONDS)
                            ? Instant.from(parsed)
                            : LocalDate.from(parsed).atStartOfDay(ZoneOffset.UTC).toInstant();
            millis = instant.toEpochMilli();
            return true;
        } catch (DateTimeException | ArithmeticException notATime) {
            // The formatter has no other way to say so; the caller makes the message.
            return false;
        }
    }

    /** Strict formatters know "y" only together with an era; without one it means what "u" does. */
    private static String withProlepticYear(String pattern) {
        StringBuilder result = new StringBuilder();
        boolean quoted = false;
        for (char letter : pattern.toCharArray()) {
            quoted ^= letter == '\'';
            result.append(!quoted && letter == 'y' ? 'u' : letter);
        }
        return result.toString();
    }

    /**
     * The steps of a pattern that consists of fixed-width numbers and ASCII literals only, else
     * null.
     */
    private static int @Nullable [] fixedSteps(String pattern) {
        int[] steps = new int[2 * pattern.length()];
        int count = 0;
        int seen = 0;
        int index = 0;
        while (index < pattern.length()) {
            char letter = pattern.charAt(index);
            int width = 1;
            if (Character.isLetter(letter)) {
                while (index + width < pattern.length()
                        && pattern.charAt(index + width) == letter) {
                    width++;
                }
                int kind = LETTERS.indexOf(letter);
                boolean fixed =
                        kind == YEAR ? width == 4 : kind == FRACTION ? width <= 9 : width == 2;
                if (kind < 0 || !fixed || (seen & 1 << kind) != 0) {
                    return null;
                }
                seen |= 1 << kind;
                steps[count++] = kind;
                steps[count++] = width;
            } else if (letter > ' ' - 1 && letter < 0x7f && "'[]{}#".indexOf(letter) < 0) {
                steps[count++] = LITERAL;
                steps[count++] = letter;
            } else if (letter == '\''
                    && index + 2 < pattern.length()
                    && pattern.charAt(index + 2) == '\''
                    && pattern.charAt(index + 1) < 0x7f
                    && pattern.charAt(index + 1) != '\'') {
                width = 3;
                steps[count++] = LITERAL;
                steps[count++] = pattern.charAt(index + 1);
            } else {
                return null;
            }
            index += width;
        }
        int date = 1 << YEAR | 1 << MONTH | 1 << DAY;
        return (seen & date) == date ? Arrays.copyOf(steps, count) : null;
    }
}
