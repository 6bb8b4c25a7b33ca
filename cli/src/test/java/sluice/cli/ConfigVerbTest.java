package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.StopSignal;

/** Options of serve and load from a file and from variables: what counts, and what is refused. */
class ConfigVerbTest {
    /** A value of each option that does not take 7. */
    private static final String VALUES =
            """
            absorb-at=1m bucket-size=1m chunk-size=1m hot-lists=1m log-size=1m memory=512m
            source-rate=1m create=true dry-run=true from-nothing=true json=true new-version=true
            serve=true blank-nodes=file cold=hbase://zk:2181/graph dangling=reject
            schema-conflict=fail on-duplicate=fail
            durability=async engine=threads format=json graph=drop hot=mysql://u@localhost/graph
            hot-since=2026-01-01 ids=names log-format=json log-level=debug on-error=divert
            pack-runs=zstd plan=show progress=none rdf=w3c sample=5% unbuilt=wait
            """;

    @TempDir private Path directory;

    @Test
    void theCommandLineCountsBeforeAVariableThatBeforeTheFileThatBeforeTheDefault()
            throws IOException {
        Path file = file("serve:\n  port: 1001\n  http-port: 1002\n  host: ::1\n");
        Map<String, String> variables =
                Map.of("SLUICE_SERVE_PORT", "2001", "SLUICE_SERVE_HTTP_PORT", "2002");
        String shown =
                run(variables, "config", "serve", "--config", file.toString(), "--port=3001")
                        .output();
        assertEquals("3001  # command line", value(shown, "port"));
        assertEquals("2002  # SLUICE_SERVE_HTTP_PORT", value(shown, "http-port"));
        assertEquals("\"::1\"  # " + file + ":4", value(shown, "host"));
        assertEquals("sync  # default", value(shown, "durability"));
        assertTrue(shown.contains("  #memory: "), shown);
    }

    @Test
    void everyOptionIsTakenFromTheFirstPlaceThatHasIt() throws IOException {
        for (String verb : List.of("serve", "load")) {
            List<String> options = List.copyOf(options(verb));
            StringBuilder text = new StringBuilder(verb + ":\n");
            Map<String, String> variables = new HashMap<>();
            Map<String, String> values = values();
            List<String> words = new ArrayList<>();
            for (String option : options) {
                String value = values.getOrDefault(option, "7");
                text.append("  ").append(option).append(": ").append(value).append('\n');
                variables.put(variable(verb, option), value);
                // STORE is an argument, all others are options.
                words.add(option.equals("store") ? value : "--" + option + "=" + value);
            }
            String file = file(text.toString()).toString();
            words.addAll(0, List.of("config", verb, "--config", file));
            Run byWords = run(variables, words.toArray(String[]::new));
            Run byVariables = run(variables, "config", verb, "--config", file);
            Run byFile = run(Map.of(), "config", verb, "--config", file);
            for (String option : options) {
                assertOrigin("command line", option, byWords);
                assertOrigin(variable(verb, option), option, byVariables);
                assertOrigin(file + ":" + (options.indexOf(option) + 2), option, byFile);
            }
        }
    }

    private static Map<String, String> values() {
        Map<String, String> values = new HashMap<>();
        for (String word : VALUES.strip().split("\\s+")) {
            int at = word.indexOf('=');
            values.put(word.substring(0, at), word.substring(at + 1));
        }
        return values;
    }

    private static String variable(String verb, String option) {
        String name = "SLUICE_" + verb + "_" + option;
        return name.replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static void assertOrigin(String origin, String option, Run run) {
        assertEquals(0, run.status(), run.errors());
        String shown = value(run.output(), option);
        assertEquals(origin, shown.substring(shown.indexOf("  # ") + 4), option);
    }

    @Test
    void aVerbTakesWhatItsOwnSectionSaysAndRunsWithIt() throws IOException {
        Path links = Files.writeString(directory.resolve("links.txt"), "1 2\n3 4\n");
        Path file = file("serve:\n  port: 1\nload:\n  format: json\n  port: 99\n");
        String store = directory.resolve("store").toString();
        Run run =
                run(
                        Map.of("SLUICE_LOAD_PROGRESS", "none"),
                        "load",
                        store,
                        links.toString(),
                        "--config",
                        file.toString());
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().startsWith("{"), run.output());
        assertEquals("", run.errors());
    }

