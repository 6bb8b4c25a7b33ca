package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of docs/reliability.md are what the kept records and the list of bugs say. */
class ReliabilityPageTest {
    private static final Path PAGE = House.ROOT.resolve("docs").resolve("reliability.md");
    private static final Path RECORDS = PAGE.resolveSibling("reliability.jsonl");
    private static final String END = "<!-- end -->";

    @Test
    void tablesAreMadeFromRecords() throws IOException {
        String page = Files.readString(PAGE);
        String made =
                replace(replace(page, "<!-- records -->", records()), "<!-- bugs -->", bugs());
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(PAGE, made);
        }
        assertEquals(Files.readString(PAGE), made, "rewrite with -Drewrite, read the diff");
    }

    @Test
    void boundIsThreeInSoManyRuns() {
        assertEquals("1 %", bound(300, 0));
        assertEquals("0.0003 %", bound(1_000_000, 0));
        assertEquals("", bound(300, 1));
    }

    private static String replace(String page, String begin, List<String> table) {
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf(END, from);
        assertTrue(from >= begin.length() && to > from, begin);
        return page.substring(0, from)
                + "\n"
                + String.join("\n", table)
                + "\n"
                + page.substring(to);
    }

    private static List<String> records() throws IOException {
        List<String> table = new ArrayList<>();
        table.add(
                "| experiment | seed | runs | failures | fewer than | seconds | of these, or besides |");
        table.add("|---|--:|--:|--:|--:|--:|---|");
        ObjectMapper json = new ObjectMapper();
        for (String line : Files.readAllLines(RECORDS)) {
            JsonNode found = json.readTree(line);
            long runs = found.get("runs").asLong();
            long failures = found.get("failures").asLong();
            table.add(
                    "| %s | %d | %s | %d | %s | %s | %s |"
                            .formatted(
                                    found.get("experiment").asText(),
                                    found.get("seed").asLong(),
                                    count(runs),
                                    failures,
                                    bound(runs, failures),
                                    count(found.get("seconds").asLong()),
                                    facts(found.get("counts"))));
        }
        return table;
    }

    private static String facts(JsonNode counts) {
        return counts.properties().stream()
                .map(fact -> fact.getKey() + " " + count(fact.getValue().asLong()))
                .collect(Collectors.joining(", "));
    }

    private static String bound(long runs, long failures) {
        if (failures > 0 || runs <= 3) {
            return "";
        }
        double percent = 300.0 / runs;
        int digits = Math.max(0, (int) -Math.floor(Math.log10(percent)));
        return String.format(Locale.ROOT, "%." + digits + "f %%", percent);
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static List<String> bugs() throws IOException {
        List<String> table = new ArrayList<>();
        table.add("| bug | in | caught by |");
        table.add("|---|---|---|");
        for (PlantedBug bug : PlantedBug.all()) {
            String source = last(bug.source().replace(".java", ""), "/");
            String test = last(bug.test(), ".");
            table.add("| %s | `%s` | `%s` |".formatted(bug.name(), source, test));
        }
        return table;
    }

    private static String last(String path, String separator) {
        return path.substring(path.lastIndexOf(separator) + 1);
    }
}
