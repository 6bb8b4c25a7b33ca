package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Schemas as text, and what is read: the canonical text, or the error. */
class SchemaReaderTest {
    private static final Path SCRIPT =
            Path.of("src", "test", "resources", "sluice", "schema", "schemas.txt");
    private static final String END_OF_CASE = "====\n";
    private static final String END_OF_INPUT = "----\n";

    @Test
    void readsWhatTheScriptSays() throws IOException {
        StringBuilder found = new StringBuilder();
        String script = Files.readString(SCRIPT);
        for (String text : script.split(END_OF_CASE, -1)) {
            String schema = text.substring(0, text.indexOf(END_OF_INPUT));
            found.append(found.isEmpty() ? "" : END_OF_CASE)
                    .append(schema)
                    .append(END_OF_INPUT)
                    .append(outcome(schema));
        }
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(SCRIPT, found);
        }
        assertEquals(script, found.toString());
    }

    @Test
    void whatIsPrintedReadsBackToItself() throws IOException {
        int read = 0;
        for (String text : Files.readString(SCRIPT).split(END_OF_CASE, -1)) {
            String schema = text.substring(0, text.indexOf(END_OF_INPUT));
            if (!outcome(schema).startsWith("s:")) {
                Schema first = SchemaReader.read("s", schema);
                Schema second = SchemaReader.read("s", first.text());
                assertEquals(first, second);
                assertEquals(first.text(), second.text());
                read++;
            }
        }
        assertTrue(read >= 5, "schemas read: " + read);
    }

    /** A message that tells a user what to declare must not lose what is declared. */
    @Test
    void aLineWithOneMoreDirectiveKeepsAllElse() {
        for (String line :
                List.of(
                        "boss: uid @count .",
                        "<http://x/knows>: [uid] .",
                        "[0x10] friend: [uid] @reverse .")) {
            Predicate read = SchemaReader.read("s", line).predicates().getFirst();
            String advised = read.declarationWith(Directive.REVERSE);
            Predicate again = SchemaReader.read("s", advised).predicates().getFirst();
            assertEquals(read.typeWritten(), again.typeWritten());
            assertEquals(read.typeName(""), again.typeName(""));
            assertEquals(read.has(Directive.COUNT), again.has(Directive.COUNT));
            assertTrue(again.has(Directive.REVERSE), advised);
            assertFalse(advised.contains("<") && !line.contains("<"), advised);
        }
    }

    @Test
    void everyErrorNamesItsPlaceAndIsOneOfTheConfiguration() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String text : Files.readString(SCRIPT).split(END_OF_CASE, -1)) {
            String schema = text.substring(0, text.indexOf(END_OF_INPUT));
            try {
                SchemaReader.read("s", schema);
            } catch (SluiceException e) {
                if (e.code() != ErrorCode.CONFIG || !e.getMessage().matches("s:\\d+:\\d+: .+")) {
                    wrong.add(e.toString());
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void byteOrderMarkAndCarriageReturnsArePassedOver() {
        String text = "\uFEFFname: string .\r\nage: int .\r\n";
        Schema schema = SchemaReader.read("s", text.getBytes(StandardCharsets.UTF_8));
        assertEquals("<age>: int .\n<name>: string .\n", schema.text());
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        SluiceException e =
                assertThrows(
                        SluiceException.class,
                        () -> SchemaReader.read("s", new byte[] {(byte) 0xC0, (byte) 0x80}));
        assertEquals(
                "s: found bytes that are not UTF-8, expected a schema; convert the file",
                e.getMessage());
    }

    @Test
    void longestNameIsTaken() {
        String name = "n".repeat(SchemaNames.LENGTH_BYTES_MAX);
        assertEquals(name, SchemaReader.read("s", name + ": int .").predicates().get(0).name());
        assertTrue(outcome(name + "n: int .").contains("4096 bytes, at most 4095"));
    }

    private static String outcome(String schema) {
        try {
            return SchemaReader.read("s", schema).text();
        } catch (SluiceException e) {
            return e.getMessage() + "\n";
        }
    }
}