    @Test
    void theFileMayBeNamedByAVariable() throws IOException {
        Path file = file("serve:\n  port: nine\n");
        Run run = run(Map.of("SLUICE_SERVE_CONFIG", file.toString()), "serve", "store");
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("'nine' is not an int"), run.errors());
        assertTrue(run.errors().contains("--port is set by " + file + ":2\n"), run.errors());
    }

    @Test
    void wrongFilesAreRefusedWithLineAndRemedy() throws IOException {
        refused("serve:\n  host: ::1\n  prot: 7\n", ":3: found the key \"prot\"", "mean port");
        refused("serve:\n  http_port: 7\n", ":2: ", "did you mean http-port");
        refused("serve:\n  --port: 7\n", ":2: ", "did you mean port");
        refused("serve:\n  config: x\n", ":2: ", "'sluice config serve' lists all keys");
        refused("\nport: 7\n", ":2: ", "write it indented below serve:");
        refused("srve:\n  port: 7\n", ":1: ", "did you mean serve");
        refused("serve: 7411\n", ":1: ", "expected options below it");
        refused("serve:\n  port: [1, 2]\n", ":2: found a list for port");
        refused("serve:\n  port:\n    number: 7\n", ":3: found keys below port");
        refused("serve:\n  port:\n", ":2: found no value for port");
        refused("serve:\n  port: 1\n  port: 2\n", ":3: ", "a second time");
        refused("- serve\n", ":1: found no sections, expected serve: and load:");
        refused("serve:\n\tport: 1\n", ": found not YAML");
        refused("serve:\n  port: 70000\n", "expected 0 to 65535", "--port is set by", ":2\n");
        refused("serve:\n  http-port: -2\n", "--http-port is set by");
        refused("serve:\n  read-p99: -1\n", "--read-p99 must be", "--read-p99 is set by", ":2\n");
    }

    private void refused(String text, String... expected) throws IOException {
        Path file = file(text);
        Run run = run(Map.of(), "serve", directory + "/store", "--config", file.toString());
        assertEquals(2, run.status(), text);
        for (String part : expected) {
            assertTrue(run.errors().contains(part), run.errors());
        }
        assertFalse(Files.exists(directory.resolve("store")), text);
    }

    @Test
    void aMissingFileIsRefused() {
        Run run = run(Map.of(), "serve", "store", "--config", directory + "/none.yaml");
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("make one with: sluice config > "), run.errors());
    }

    @Test
    void unknownVariablesOfTheVerbAreRefused() {
        Run run = run(Map.of("SLUICE_SERVE_PROT", "7"), "serve", "store");
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("SLUICE_SERVE_PROT"), run.errors());
        assertTrue(run.errors().contains("use SLUICE_SERVE_PORT\n"), run.errors());
        Map<String, String> others = Map.of("SLUICE_LOAD_PROT", "7", "SLUICE_SERVE_PORT", "");
        String shown = run(others, "config", "serve", "--in-force").output();
        assertEquals("7411  # default", value(shown, "port"));
    }

    @Test
    void helpIsShownWhateverTheFileSays() throws IOException {
        Path file = file("serve:\n  prot: 7\n");
        Run run = run(Map.of(), "serve", "--config", file.toString(), "--help");
        assertEquals(0, run.status(), run.errors());
    }

    @Test
    void theFileToBeginWithHasEveryOptionAndChangesNothing() throws IOException {
        for (String verb : List.of("serve", "load")) {
            String template = run(Map.of(), "config", verb).output();
            template.lines().forEach(line -> assertTrue(line.length() <= 80, line));
            Path untouched = file(template);
            String before = run(Map.of(), "config", verb, "--in-force").output();
            assertEquals(
                    before,
                    run(Map.of(), "config", verb, "--config", untouched.toString()).output());
            TreeSet<String> keys = keys(template, "  #([a-z0-9-]+): .*");
            TreeSet<String> options = options(verb);
            assertEquals(options, keys);
            // Each default that a value can say is the default.
            String all = template;
            for (String key : keys(before, "  ([a-z0-9-]+): .*# default")) {
                all = all.replace("\n  #" + key + ": ", "\n  " + key + ": ");
            }
            String set = run(Map.of(), "config", verb, "--config", file(all) + "").output();
            assertEquals(
                    before.replaceAll(" +# default", ""),
                    set.replaceAll(" +# " + Pattern.quote(directory.toString()) + ".*", ""));
        }
    }

    /** The options in the help of {@code verb}, as keys of a file. */
    private static TreeSet<String> options(String verb) {
        Matcher option = Pattern.compile("(?m)^ {2,6}(?:-., )?--([a-z0-9-]+)").matcher(help(verb));
        TreeSet<String> options = new TreeSet<>();
        while (option.find()) {
            options.add(option.group(1));
        }
        options.removeAll(List.of("config", "help", "version", "debug"));
        if (verb.equals("serve")) {
            options.add("store");
        }
        return options;
    }

    private static String help(String verb) {
        return CommandRun.of(verb, "--help").output();
    }

    @Test
    void valuesInForceAreAFileAgainWhateverIsInThem() throws IOException {
        for (String value :
                List.of("a b", "${HOME}", "#x", "it's", "\"q\"", "*x", "null", "- a", "ä\\n: {")) {
            Map<String, String> variables = Map.of("SLUICE_SERVE_TOKEN_FILE", value);
            String shown = run(variables, "config", "serve", "--in-force").output();
            String again = run(Map.of(), "config", "serve", "--config", file(shown) + "").output();
            String text = value(again, "token-file");
            assertEquals(value(shown, "token-file").replaceFirst("  #.*", ""), text(text), value);
            String taken = run(variables, "serve", directory + "/s", "--host", "::1").errors();
            assertTrue(taken.contains(value), taken);
        }
    }

    private static String text(String shown) {
        return shown.replaceFirst("  # /.*", "");
    }

    @Test
    void aListIsOneValueALine() throws IOException {
        Path file = file("load:\n  schema:\n    - a.schema\n    - b.schema\n");
        String shown = run(Map.of(), "config", "load", "--config", file.toString()).output();
        assertEquals("[\"a.schema\", \"b.schema\"]  # " + file + ":2", value(shown, "schema"));
        Path both = directory.resolve("both.nt");
        Files.writeString(both, "<http://x/a> <http://x/b> <http://x/c> .\n");
        Files.writeString(directory.resolve("a.schema"), "b: uid .\n");
        Path named = file("load:\n  schema: [%1$s/a.schema, %1$s/b.schema]\n".formatted(directory));
        String store = directory + "/store";
        Run run = run(Map.of(), "load", store, both.toString(), "--config", named.toString());
        assertTrue(run.status() != 0);
        assertTrue(run.errors().contains("b.schema"), run.errors());
        assertFalse(run.errors().contains("a.schema"), run.errors());
    }

    @Test
    void whatTheVerbWouldRefuseIsNotShownAsInForce() throws IOException {
        refusedInForce("port is 99999, expected 0 to 65535", "serve", "--port", "99999");
        refusedInForce("--memory of 0 MiB is too little", "load", "a", "b", "--memory", "5");
        refusedInForce("--memory of 0 MiB is too little", "serve", "--memory", "5");
        refusedInForce("httpPort is -2, expected -1 to 65535", "serve", "--http-port", "-2");
        refusedInForce("--log-keep", "load", "--log-keep", "-1");
        for (String option : List.of("--chunk-size=1", "--tasks=0", "--build-batch=0")) {
            refusedInForce("", "load", option);
        }
        Path file = file("serve:\n  port: 99999\n");
        refusedInForce("--port is set by " + file + ":2", "serve", "--config", file.toString());
    }

    @Test
    void anAddressWithAPasswordIsRefusedAndNotShown() throws IOException {
        for (String verb : List.of("serve", "load")) {
            String hot = verb + ":\n  hot: mysql://u:secretpw@h/x%s\n";
            for (String options : List.of("", "?tls=trust", "?password=secretpw")) {
                Path file = file(hot.formatted(options));
                refusedInForce("holds no password", verb, "--config", file.toString());
                refusedInForce("holds no password", "--config", file.toString());
            }
            refusedInForce("holds no password", verb, "--hot=mysql://h/x?password=secretpw");
        }
    }

    private static void refusedInForce(String message, String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        line.addFirst("config");
        Run run = run(Map.of(), line.toArray(String[]::new));
        assertEquals(2, run.status(), run.output());
        assertTrue(run.errors().contains(message), run.errors());
        assertFalse((run.output() + run.errors()).contains("secretpw"), run.errors());
    }

    @Test
    void onlyServeAndLoadHaveAFile() {
        Run run = run(Map.of(), "config", "sreve");
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("did you mean serve\n"), run.errors());
        assertEquals(2, run(Map.of(), "config", "load", "--frob").status());
    }

    private static TreeSet<String> keys(String text, String line) {
        TreeSet<String> keys = new TreeSet<>();
        text.lines()
                .map(Pattern.compile(line)::matcher)
                .filter(Matcher::matches)
                .forEach(match -> keys.add(match.group(1)));
        return keys;
    }

    /** The text in {@code shown} behind {@code key}, with two spaces before the comment. */
    private static String value(String shown, String key) {
        for (String line : shown.lines().toList()) {
            if (line.startsWith("  " + key + ": ")) {
                return line.substring(key.length() + 4).replaceFirst(" +# ", "  # ");
            }
        }
        throw new AssertionError("no " + key + " in " + shown);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("sluice.yaml"), text);
    }

    private record Run(int status, String output, String errors) {}

    private static Run run(Map<String, String> variables, String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        PrintWriter toErrors = new PrintWriter(errors, true);
        StopSignal stop = new StopSignal(toErrors);
        int status = Main.run(stop, variables, new PrintWriter(output, true), toErrors, arguments);
        return new Run(status, output.toString(), errors.toString());
    }
}
