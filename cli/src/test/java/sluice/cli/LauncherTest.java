package sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;
import sluice.cli.options.OptionValues;

/**
 * The launcher: when it builds, what it starts Java with, and what it and the verbs must agree on.
 */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../sluice");

    @Test
    void launcherAndVerbsReadSizesAlike() throws IOException, InterruptedException {
        for (String size :
                List.of(
                        "512m",
                        "1g",
                        "1G",
                        "2GiB",
                        "65536",
                        "64kb",
                        "007m",
                        "12x",
                        "",
                        "m",
                        "1.5g",
                        "-1",
                        "1gg",
                        "512i",
                        "9999999999999",
                        "99999999999999",
                        "1 g")) {
            assertEquals(byLauncher(size), byVerb(size), size);
        }
    }

    @Test
    void sizesAreRead() {
        assertEquals("536870912", byVerb("512m"));
        assertEquals("none", byVerb("12x"));
    }

    @Test
    void systemSpeaksEnglish() throws IOException, InterruptedException {
        String spoken =
                sh(
                        "locale() { echo UTF-8; }\nLC_ALL=de_DE.UTF-8\nexport LC_ALL\n%s\nspeak_english\necho \"${LC_ALL-unset} $LC_CTYPE $LC_MESSAGES\""
                                .formatted(function("speak_english")));
        assertEquals("unset de_DE.UTF-8 C\n", spoken);
    }

    @Test
    void lettersAreNotLostWhereNothingSaysWhichThereAre() throws IOException, InterruptedException {
        String shown =
                "\n%s\nspeak_english\necho \"$LC_CTYPE\"".formatted(function("speak_english"));
        String none = "unset LANG LC_ALL LC_CTYPE\n";
        for (String setting : List.of("", "LANG=C", "LC_ALL=C", "LC_CTYPE=POSIX", "LC_ALL=POSIX")) {
            assertEquals("C.UTF-8\n", sh(none + setting + shown), setting);
        }
        String utf8 = "locale() { echo UTF-8; }\n";
        assertEquals("de_DE.UTF-8\n", sh(none + utf8 + "LC_ALL=de_DE.UTF-8" + shown));
        String latin = "locale() { echo ISO-8859-1; }\n";
        assertEquals("de_DE\n", sh(none + latin + "LC_CTYPE=de_DE" + shown));
        // As the system says of a language that is not installed, and where it has no such command.
        assertEquals("C.UTF-8\n", sh(none + "LC_CTYPE=xx_XX.UTF-8; export LC_CTYPE" + shown));
        String nothing = "locale() { return 127; }\n";
        assertEquals("C.UTF-8\n", sh(none + nothing + "LANG=en_US.UTF-8" + shown));
    }

    /** Java would open files of its own in their place, and read them as standard input. */
    @Test
    void closedStandardFilesAreOpened() throws IOException, InterruptedException {
        String opened = "%s\nopen_standard_files\n".formatted(function("open_standard_files"));
        assertEquals("read\n", sh("exec <&-\n" + opened + "cat && echo read"));
        String written = "echo lost 2>/dev/null || echo refused >&3";
        assertEquals("refused\n", sh("exec 3>&1 >&-\n" + opened + written));
        assertEquals("said\n", sh("exec 2>&-\n" + opened + "echo lost >&2 && echo said"));
    }

    @Test
    void whatIsBuiltIsFoundByContentNotByTimes(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        assertEquals("built\n", tree.run("load").errors("building, once"));
        tree.touchAll();
        assertEquals("", tree.run("load").built());
        tree.write("load/src/main/Load.java", "two", FileTime.fromMillis(0));
        assertEquals("built\n", tree.run("load").errors("sources have changed"));
        assertEquals("", tree.run("load").built());
        Files.delete(tree.home().resolve("load/src/main/Load.java"));
        assertEquals("built\n", tree.run("load").errors("sources have changed"));
    }

    @Test
    void aModuleWhoseSourceWasReplacedByAnOlderFileIsCompiledAnew(@TempDir Path directory)
            throws Exception {
        Tree tree = Tree.in(directory);
        tree.run("load");
        tree.write("load/target/classes/Load.class", "one", FileTime.from(Instant.now()));
        tree.write("cli/target/classes/Main.class", "one", FileTime.from(Instant.now()));
        tree.write("load/src/main/Load.java", "older", FileTime.fromMillis(0));
        tree.run("load");
        assertFalse(Files.exists(tree.home().resolve("load/target/classes")));
        assertTrue(Files.exists(tree.home().resolve("cli/target/classes")));
    }

    @Test
    void aCopyOfABuiltTreeIsNotBuiltAgain(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        tree.run("load");
        Tree copy = tree.copy(directory.resolve("a copy"));
        assertEquals("", copy.run("load").built());
        assertEquals("", copy.run("--help").errors());
    }

    @Test
    void verbsThatReadRunWhatIsBuilt(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        assertEquals("built\n", tree.run("query", "store").errors("building, once"));
        tree.write("load/src/main/Load.java", "two", FileTime.from(Instant.now()));
        for (String line :
                List.of("query s", "shell s", "status s", "--version", "load --help", "laod s")) {
            Run run = tree.run(line.split(" "));
            assertEquals("", run.errors("sources have changed since the build"), line);
            assertTrue(run.output().contains("sluice.cli.Main " + line), run.output());
        }
        assertEquals("built\n", tree.run("serve", "s").errors("sources have changed"));
    }

    @Test
    void firstStartsAtOnceBuildOnce(@TempDir Path directory) throws Exception {
        for (boolean flock : new boolean[] {true, false}) {
            Tree tree = Tree.in(directory.resolve("flock-" + flock));
            if (!flock) {
                tree.hideFlock();
                // A lock that a process has left which is no more.
                Files.createSymbolicLink(
                        Files.createDirectories(tree.home().resolve("cli/target"))
                                .resolve("build.lock.link"),
                        Path.of("999999999"));
            }
            List<Process> starts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                starts.add(tree.start("load"));
            }
            for (Process start : starts) {
                String output = new String(start.getInputStream().readAllBytes(), UTF_8);
                assertEquals(0, start.waitFor(), output);
                assertTrue(output.contains("sluice.cli.Main load"), output);
            }
            assertEquals("built\n", tree.builds(), "with flock: " + flock);
            assertFalse(Files.exists(tree.home().resolve("cli/target/build.lock.link")));
        }
    }

    @Test
    void aFailedBuildIsToldAndTriedAgain(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        tree.write("broken", "", FileTime.fromMillis(0));
        Run run = tree.run("load");
        assertEquals(70, run.status());
        assertTrue(run.errors().contains("the build failed"), run.errors());
        assertTrue(run.errors().contains("Load.java does not compile"), run.errors());
        Files.delete(tree.home().resolve("broken"));
        assertEquals(0, tree.run("load").status());
    }

    @Test
    void theCacheOfOtherJarsIsNotUsed(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        Run run = tree.run("load");
        assertTrue(run.output().contains("-XX:AOTCache="), run.output());
        tree.touchAll();
        assertTrue(tree.run("load").output().contains("-XX:AOTCache="));
        Path jar = tree.home().resolve("cli/target/app/lib/sluice-load-1.0.jar");
        FileTime time = Files.getLastModifiedTime(jar);
        byte[] before = Files.readAllBytes(jar);
        Files.writeString(jar, Files.readString(jar).replace('o', 'e'));
        Files.setLastModifiedTime(jar, time);
        assertEquals(before.length, Files.size(jar));
        assertFalse(tree.run("load").output().contains("-XX:AOTCache"), "a replaced jar");
        Files.write(jar, before);
        assertTrue(tree.run("load").output().contains("-XX:AOTCache="), "the same jar again");
        Files.move(jar, jar.resolveSibling("sluice-lead-1.0.jar"));
        assertFalse(tree.run("load").output().contains("-XX:AOTCache"), "another name");
        Files.delete(jar.resolveSibling("sluice-lead-1.0.jar"));
        assertFalse(tree.run("load").output().contains("-XX:AOTCache"), "a deleted jar");
    }

    @Test
    void theBuildTrainsForNewJarsOnlyAndDropsWhatIsNoLongerNeeded(@TempDir Path directory)
            throws Exception {
        Tree tree = Tree.in(directory);
        tree.run("load");
        assertEquals(1, tree.count("java.log", "AOTMode=create"));
        assertEquals(1, tree.count("java.log", "RenewClasses"));
        tree.write("load/src/main/Load.java", "two", FileTime.fromMillis(0));
        tree.write("cli/target/app/lib/gone.jar", "of a library that was used once", null);
        tree.run("load");
        assertFalse(Files.exists(tree.home().resolve("cli/target/app/lib/gone.jar")));
        assertEquals(2, tree.count("java.log", "AOTMode=create"));
        assertEquals(1, tree.count("java.log", "RenewClasses"));
        tree.write("bench/src/main/notes.txt", "no jar changes", FileTime.fromMillis(0));
        tree.run("load");
        assertEquals(2, tree.count("java.log", "AOTMode=create"));
        assertEquals(1, tree.caches());
    }

    @Test
    void jarsHaveTheirVersionsAndThoseOfBeforeGo(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        tree.run("load");
        assertEquals(
                List.of("picocli-1.0.jar", "sluice-cli-1.0.jar", "sluice-load-1.0.jar"),
                tree.jars());
        Path bill = tree.home().resolve("cli/target/app/bom.json");
        assertTrue(Files.readString(bill).contains("picocli@1.0"));
        tree.write("version", "1.1", null);
        tree.write("pom.xml", "<project>1.1</project>", null);
        String started = tree.run("load").output();
        assertEquals(
                List.of("picocli-1.1.jar", "sluice-cli-1.1.jar", "sluice-load-1.1.jar"),
                tree.jars());
        assertTrue(Files.readString(bill).contains("picocli@1.1"));
        assertTrue(started.contains("/sluice-load-1.1.jar"), started);
        assertFalse(started.contains("-1.0.jar"), started);
        assertEquals(1, tree.caches());
    }

    @Test
    void theBillOfOtherJarsIsNotKept(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        tree.run("load");
        Path bill = tree.home().resolve("cli/target/app/bom.json");
        assertTrue(Files.exists(bill));
        tree.write("offline", "", null);
        tree.write("load/src/main/Load.java", "two", null);
        tree.run("load");
        assertTrue(Files.exists(bill), "the same versions");
        tree.write("version", "1.1", null);
        tree.write("pom.xml", "<project>1.1</project>", null);
        assertEquals(0, tree.run("load").status());
        assertFalse(Files.exists(bill), "other versions");
    }

    @Test
    void optionsStandInAFileAndServersGetMore(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        String loaded = tree.run("load", "s", "f").output();
        assertFalse(loaded.contains("serving.options"));
        // Only loads gain by what training knows of methods.
        assertFalse(loaded.contains("AOTReplayTraining"), loaded);
        String served = tree.run("load", "s", "f", "--serve").output();
        assertTrue(served.contains("/app/java.options "), served);
        assertTrue(served.contains("/app/serving.options "), served);
        String asked = tree.run("query", "s", "count", "1", "0").output();
        assertTrue(asked.contains(" -XX:-AOTReplayTraining "), asked);
    }

    @Test
    void memoryOfAFileAndOfAVariableReachesJava(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        tree.write(
                "sluice.yaml",
                """
                # serve:
                load:
                    memory: 300m
                    serve: "true"
                serve:   # options
                  # memory: 1g
                  memory: '400m'  # enough
                  port: 1
                """,
                null);
        String file = tree.home().resolve("sluice.yaml").toString();
        memory(400, tree.run("serve", "--config", file));
        memory(300, tree.run("load", "s", "f", "--config=" + file));
        memory(500, tree.run("serve", "--memory", "500m", "--config", file));
        memory(500, tree.run("serve", "--config", file, "--memory=500m"));
        Map<String, String> variables =
                Map.of("SLUICE_SERVE_CONFIG", file, "SLUICE_LOAD_MEMORY", "600m");
        memory(400, tree.run(variables, "serve", "s"));
        memory(600, tree.run(variables, "load", "s", "f", "--config", file));
        assertFalse(tree.run("query", "s", "--config", file).output().contains("=419430400 "));
        memory(400, tree.run("serve", "--config", windows(tree).toString()));
        memory(500, tree.run("bench", "serve", "--memory", "500m"));
        Run loads = tree.run("bench", "rdf", "--memory", "500m");
        assertFalse(loads.output().contains("-Dsluice.memory.bytes=" + (500L << 20)));
    }

    private static Path windows(Tree tree) throws IOException {
        tree.write("windows.yaml", "serve:\r\n  memory: 400m\r\n", null);
        return tree.home().resolve("windows.yaml");
    }

    private static void memory(int mebibytes, Run run) {
        String property = "-Dsluice.memory.bytes=" + ((long) mebibytes << 20) + " ";
        assertTrue(run.output().contains(property), run.output());
    }

    @Test
    void aLoadThatServesByItsFileGetsWhatServersGet(@TempDir Path directory) throws Exception {
        Tree tree = Tree.in(directory);
        tree.write("on.yaml", "load:\n  serve: true\n", null);
        tree.write("off.yaml", "load:\n  serve: false\nserve:\n  port: 1\n", null);
        for (String name : List.of("on", "off")) {
            String file = tree.home().resolve(name + ".yaml").toString();
            String started = tree.run("load", "s", "f", "--config", file).output();
            assertEquals(name.equals("on"), started.contains("/serving.options "), started);
        }
        assertTrue(
                tree.run(Map.of("SLUICE_LOAD_SERVE", "true"), "load", "s", "f")
                        .output()
                        .contains("/serving.options "));
    }

    private record Run(int status, String output, String errors, String built) {
        /** Which builds there were; the errors must contain {@code text}. */
        String errors(String text) {
            assertTrue(errors.contains(text), errors);
            return built;
        }
    }

    /**
     * A small tree of sources with the real launcher, a Java that prints its arguments, and a Maven
     * that makes jars of the sources by {@code prepare.sh}.
     */
    private record Tree(Path home, Path tools) {
        private static final String JAVA =
                """
                #!/bin/sh
                echo "$*" | tr '\\n' ' ' >>"%1$s/java.log"
                echo >>"%1$s/java.log"
                for word; do
                    case $word in
                        */RenewClasses.java) cp "$2" "$3"; exit ;;
                        -XX:AOTMode=create) mode=create ;;
                        -XX:AOTMode=record) exit ;;
                        -XX:AOTCache=*) cache=${word#-XX:AOTCache=} ;;
                    esac
                done
                if [ -n "${mode:-}" ]; then echo cache >"$cache"; else echo "$*"; fi
                """;
        private static final String MAVEN =
                """
                #!/bin/sh
                set -e
                mkdir "%1$s/building" # fails where another one builds
                [ ! -f broken ] || { echo Load.java does not compile; rmdir "%1$s/building"; exit 1; }
                mkdir -p target cli/target/lib
                sh cli/src/main/launcher/list-sources.sh >target/sources
                sleep 0.3
                version=$(cat version)
                rm -f cli/target/lib/*
                find load/src/main -type f -exec cat {} + >"cli/target/lib/sluice-load-$version.jar"
                echo picocli >"cli/target/lib/picocli-$version.jar"
                echo cli >"cli/target/sluice-cli-$version.jar"
                [ -f offline ] || for jar in sluice-load picocli sluice-cli; do
                    echo "\\"purl\\" : \\"pkg:maven/group/$jar@$version?type=jar\\""
                done >cli/target/bom.json
                (cd cli && sh src/main/launcher/prepare.sh "sluice-cli-$version.jar")
                echo built >>builds
                rmdir "%1$s/building"
                """;

        static Tree in(Path directory) throws IOException {
            Tree tree = new Tree(directory.resolve("home"), directory.resolve("tools"));
            String tools = tree.tools.toString();
            tree.script(tree.tools.resolve("jdk/bin/java"), JAVA.formatted(tools));
            Files.writeString(tree.tools.resolve("jdk/release"), "JAVA_VERSION=\"25.0.9\"\n");
            tree.script(tree.tools.resolve("bin/mvn"), MAVEN.formatted(tools));
            Path launcher = Files.createDirectories(tree.home.resolve("cli/src/main/launcher"));
            try (DirectoryStream<Path> files =
                    Files.newDirectoryStream(Path.of("src/main/launcher"))) {
                for (Path file : files) {
                    Files.copy(file, launcher.resolve(file.getFileName()));
                }
            }
            Files.copy(LAUNCHER, tree.home.resolve("sluice"));
            tree.write("pom.xml", "<project/>", null);
            tree.write("version", "1.0", null);
            tree.write("load/pom.xml", "<project/>", null);
            tree.write("load/src/main/Load.java", "one", null);
            return tree;
        }

        private void script(Path file, String text) throws IOException {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            assertTrue(file.toFile().setExecutable(true));
        }

        void write(String name, String text, @Nullable FileTime time) throws IOException {
            Path file = home.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            if (time != null) {
                Files.setLastModifiedTime(file, time);
            }
        }

        void touchAll() throws IOException {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
                }
            }
        }

        /** Leaves PATH with what the launcher and the tools use, but flock. */
        void hideFlock() throws IOException {
            for (String name :
                    "sh find cksum sort cmp comm cp mv rm rmdir mkdir cat tail tr ln ps readlink sleep dirname head"
                            .split(" ")) {
                Files.createSymbolicLink(
                        tools.resolve("bin").resolve(name), Path.of("/usr/bin").resolve(name));
            }
            Files.createFile(tools.resolve("no-flock"));
        }

        Tree copy(Path to) throws IOException, InterruptedException {
            Process copy =
                    new ProcessBuilder("cp", "-r", home.toString(), to.toString())
                            .inheritIO()
                            .start();
            assertEquals(0, copy.waitFor());
            return new Tree(to, tools);
        }

        Process start(String... arguments) throws IOException {
            return builder(arguments).redirectErrorStream(true).start();
        }

        Run run(String... arguments) throws IOException, InterruptedException {
            return run(Map.of(), arguments);
        }

        Run run(Map<String, String> variables, String... arguments)
                throws IOException, InterruptedException {
            String before = builds();
            Path errors = tools.resolve("errors");
            ProcessBuilder builder = builder(arguments).redirectError(errors.toFile());
            builder.environment().putAll(variables);
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            int status = process.waitFor();
            String built = builds().substring(before.length());
            return new Run(status, output, Files.readString(errors), built);
        }

        private ProcessBuilder builder(String... arguments) {
            List<String> command = new ArrayList<>(List.of("sh", home.resolve("sluice") + ""));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command);
            Map<String, String> environment = builder.environment();
            environment.remove("SLUICE_NO_BUILD");
            environment.remove("SLUICE_JAVA_OPTS");
            environment.put("SLUICE_JAVA_HOME", tools.resolve("jdk").toString());
            String path = tools.resolve("bin").toString();
            boolean all = !Files.exists(tools.resolve("no-flock"));
            environment.put("PATH", all ? path + ":" + environment.get("PATH") : path);
            return builder;
        }

        String builds() throws IOException {
            Path builds = home.resolve("builds");
            return Files.exists(builds) ? Files.readString(builds) : "";
        }

        long count(String file, String text) throws IOException {
            try (Stream<String> lines = Files.lines(tools.resolve(file))) {
                return lines.filter(line -> line.contains(text)).count();
            }
        }

        List<String> jars() throws IOException {
            try (Stream<Path> files = Files.list(home.resolve("cli/target/app/lib"))) {
                return files.map(file -> file.getFileName().toString()).sorted().toList();
            }
        }

        int caches() throws IOException {
            try (Stream<Path> files = Files.list(home.resolve("cli/target/app"))) {
                return (int) files.filter(file -> file.toString().endsWith(".aot")).count();
            }
        }
    }

    private static String byVerb(String size) {
        try {
            return new OptionValues.Bytes().convert(size).toString();
        } catch (TypeConversionException _) {
            return "none";
        }
    }

    private static String byLauncher(String size) throws IOException, InterruptedException {
        String script =
                function("parse_bytes")
                        + "\nif parse_bytes '"
                        + size
                        + "'; then echo $total; else echo none; fi";
        return sh(script).trim();
    }

    /** The text of a function of the launcher. */
    private static String function(String name) throws IOException {
        String text = Files.readString(LAUNCHER);
        int from = text.indexOf("\n" + name + "() {\n");
        assertTrue(from >= 0, name);
        return text.substring(from, text.indexOf("\n}\n", from) + 3);
    }

    private static String sh(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, shell.waitFor(), output);
        return output;
    }
}
