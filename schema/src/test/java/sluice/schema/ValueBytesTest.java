package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/** The bytes of values: golden ones, random ones and damaged ones. */
class ValueBytesTest {
    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "sluice", "schema", "values.txt");
    private static final int MUTANTS = Experiment.size("valueMutants", 100_000, 100_000_000);

    private final ValueWriter writer = new ValueWriter();
    private final ValueReader reader = new ValueReader();

    @Test
    void goldenValuesAreWrittenAndReadByteByByte() throws IOException {
        int cases = 0;
        for (String line : Files.readAllLines(GOLDEN)) {
            if (line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split(" *\\| ?", -1);
            ValueCase row = ValueCase.parse(parts[0], parts[1].strip(), parts[2], parts[3]);
            row = new ValueCase(row.type(), utf8(row.value()), row.tag(), row.facets());
            String expected = parts[4].replace(" ", "");
            row.giveTo(writer, new SplittableRandom(1));
            int length = writer.finish();
            assertEquals(expected, ValueCase.hex(writer.bytes(), length), line);
            if (length > 0) {
                assertEquals(row, read(Arrays.copyOf(writer.bytes(), length)), line);
            }
            cases++;
        }
        assertTrue(cases > 30, "cases: " + cases);
    }

    /** The golden file has texts beyond ASCII; cases have a character for each byte. */
    private static Object utf8(Object value) {
        return value instanceof String text
                ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                : value;
    }

    @Test
    void randomRowsAreReadAsTheyWereWritten() {
        Seeds.each(
                5000,
                random -> {
                    ValueCase row = ValueCase.random(random);
                    row.giveTo(writer, random);
                    int length = writer.finish();
                    if (row.type() == ValueType.UID && row.facets().isEmpty()) {
                        assertEquals(0, length);
                    } else {
                        assertEquals(row, read(Arrays.copyOf(writer.bytes(), length)));
                    }
                });
    }

    @Test
    void rowInTheMidstOfMemoryIsReadAlone() {
        byte[] memory = HexFormat.of().parseHex("ffff" + "02" + "ffff");
        assertTrue(reader.read(MemorySegment.ofArray(memory), 2, 1));
        assertEquals(0, reader.valueLength());
        assertTrue(reader.read(MemorySegment.ofArray(memory), 2, 2));
        assertEquals(1, reader.valueLength());
    }

    @Test
    void whatNoWriterMakesIsRefusedWithItsFault() {
        for (String[] row :
                new String[][] {
                    {"", "EMPTY"},
                    {"07", "HEAD"},
                    {"0a", "HEAD"},
                    {"0d", "HEAD"},
                    {"49", "HEAD"},
                    {"89", "HEAD"},
                    {"0e", "HEAD"},
                    {"12", "LANGUAGE"},
                    {"1f", "LANGUAGE"},
                    {"3e", "LANGUAGE"},
                    {"19", "LENGTH"},
                    {"1900", "LENGTH"},
                    {"190165" + "", ""},
                    {"190265", "LENGTH"},
                    {"0f", "LENGTH"},
                    {"0f00", "LENGTH"},
                    {"0f0261", "LENGTH"},
                    {"29", "LENGTH"},
                    {"2901", "LENGTH"},
                    {"2980", "LENGTH"},
                    {"298000", "VARINT"},
                    {"29ffffffff0f", "VARINT"},
                    {"29ffffffffff01", "VARINT"},
                    {"29ffffffff07", "LENGTH"},
                    {"2900", "LENGTH"},
                    {"290000", "FACETS"},
                    {"2900" + "01" + "00" + "0900", "FACETS"},
                    {"2900" + "01" + "0161" + "0900", ""},
                    {"2900" + "01" + "0161" + "0900" + "00", "LENGTH"},
                    {"2900" + "02" + "0161" + "0900", "LENGTH"},
                    {"2900" + "02" + "0161" + "0900" + "0161" + "0900", "FACETS"},
                    {"2900" + "02" + "0162" + "0900" + "0161" + "0900", "FACETS"},
                    {"2900" + "01" + "0161", "LENGTH"},
                    {"2900" + "01" + "0161" + "09", "LENGTH"},
                    {"2900" + "01" + "0161" + "0901", "LENGTH"},
                    {"2900" + "01" + "0161" + "0000", "FACETS"},
                    {"2900" + "01" + "0161" + "0400", "NUMBER"},
                    {"0200", "NUMBER"},
                    {"022900", "NUMBER"},
                    {"02ffff", "NUMBER"},
                    {"02010203040506070809", "NUMBER"},
                    {"03", "NUMBER"},
                    {"03000000000000f87f", "NUMBER"},
                    {"04", "NUMBER"},
                    {"0402", "NUMBER"},
                    {"0500000000", "NUMBER"},
                    {"05000000000000000000000000", "NUMBER"},
                    {"05000000000000000000ca9a3b", "NUMBER"},
                    {"0500000000000000000000000000", "NUMBER"},
                    {"05" + "0000000000000000" + "00000000" + "0000", "NUMBER"},
                    {"05" + "0000000000000000" + "00000000" + "a005", "NUMBER"},
                    {"0c000000", "NUMBER"},
                }) {
            byte[] bytes = HexFormat.of().parseHex(row[0]);
            boolean isRead = reader.read(MemorySegment.ofArray(bytes), 0, bytes.length);
            String expected = row[1].isEmpty() ? "NONE" : row[1];
            assertEquals(expected, reader.fault().name(), row[0]);
            assertEquals(row[1].isEmpty(), isRead);
            assertFalse(reader.fault().message().isEmpty());
        }
    }

    @Test
    @Tag(Experiment.TAG)
    void damagedRowsAreNeverReadBeyondTheirEndAndNeverReadTwoWays() throws IOException {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        try (Experiment experiment = new Experiment("E7 value bytes", seed)) {
            int accepted = 0;
            for (int i = 0; i < MUTANTS; ) {
                ValueCase.random(random).giveTo(writer, random);
                byte[] good = Arrays.copyOf(writer.bytes(), Math.min(writer.finish(), 300));
                for (int mutant = 0; mutant < 100 && i < MUTANTS; mutant++, i++) {
                    accepted += attempt(mutated(good, random)) ? 1 : 0;
                }
            }
            experiment.ran(MUTANTS);
            experiment.fact("accepted", accepted);
            assertTrue(accepted > 0 && accepted < MUTANTS, "accepted: " + accepted);
            experiment.passed();
        }
    }

    /**
     * Reads a row from memory that ends where it ends, so that a byte behind it cannot be read; if
     * it is accepted, writing what was read must give the same bytes. Returns whether it was.
     */
    static boolean attempt(byte[] bytes) {
        ValueReader reader = new ValueReader();
        if (!reader.read(MemorySegment.ofArray(bytes), 0, bytes.length)) {
            return false;
        }
        ValueCase read = ValueCase.of(reader, bytes);
        ValueWriter writer = new ValueWriter();
        read.giveTo(writer, new SplittableRandom(1));
        int length = writer.finish();
        assertEquals(ValueCase.hex(bytes, bytes.length), ValueCase.hex(writer.bytes(), length));
        return true;
    }

    private static byte[] mutated(byte[] good, SplittableRandom random) {
        byte[] bytes =
                random.nextInt(4) == 0
                        ? Arrays.copyOf(good, random.nextInt(good.length + 1))
                        : good.clone();
        for (int edits = random.nextInt(4); edits > 0 && bytes.length > 0; edits--) {
            bytes[random.nextInt(Math.min(bytes.length, 1 + random.nextInt(60)))] =
                    (byte) random.nextInt();
        }
        return bytes;
    }

    @Test
    void slotsAreThoseOfTheFormat() {
        assertEquals("c7ea6c706aa785b4", languageSlot("en"));
        assertEquals("c7ea6c706aa785b4", languageSlot("EN"));
        assertEquals("5dec85408a65502f", languageSlot("fr"));
        assertEquals("763ceb3af6a070b7", listSlot(ValueType.STRING, "Ann"));
        assertEquals("18e62b77f32173ed", listSlot(ValueType.INT, 41L));
    }

    @Test
    void facetsDoNotChangeTheSlotInAList() {
        new ValueCase(ValueType.STRING, "Ann", null, Map.of("since", 1L))
                .giveTo(writer, new SplittableRandom(1));
        assertEquals("763ceb3af6a070b7", Long.toHexString(writer.slotInList()));
        int length = writer.finish();
        assertEquals("2903416e6e010573696e63650201" + "01", ValueCase.hex(writer.bytes(), length));
    }

    @Test
    void secondFacetOfOneKeyIsRefusedAndTheFirstStays() {
        byte[] key = {'k'};
        writer.begin();
        assertTrue(writer.facet(key, 0, 1, new TypedValue().setInt(1)));
        assertFalse(writer.facet(key, 0, 1, new TypedValue().setInt(2)));
        int length = writer.finish();
        assertEquals("2e01016b020101", ValueCase.hex(writer.bytes(), length));
    }

    @Test
    void partsThatDoNotBelongTogetherAreAnErrorOfTheCaller() {
        byte[] tag = {'e', 'n'};
        writer.begin();
        writer.value(new TypedValue().setInt(1));
        writer.language(tag, 0, 2);
        assertThrows(IllegalStateException.class, writer::finish);
        writer.begin();
        writer.value(new TypedValue().setText(ValueType.OTHER, "x"));
        assertThrows(IllegalStateException.class, writer::finish);
        assertThrows(IllegalArgumentException.class, () -> writer.language(tag, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> writer.language(tag, 0, 256));
        assertThrows(IllegalArgumentException.class, () -> writer.datatype(tag, 0, 0));
        TypedValue binary = new TypedValue().setText(ValueType.BINARY, "x");
        assertThrows(IllegalArgumentException.class, () -> writer.facet(tag, 0, 2, binary));
    }

    private static String languageSlot(String tag) {
        byte[] bytes = (" " + tag).getBytes(StandardCharsets.US_ASCII);
        return Long.toHexString(new PropertySlots().ofLanguage(bytes, 1, bytes.length - 1));
    }

    private String listSlot(ValueType type, Object value) {
        writer.begin();
        writer.value(ValueCase.typed(type, value));
        return Long.toHexString(writer.slotInList());
    }

    private ValueCase read(byte[] row) {
        assertTrue(
                reader.read(MemorySegment.ofArray(row), 0, row.length),
                () -> reader.fault() + ": " + HexFormat.of().formatHex(row));
        return ValueCase.of(reader, row);
    }

    @Test
    void everyTypeHasItsCode() {
        assertEquals(
                List.of(0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 14, 15),
                Arrays.stream(ValueType.values()).map(ValueType::code).toList());
    }
}
