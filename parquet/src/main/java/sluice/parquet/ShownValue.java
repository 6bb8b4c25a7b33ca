package sluice.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The text of a value: whole numbers and decimals by their digits, times as in ISO 8601, texts as
 * they are, other bytes in hexadecimal.
 */
final class ShownValue {
    /** From here on a {@code double} does not tell all whole numbers apart. */
    private static final double WHOLE_MAX = 1L << 53;

    private static final long JULIAN_DAY_OF_1970 = 2_440_588;
    private static final long DAY_SECONDS = 86_400;
    private static final int DECIMAL_BYTES_MAX = 64;

    private ShownValue() {}

    static void append(RowLines row, ParquetColumn column, long number, Values value)
            throws ParquetFault {
        switch (column.physical()) {
            case BOOLEAN -> row.plain(number == 0 ? "false" : "true");
            case FLOAT -> floating(row, Float.intBitsToFloat((int) number));
            case DOUBLE -> doubled(row, Double.longBitsToDouble(number));
            case INT32, INT64 -> whole(row, column, number);
            case INT96 -> row.plain(int96(value));
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
            case DECIMAL -> row.plain(BigDecimal.valueOf(number, column.scale()).toPlainString());
            case DATE -> row.plain(LocalDate.ofEpochDay(number).toString());
            case TIME -> row.plain(time(number, column.scale()));
            case TIMESTAMP -> row.plain(timestamp(number, column));
            default -> row.number(number);
        }
    }

    private static String time(long number, int digits) throws ParquetFault {
        long second = power(digits);
        try {
            LocalTime time =
                    LocalTime.ofSecondOfDay(Math.floorDiv(number, second))
                            .plusNanos(Math.floorMod(number, second) * power(9 - digits));
            return time.getSecond() == 0 && time.getNano() == 0 ? time + ":00" : time.toString();
        } catch (DateTimeException failure) {
            ParquetFault fault = ParquetFault.damaged("%d is no time of a day".formatted(number));
            fault.addSuppressed(failure);
            throw fault;
        }
    }

    private static String timestamp(long number, ParquetColumn column) {
        long second = power(column.scale());
        return instant(
                Math.floorDiv(number, second),
                (int) (Math.floorMod(number, second) * power(9 - column.scale())),
                column.utc());
    }

    private static String instant(long seconds, int nanos, boolean utc) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
        String text = time.getSecond() == 0 && nanos == 0 ? time + ":00" : time.toString();
        return utc ? text + "Z" : text;
    }

    private static long power(int digits) {
        long power = 1;
        for (int index = 0; index < digits; index++) {
            power *= 10;
        }
        return power;
    }

    /** Nanoseconds of a day and a Julian day, as older Spark writes points in time. */
    private static String int96(Values value) throws ParquetFault {
        long nanos = Bits.longAt(value.bytes, value.from);
        long day = Bits.intAt(value.bytes, value.from + 8) - JULIAN_DAY_OF_1970;
        long nanosOfSecond = 1_000_000_000L;
        long seconds = day * DAY_SECONDS + Math.floorDiv(nanos, nanosOfSecond);
        return instant(seconds, (int) Math.floorMod(nanos, nanosOfSecond), true);
    }

    private static void bytes(RowLines row, ParquetColumn column, Values value)
            throws ParquetFault {
        if (column.form() == ParquetColumn.Form.DECIMAL) {
            row.plain(decimal(column, value));
        } else {
            row.text(value.bytes, value.from, value.length);
        }
    }

    private static void fixed(RowLines row, ParquetColumn column, Values value)
            throws ParquetFault {
        switch (column.form()) {
            case DECIMAL -> row.plain(decimal(column, value));
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

    private static String decimal(ParquetColumn column, Values value) throws ParquetFault {
        if (value.length == 0 || value.length > DECIMAL_BYTES_MAX) {
            throw ParquetFault.damaged("a decimal has %d bytes".formatted(value.length));
        }
        BigInteger digits = new BigInteger(value.bytes, value.from, value.length);
        return new BigDecimal(digits, column.scale()).toPlainString();
    }
}
