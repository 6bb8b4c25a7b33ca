package sluice.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The text of a value: whole numbers and decimals by their digits, times as in ISO 8601, texts as
 * they are, other bytes in hexadecimal.
 */
final class CellText {
    /** From here on a {@code double} does not tell all whole numbers apart. */
    private static final double WHOLE_MAX = 1L << 53;

    private static final long JULIAN_DAY_OF_1970 = 2_440_588;
    private static final long DAY_SECONDS = 86_400;
    private static final int YEAR_MAX = 9_999;
    private static final int DECIMAL_BYTES_MAX = 64;

    /** Each {@code long} has at most one digit more than this. */
    private static final int LONG_DIGITS = 18;

    private CellText() {}

    static void append(RowLines row, ParquetColumn column, long number, Values value)
            throws ParquetFault {
        switch (column.physical()) {
            case BOOLEAN -> row.plain(number == 0 ? "false" : "true");
            case FLOAT -> floating(row, Float.intBitsToFloat((int) number));
            case DOUBLE -> doubled(row, Double.longBitsToDouble(number));
            case INT32, INT64 -> whole(row, column, number);
            case INT96 -> int96(row, value);
            case BYTES -> bytes(row, column, value);
            case FIXED -> fixed(row, column, value);
        }
    }

    private static void floating(RowLines row, float value) {
        if (value == Math.rint(value) && Math.abs(value) < WHOLE_MAX) {
            doubled(row, value);
        } else {
            row.plain(Float.toString(value));
        }
    }

    /** Whole ones come without a point, as a column of ids with missing values is of doubles. */
    private static void doubled(RowLines row, double value) {
        boolean isNegativeZero = value == 0 && 1 / value < 0;
        if (value == Math.rint(value) && Math.abs(value) < WHOLE_MAX && !isNegativeZero) {
            row.number((long) value);
        } else {
            row.plain(Double.toString(value));
        }
    }

    private static void whole(RowLines row, ParquetColumn column, long number) throws ParquetFault {
        switch (column.form()) {
            case UNSIGNED -> {
                long unsigned =
                        column.physical() == ParquetColumn.Physical.INT32
                                ? number & 0xffff_ffffL
                                : number;
                if (unsigned < 0) {
                    row.plain(Long.toUnsignedString(unsigned));
                } else {
                    row.number(unsigned);
                }
            }
            case DECIMAL -> decimal(row, number, column.scale());
            case DATE -> {
                row.beginField();
                day(row, number);
            }
            case TIME -> time(row, number, column.scale());
            case TIMESTAMP -> timestamp(row, number, column);
            default -> row.number(number);
        }
    }

    private static void time(RowLines row, long number, int digits) throws ParquetFault {
        long second = power(digits);
        long seconds = Math.floorDiv(number, second);
        if (seconds < 0 || seconds >= DAY_SECONDS) {
            throw ParquetFault.damaged("%d is no time of a day".formatted(number));
        }
        row.beginField();
        clock(row, (int) seconds, Math.floorMod(number, second) * power(9 - digits));
    }

    private static void timestamp(RowLines row, long number, ParquetColumn column) {
        long second = power(column.scale());
        long nanos = Math.floorMod(number, second) * power(9 - column.scale());
        instant(row, Math.floorDiv(number, second), nanos, column.utc());
    }

    private static void instant(RowLines row, long seconds, long nanos, boolean utc) {
        row.beginField();
        day(row, Math.floorDiv(seconds, DAY_SECONDS));
        row.letter('T');
        clock(row, (int) Math.floorMod(seconds, DAY_SECONDS), nanos);
        if (utc) {
            row.letter('Z');
        }
    }

    private static void day(RowLines row, long sinceEpoch) {
        LocalDate day = LocalDate.ofEpochDay(sinceEpoch);
        if (day.getYear() < 0 || day.getYear() > YEAR_MAX) {
            row.letters(day.toString());
            return;
        }
        row.digits(day.getYear(), 4);
        row.letter('-');
        row.digits(day.getMonthValue(), 2);
        row.letter('-');
        row.digits(day.getDayOfMonth(), 2);
    }

    /** Hours, minutes, seconds and of their fraction what is not 0, in groups of three digits. */
    private static void clock(RowLines row, int second, long nanos) {
        row.digits(second / 3600, 2);
        row.letter(':');
        row.digits(second / 60 % 60, 2);
        row.letter(':');
        row.digits(second % 60, 2);
        if (nanos == 0) {
            return;
        }
        int digits = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
        row.letter('.');
        row.digits(nanos / power(9 - digits), digits);
    }

    private static long power(int digits) {
        long power = 1;
        for (int index = 0; index < digits; index++) {
            power *= 10;
        }
        return power;
    }

    /** Nanoseconds of a day and a Julian day, as older Spark writes points in time. */
    private static void int96(RowLines row, Values value) {
        long nanos = Bits.longAt(value.bytes, value.from);
        long day = Bits.intAt(value.bytes, value.from + 8) - JULIAN_DAY_OF_1970;
        long nanosOfSecond = 1_000_000_000L;
        long seconds = day * DAY_SECONDS + Math.floorDiv(nanos, nanosOfSecond);
        instant(row, seconds, Math.floorMod(nanos, nanosOfSecond), true);
    }

    private static void bytes(RowLines row, ParquetColumn column, Values value)
            throws ParquetFault {
        if (column.form() == ParquetColumn.Form.DECIMAL) {
            decimal(row, column, value);
        } else {
            row.text(value.bytes, value.from, value.length);
        }
    }

    private static void fixed(RowLines row, ParquetColumn column, Values value)
            throws ParquetFault {
        switch (column.form()) {
            case DECIMAL -> decimal(row, column, value);
            case UUID ->
                    row.plain(
                            new UUID(
                                            Long.reverseBytes(Bits.longAt(value.bytes, value.from)),
                                            Long.reverseBytes(
                                                    Bits.longAt(value.bytes, value.from + 8)))
                                    .toString());
            case FLOAT16 -> {
                int low = value.bytes[value.from] & 0xff;
                floating(
                        row,
                        Float.float16ToFloat((short) (low | value.bytes[value.from + 1] << 8)));
            }
            case TEXT -> row.text(value.bytes, value.from, value.length);
            default ->
                    row.plain(
                            HexFormat.of()
                                    .formatHex(value.bytes, value.from, value.from + value.length));
        }
    }

    private static void decimal(RowLines row, ParquetColumn column, Values value)
            throws ParquetFault {
        if (value.length == 0 || value.length > DECIMAL_BYTES_MAX) {
            throw ParquetFault.damaged("a decimal has %d bytes".formatted(value.length));
        }
        if (value.length > Long.BYTES) {
            BigInteger digits = new BigInteger(value.bytes, value.from, value.length);
            row.plain(new BigDecimal(digits, column.scale()).toPlainString());
            return;
        }
        long number = value.bytes[value.from];
        for (int index = 1; index < value.length; index++) {
            number = number << Byte.SIZE | value.bytes[value.from + index] & 0xff;
        }
        decimal(row, number, column.scale());
    }

    private static void decimal(RowLines row, long number, int scale) {
        if (scale > LONG_DIGITS || number == Long.MIN_VALUE) {
            row.plain(BigDecimal.valueOf(number, scale).toPlainString());
            return;
        }
        if (scale == 0) {
            row.number(number);
            return;
        }
        long one = power(scale);
        row.beginField();
        if (number < 0) {
            row.letter('-');
        }
        row.digits(Math.abs(number) / one, 1);
        row.letter('.');
        row.digits(Math.abs(number) % one, scale);
    }
}
