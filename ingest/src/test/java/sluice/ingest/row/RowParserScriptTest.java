package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the scripts in {@code row-parser}: cases of a relation ({@link ScriptRelation}), text,
 * {@code ----}, and what must come of it; a line of {@code ====} between two cases. In the text
 * {@code \r}, {@code \t}, {@code \\} and {@code \xNN} stand for bytes, and {@code \} at the end of
 * a line for no line feed. {@code -Drewrite} writes what came as what must come.
 */
class RowParserScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/row-parser");

    static List<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            List<Path> scripts = files.sorted().toList();
            assertFalse(scripts.isEmpty());
            return scripts;
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void givesWhatTheScriptSays(Path script) throws IOException {
        String expected = Files.readString(script);
        List<String> cases = new ArrayList<>();
        for (String one : expected.split("(?m)^====\n")) {
            int divider = one.indexOf("\n----\n");
            String given = divider < 0 ? one.stripTrailing() : one.substring(0, divider);
            cases.add(given + "\n----\n" + outcome(given));
        }
        String actual = String.join("====\n", cases);
        if (System.getProperty("rewrite") != null) {
            Files.writeString(script, actual);
        }
        assertEquals(
                actual,
                System.getProperty("rewrite") != null ? actual : expected,
                script.toString());
    }

    private static String outcome(String given) {
        int lineEnd = given.indexOf('\n');
        Relation relation = ScriptRelation.of(given.substring(0, lineEnd));
        byte[] text = bytes(given.substring(lineEnd + 1) + "\n");
        String whole = parse(relation, text, -1);
        for (int cut = 0; cut <= text.length; cut++) {
            assertEquals(whole, parse(relation, text, cut), "cut at " + cut);
        }
        return whole;
    }

    private static String parse(Relation relation, byte[] text, int cut) {
        RecordedRows rows = new RecordedRows();
        NumberedNames names = new NumberedNames();
        StringBuilder outcome = new StringBuilder();
        RowParser parser = new RowParser(relation, names, rows, rows);
        if (cut < 0) {
            WindowFeed.whole(parser, text);
        } else {
            WindowFeed.cutAt(parser, text, cut);
        }
        int causes = 0;
        for (String event : rows.events) {
            outcome.append(event).append('\n');
            if (event.startsWith("reject")) {
                outcome.append("  ").append(rows.causes.get(causes++)).append('\n');
            }
        }
        names.asked.forEach(name -> outcome.append("name ").append(name).append('\n'));
        return outcome.append(
                        "%d lines, %d rows, %d rejected, %d bytes\n"
                                .formatted(
                                        parser.lines(),
                                        parser.rows(),
                                        parser.rejected(),
                                        parser.bytes()))
                .toString();
    }

    private static byte[] bytes(String script) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int index = 0; index < script.length(); index++) {
            char letter = script.charAt(index);
            if (letter != '\\') {
                bytes.writeBytes(String.valueOf(letter).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            index++;
            switch (script.charAt(index)) {
                case 'r' -> bytes.write('\r');
                case 't' -> bytes.write('\t');
                case '\\' -> bytes.write('\\');
                case '\n' -> {}
                case 'x' -> {
                    bytes.write(Integer.parseInt(script, index + 1, index + 3, 16));
                    index += 2;
                }
                default ->
                        throw new IllegalArgumentException("escape at " + index + " of " + script);
            }
        }
        return bytes.toByteArray();
    }
}
