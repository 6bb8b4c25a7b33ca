package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON Lines with a mapping: the same store as from CSV, with rejects, replay and proof. */
class MemberLoadTest {
    private static final int ROWS = 20_000;
    private static final int ERRORS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String HEADER =
            "who.id,whom,at,score:double,n:long,ok:boolean,note,tags:string[]\n";

    @TempDir Path directory;

    private final Random random = new Random(Long.getLong("seed", 1));
    private final StringBuilder csv = new StringBuilder(HEADER);
    private final List<String> lines = new ArrayList<>();

    /** Lines that are no rows, by their number, with the line that they would have been. */
    private final Map<Integer, String> planted = new TreeMap<>();

    private static CommandRun good(String... words) {
        CommandRun run = CommandRun.of(words);
        assertEquals(0, run.status(), run::errors);
        return run;
    }

    private String store(String name) {
        return directory.resolve(name).toString();
    }

    private String hash(String name) {
        return good("hash", store(name)).output();
    }

    private CommandRun load(String name, String source, String... more) {
        return good(
                Stream.concat(Stream.of("load", store(name), source), Stream.of(more))
                        .toArray(String[]::new));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private String mapping(String files) throws IOException {
        return write(
                files + ".yaml",
                """
                relations:
                  - files: "%s*"
                    link: knows
                    id1: who.id
                    id2: whom
                    time: at
                """
                                .formatted(files)
                        + (files.endsWith("csv") ? "    null: \"\"\n" : ""));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(12);
        for (int index = 0; index < length; index++) {
            text.appendCodePoint(
                    random.nextInt(9) == 0
                            ? new int[] {'"', ',', '\\', '\n', '\t', ' ', 0xe9, 0x1f600, 0x1, '\r'}
                                    [random.nextInt(10)]
                            : 'a' + random.nextInt(26));
        }
        return text.toString();
    }

    private String json(String text) throws IOException {
        String quoted = JSON.writeValueAsString(text);
        // The same characters, some of them as escapes.
        StringBuilder escaped = new StringBuilder();
        quoted.codePoints()
                .forEach(
                        c -> {
                            boolean escapes = c > 0x7f && random.nextBoolean();
                            for (char unit : Character.toChars(c)) {
                                escaped.append(
                                        escapes
                                                ? "\\u%04x".formatted((int) unit)
                                                : Character.toString(unit));
                            }
                        });
        return escaped.toString();
    }

    private static String csv(String text) {
        return "\"" + text.replace("\"", "\"\"") + "\"";
    }

    /** One row, as CSV and as an object. */
    private void addRow(int number) throws IOException {
        String who = Integer.toString(random.nextInt(500));
        String whom = Long.toUnsignedString(random.nextLong() >>> random.nextInt(60));
        boolean isFirst = number == 0;
        List<String> members = new ArrayList<>();
        List<String> fields = new ArrayList<>(List.of(who, whom, Integer.toString(number)));
        members.add("\"who\": {\"id\":%s}".formatted(random.nextBoolean() ? who : '"' + who + '"'));
        members.add("\"whom\":%s".formatted(whom));
        members.add("\"at\":" + number);
        add("score", isFirst ? "0.50" : random.nextInt(999) + ".2e-3", fields, members);
        add("n", Integer.toString(random.nextInt()), fields, members);
        add("ok", Boolean.toString(random.nextBoolean()), fields, members);
        String note = text();
        fields.add(csv(note));
        members.add("\"note\":" + json(note));
        String tag = text();
        int tags = tag.isEmpty() ? 0 : random.nextInt(3);
        fields.add(tags == 0 ? "\"\"" : csv(tags == 1 ? tag : tag + ";" + tag));
        members.add(
                "\"tags\": [%s]"
                        .formatted(String.join(", ", Collections.nCopies(tags, json(tag)))));
        csv.append(String.join(",", fields)).append('\n');
        if (number > 0) {
            // The first object says the order of the columns.
            Collections.shuffle(members, random);
        }
        lines.add("{" + String.join(random.nextBoolean() ? "," : " , ", members) + "}");
    }

    private void add(String name, String value, List<String> fields, List<String> members) {
        boolean isThere = lines.isEmpty() || random.nextInt(4) > 0;
        fields.add(isThere ? value : "");
        if (isThere) {
            members.add("\"%s\":%s".formatted(name, value));
        } else if (random.nextBoolean()) {
            members.add("\"%s\": null".formatted(name));
        }
    }

    /** A line that is no row, made of one that is. */
    private String spoiled(String line) {
        return switch (random.nextInt(9)) {
            case 0 -> line.substring(0, line.length() - 1);
            case 1 -> line.replace("\"at\"", "\"when\"");
            case 2 -> line.replace("\"at\":", "\"at\":0,\"at\":");
            case 3 -> line.replace("\"at\":", "\"at\":[],\"x\":");
            case 4 -> line + line;
            case 5 -> line.replace("{\"id\":", "{\"id\":[],\"x\":");
            case 6 -> line.replace("\"whom\":", "\"whom\":-");
            case 7 -> line.replace("\"note\":\"", "\"note\":\"\\x");
            default -> "[" + line + "]";
        };
    }

    private String write(String name) throws IOException {
        for (int row = 0; row < ROWS; row++) {
            addRow(row);
        }
        List<String> written = new ArrayList<>(lines);
        while (planted.size() < ERRORS) {
            // Not in the lines by which columns are found.
            int at = 1000 + random.nextInt(ROWS - 1000);
            if (!planted.containsKey(at)) {
                planted.put(at, lines.get(at));
                written.set(at, spoiled(lines.get(at)));
            }
        }
        return write(name, String.join("\n", written) + "\n");
    }

    @Test
    void randomRowsGiveTheStoreOfTheirCsvAndPlantedErrorsTheLedger() throws IOException {
        String file = write("knows.jsonl");
        String mapping = mapping("knows.jsonl");
        load("csv", write("knows.csv", csv.toString()), "--mapping", mapping("knows.csv"));

        load("rows", file, "--mapping", mapping, "--on-error", "divert", "--threads", "2");
        Path ledger = directory.resolve("rows/rejects-000001.jsonl");
        List<String> rejected = Files.readAllLines(ledger);
        List<String> fixed = new ArrayList<>(List.of(rejected.getFirst()));
        List<Integer> found = new ArrayList<>();
        List<String> written = Files.readAllLines(Path.of(file));
        for (String line : rejected.subList(1, rejected.size())) {
            JsonNode row = JSON.readTree(line);
            int number = row.get("line").asInt() - 1;
            found.add(number);
            assertEquals(written.get(number), row.get("row").asText());
            fixed.add(((ObjectNode) row).put("row", planted.get(number)).toString());
        }
        assertEquals(List.copyOf(planted.keySet()), found);
        assertTrue(rejected.getFirst().startsWith("{\"sluice_rejects\":5,"), rejected::getFirst);

        Files.write(ledger, fixed);
        load("rows", ledger.toString(), "--on-error", "fail");
        assertEquals(hash("csv"), hash("rows"));
    }

    @Test
    void aFileIsProvenMappedAndTriedAsAnyOther() throws IOException {
        for (int row = 0; row < 500; row++) {
            addRow(row);
        }
        String text = String.join("\r\n", lines);
        String file = write("knows.jsonl", text);
        String mapping = mapping("knows.jsonl");
        CommandRun dry = load("none", file, "--mapping", mapping, "--dry-run");
        assertTrue(dry.output().contains("an object of JSON each line"), dry::output);
        CommandRun run = load("plain", file, "--mapping", mapping);
        assertTrue(run.output().contains("id1 who.id, id2 whom, time at"), run::output);
        CommandRun proof = good("verify", store("plain"), "--against", file, "--mapping", mapping);
        assertTrue(proof.output().startsWith("good: "), proof::output);

        String map = write("map.yaml", good("map", file, "--mapping", mapping).output());
        load("map", file, "--mapping", map);
        assertEquals(hash("plain"), hash("map"));

        Path packed = directory.resolve("knows.jsonl.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        load("gzip", packed.toString(), "--mapping", mapping);
        assertEquals(hash("plain"), hash("gzip"));
    }

    @Test
    void aLoadStopsAtAMemberThatNothingNames() throws IOException {
        StringBuilder text = new StringBuilder("{\"id\":1}\n".repeat(10_000));
        String file = write("people.jsonl", text.append("{\"id\":2,\"nick\":\"B\"}\n").toString());
        String mapping =
                write(
                        "m.yaml",
                        "relations:\n  - files: people.jsonl\n    node: Person\n    id: id\n");
        CommandRun run = CommandRun.of("load", store("none"), file, "--mapping", mapping);
        assertEquals(3, run.status());
        assertTrue(
                run.errors()
                        .contains(
                                "people.jsonl:10001:16: member \"nick\" is no column: neither the mapping nor the beginning of the file has it; name it in columns of the mapping, as in columns: {\"nick\": \"nick\"}"),
                run::errors);
        String named =
                write(
                        "n.yaml",
                        "relations:\n  - files: people.jsonl\n    node: Person\n    id: id\n    columns: {\"nick\": \"nick\"}\n");
        load("named", file, "--mapping", named);
        assertTrue(hash("named").contains("2 nodes"), hash("named"));
    }

    @Test
    void standardInputIsReadOnce() throws IOException {
        String mapping =
                write("in.yaml", "relations:\n  - files: \"-\"\n    json: rows\n    link: 1\n");
        InputStream before = System.in;
        try {
            System.setIn(
                    new ByteArrayInputStream(
                            "{\"id1\":1,\"id2\":2}\n{\"id2\":3,\"id1\":1}"
                                    .getBytes(StandardCharsets.UTF_8)));
            load("in", "-", "--mapping", mapping);
        } finally {
            System.setIn(before);
        }
        assertTrue(hash("in").contains("2 links"), hash("in"));
    }
}
