package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** The table of conversions, cell by cell, and numbers and times beside those that Java reads. */
class ConversionTest {
    private static final Path SCRIPT =
            Path.of("src", "test", "resources", "sluice", "schema", "conversions.txt");

    private final Conversion conversion = new Conversion();

    @Test
    void valuesBecomeWhatTheScriptSays() throws IOException {
        String script = Files.readString(SCRIPT);
        StringBuilder found = new StringBuilder();
        for (String line : script.lines().toList()) {
            int arrow = line.startsWith("#") ? -1 : line.indexOf(" =>");
            found.append(arrow < 0 ? line : line.substring(0, arrow) + " => " + outcome(line))
                    .append('\n');
        }
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(SCRIPT, found);
        }
        assertEquals(script, found.toString());
    }

    private String outcome(String line) {
        String[] parts = line.substring(0, line.indexOf(" =>")).split(" \\| ?", -1);
        ValueType from = Objects.requireNonNull(ValueType.ofName(parts[0]));
        ValueType to = Objects.requireNonNull(ValueType.ofName(parts[2]));
        TypedValue value = value(from, parts[1]);
        String before = text(value);
        ConversionFault fault = conversion.convert(value, to);
        if (fault != ConversionFault.NONE) {
            assertEquals(from, value.type(), line);
            assertEquals(before, text(value), line);
            return fault.name();
        }
        assertEquals(to, value.type(), line);
        return text(value);
    }

    private static TypedValue value(ValueType type, String text) {
        TypedValue value = new TypedValue();
        switch (type) {
            case INT -> value.setInt(Long.parseLong(text));
            case FLOAT -> value.setFloat(Double.parseDouble(text));
            case BOOL -> value.setBool(Boolean.parseBoolean(text));
            case DATETIME -> {
                OffsetDateTime time = OffsetDateTime.parse(text);
                value.setDatetime(
                        time.toEpochSecond(),
                        time.getNano(),
                        time.getOffset().getTotalSeconds() / 60);
            }
            case GEO, VECTOR -> {
                value.setText(ValueType.STRING, text);
                assertEquals(ConversionFault.NONE, new Conversion().convert(value, type), text);
            }
            default -> value.setText(type, text);
        }
        return value;
    }

    private static String text(TypedValue value) {
        return switch (value.type()) {
            case INT -> Long.toString(value.integer());
            case FLOAT -> Double.toString(value.real());
            case BOOL -> Boolean.toString(value.integer() != 0);
            case DATETIME ->
                    "%d s %d ns %d min"
                            .formatted(value.integer(), value.nanos(), value.zoneMinutes());
            case GEO, VECTOR -> {
                TypedValue copy =
                        new TypedValue()
                                .setBytes(
                                        value.type(),
                                        value.bytes().clone(),
                                        value.offset(),
                                        value.length());
                new Conversion().convert(copy, ValueType.STRING);
                yield copy.text();
            }
            default -> value.text();
        };
    }

    @Test
    void textInTheMidstOfBytesIsReadAlone() {
        byte[] bytes = "99427".getBytes(StandardCharsets.US_ASCII);
        TypedValue value = new TypedValue();
        for (ValueType to : new ValueType[] {ValueType.INT, ValueType.FLOAT}) {
            value.setBytes(ValueType.STRING, bytes, 2, 2);
            assertEquals(ConversionFault.NONE, conversion.convert(value, to));
        }
        assertEquals(42, value.integer());
        assertEquals(42.0, value.real());
    }

    @Test
    void realNumbersAreThoseThatJavaReads() {
        Seeds.each(
                20_000,
                random -> {
                    String text =
                            switch (random.nextInt(4)) {
                                case 0 -> Double.toString(random.nextDouble() * 1000);
                                case 1 ->
                                        Double.toString(Double.longBitsToDouble(random.nextLong()));
                                case 2 ->
                                        "%d.%de%d"
                                                .formatted(
                                                        random.nextInt(1000),
                                                        random.nextLong() >>> random.nextInt(1, 64),
                                                        random.nextInt(-30, 30));
                                default -> Long.toString(random.nextLong());
                            };
                    double expected = Double.parseDouble(text);
                    TypedValue value = new TypedValue().setText(ValueType.STRING, text);
                    ConversionFault fault = conversion.convert(value, ValueType.FLOAT);
                    if (!Double.isNaN(expected)) {
                        assertEquals(ConversionFault.NONE, fault, text);
                        assertEquals(expected, value.real(), text);
                    }
                });
    }

    @Test
    void writtenRealNumbersReadBack() {
        Seeds.each(
                20_000,
                random -> {
                    double number = Double.longBitsToDouble(random.nextLong());
                    if (!Double.isNaN(number)) {
                        TypedValue value = new TypedValue().setFloat(number);
                        conversion.convert(value, ValueType.STRING);
                        value.setText(ValueType.STRING, value.text());
                        assertEquals(
                                ConversionFault.NONE, conversion.convert(value, ValueType.FLOAT));
                        assertEquals(number, value.real());
                    }
                });
    }

    @Test
    void calendarIsThatOfJavaForEachDayAndFarAway() {
        TimeText times = new TimeText();
        for (long day = -800_000; day < 3_000_000; day++) {
            checkDay(times, day);
        }
        Seeds.each(
                1000,
                random -> checkDay(times, random.nextLong(-300_000_000_000L, 300_000_000_000L)));
    }

    private static void checkDay(TimeText times, long day) {
        times.setDay(day);
        LocalDate date = LocalDate.ofEpochDay(day);
        boolean isSame =
                times.year == date.getYear()
                        && times.month == date.getMonthValue()
                        && times.day == date.getDayOfMonth();
        assertTrue(isSame, () -> date + " " + times.year + "-" + times.month + "-" + times.day);
    }

    @Test
    void timesAreThoseThatJavaReadsAndAreWrittenAsTheyWere() {
        Seeds.each(
                20_000,
                random -> {
                    long seconds = random.nextLong(-62_167_219_200L, 253_402_300_800L);
                    int nanos = random.nextBoolean() ? 0 : random.nextInt(1_000_000_000);
                    int zone = random.nextBoolean() ? 0 : random.nextInt(-1080, 1081);
                    TypedValue value = new TypedValue().setDatetime(seconds, nanos, zone);
                    conversion.convert(value, ValueType.STRING);
                    String text = value.text();
                    if (text.startsWith("-") || text.indexOf('-') > 4) {
                        return;
                    }
                    OffsetDateTime time = OffsetDateTime.parse(text);
                    assertEquals(seconds, time.toEpochSecond(), text);
                    assertEquals(nanos, time.getNano(), text);
                    assertEquals(ZoneOffset.ofTotalSeconds(zone * 60), time.getOffset(), text);
                    value.setText(ValueType.STRING, text);
                    assertEquals(
                            ConversionFault.NONE, conversion.convert(value, ValueType.DATETIME));
                    assertEquals(seconds, value.integer(), text);
                    assertEquals(nanos, value.nanos(), text);
                    assertEquals(zone, value.zoneMinutes(), text);
                });
    }

    @Test
    void anyTextIsAValueOrAFault() {
        String letters = "0123456789-+:.TZ eE[],{}\"'typecoordinatesPointMulygxpaninf";
        Seeds.each(
                20_000,
                random -> {
                    StringBuilder text = new StringBuilder();
                    int length = random.nextInt(40);
                    for (int i = 0; i < length; i++) {
                        text.append(letters.charAt(random.nextInt(letters.length())));
                    }
                    for (ValueType to : ValueType.values()) {
                        TypedValue value =
                                new TypedValue().setText(ValueType.STRING, text.toString());
                        conversion.convert(value, to);
                    }
                });
    }

    @Test
    void damagedGeometryIsAFault() {
        TypedValue value =
                value(ValueType.GEO, "{'type':'MultiPolygon','coordinates':[[[[0,0]]]]}");
        byte[] wkb = Arrays.copyOfRange(value.bytes(), 0, value.length());
        Seeds.each(
                20_000,
                random -> {
                    byte[] bytes = Arrays.copyOf(wkb, random.nextInt(wkb.length + 1));
                    for (int i = 0; i < 2 && bytes.length > 0; i++) {
                        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                    }
                    TypedValue damaged =
                            new TypedValue().setBytes(ValueType.GEO, bytes, 0, bytes.length);
                    ConversionFault fault = conversion.convert(damaged, ValueType.STRING);
                    assertTrue(fault == ConversionFault.GEO || fault == ConversionFault.NONE);
                });
    }

    @Test
    void faultsSayWhatWasFoundAndWhatToDo() {
        for (ConversionFault fault : ConversionFault.values()) {
            assertFalse(fault.message().isEmpty());
            assertEquals(
                    fault.message(),
                    fault.message()
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .replace("nan,", "NaN,")
                            .replace("geojson", "GeoJSON"));
        }
    }
}
