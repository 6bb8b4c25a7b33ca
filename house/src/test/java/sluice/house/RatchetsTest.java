package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sluice.house.Sources.Source;

/**
 * The measures of {@link Ratchets} do not grow. {@code -Drewrite=true} lowers the numbers that are
 * kept; a number that must rise is raised by hand, with the reason behind it.
 */
class RatchetsTest {
    private static final Path KEPT =
            Path.of("src", "test", "resources", "sluice", "house", "ratchets.txt");

    @Test
    void measuresDoNotGrow() throws IOException {
        Map<String, Integer> now = Ratchets.today();
        List<String> lines = Files.readAllLines(KEPT);
        Map<String, Integer> kept = new LinkedHashMap<>();
        for (String line : lines) {
            int colon =
                    line.lastIndexOf(
                            ": ", line.indexOf('#') < 0 ? line.length() : line.indexOf('#'));
            kept.put(line.substring(0, colon), Integer.parseInt(number(line.substring(colon + 2))));
        }
        if (Boolean.getBoolean("rewrite")) {
            rewrite(lines, now, kept);
            return;
        }
        assertEquals(kept.keySet(), now.keySet());
        String grown =
                now.entrySet().stream()
                        .filter(measure -> measure.getValue() > kept.get(measure.getKey()))
                        .map(measure -> measure + ", was " + kept.get(measure.getKey()))
                        .collect(Collectors.joining("\n"));
        assertEquals("", grown);
    }

    @Test
    void circlesAreFound() {
        Map<String, Set<String>> uses = new TreeMap<>();
        uses.put("a", Set.of("b"));
        uses.put("b", Set.of("c", "d"));
        uses.put("c", Set.of("a"));
        uses.put("d", Set.of());
        assertEquals(List.of(Set.of("a", "b", "c")), FileCircles.of(uses));
    }

    @Test
    void twinsAndWordsAreFound() {
        Source one = new Source(Path.of("a/Run.java"), "a", "a", "", List.of());
        Source two = new Source(Path.of("b/Run.java"), "b", "b", "", List.of());
        assertEquals(0, Ratchets.twins(List.of(one)));
        assertEquals(1, Ratchets.twins(List.of(one, two)));
        String prose = "/** Of two rows the later wins. Who asks waits. A list of rows. */";
        assertEquals(1, Ratchets.count(prose, Ratchets.beginning("Of")));
        assertEquals(1, Ratchets.count(prose, Ratchets.beginning("Who")));
        assertEquals(2, Ratchets.count("mend, mended, amend or mend", "mend"));
    }

    @Test
    void longBundlesOfArgumentsAreSeen() throws IOException {
        List<Source> sources = Sources.all();
        assertTrue(
                sources.stream()
                        .flatMap(source -> source.methods().stream())
                        .anyMatch(
                                method ->
                                        method.type().equals("RowSink")
                                                || method.parameters() > 6));
        assertTrue(sources.size() > 500);
    }

    private static void rewrite(
            List<String> lines, Map<String, Integer> now, Map<String, Integer> kept)
            throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : lines) {
            int hash = line.indexOf('#');
            if (hash >= 0) {
                reasons.put(line.substring(0, line.lastIndexOf(": ", hash)), line.substring(hash));
            }
        }
        StringBuilder text = new StringBuilder();
        now.forEach(
                (name, count) -> {
                    int kind = Math.min(count, kept.getOrDefault(name, Integer.MAX_VALUE));
                    String reason = reasons.containsKey(name) ? "  " + reasons.get(name) : "";
                    text.append(name).append(": ").append(kind).append(reason).append('\n');
                });
        Files.writeString(KEPT, text);
    }

    private static String number(String text) {
        int end = text.indexOf('#');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }
}
