package sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as installed: its own Java, no build, and when Java is trained. */
class InstalledLauncherTest {
    /** Prints its arguments, writes the cache that it is asked to make, or looks at one. */
    private static final String JAVA =
            """
            #!/bin/sh
            for word; do
                case $word in
                    -XX:AOTMode=create) mode=create ;;
                    -XX:AOTMode=record) exit ;;
                    -XX:AOTMode=on) mode=on ;;
                    -XX:AOTCache=*) cache=${word#-XX:AOTCache=} ;;
                esac
            done
            case ${mode:-} in
                create) echo cache >"$cache" ;;
                on) grep -q cache "$cache" ;;
                *) echo "own java: $*" ;;
            esac
            """;

    private static final long SECONDS_MAX = 60;

    @TempDir private Path directory;
    private Path home = Path.of("");

    @BeforeEach
    void install() throws IOException {
        home = directory.resolve("sluice 1.0");
        program(home.resolve("runtime/bin/java"), JAVA);
        Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"25.0.9\"\n");
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib/sluice-cli-1.0.jar"), "a jar");
        for (String name : List.of("java.options", "serving.options", "train.sh")) {
            Files.copy(Path.of("src/main/launcher", name), home.resolve("lib").resolve(name));
        }
        Files.createDirectories(home.resolve("bin"));
        Files.copy(Path.of("../sluice"), home.resolve("bin/sluice"));
        program(directory.resolve("tools/mvn"), "#!/bin/sh\ntouch \"%s/built\"\n".formatted(home));
        program(directory.resolve("jdk/bin/java"), "#!/bin/sh\necho another java\n");
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    @Test
    void itsOwnJavaRunsAndNothingIsBuilt() throws Exception {
        Path link = directory.resolve("link");
        Files.createSymbolicLink(link, Path.of("sluice 1.0/bin/sluice"));
        for (Path command : List.of(home.resolve("bin/sluice"), link)) {
            String printed = run(command, Map.of("SLUICE_NO_TRAINING", "1"), "load", "graph", "f");
            assertTrue(printed.startsWith("own java: @" + home + "/lib/java.options"), printed);
            assertTrue(printed.endsWith("/lib/sluice-cli-1.0.jar sluice.cli.Main load graph f\n"));
        }
        assertFalse(Files.exists(home.resolve("built")));
        assertEquals(
                "another java\n",
                run(link, Map.of("SLUICE_JAVA_HOME", directory.resolve("jdk").toString()), "load"));
    }

    @Test
    void withoutItsJavaItSaysWhatToDo() throws Exception {
        Files.delete(home.resolve("runtime/release"));
        String said = run(home.resolve("bin/sluice"), Map.of(), "--version");
        assertTrue(said.contains("sluice 1.0/runtime has no Java 25"), said);
        assertTrue(said.contains("install sluice again"), said);
    }

    @Test
    void javaIsTrainedOnceBesideAShortVerb() throws Exception {
        Path command = home.resolve("bin/sluice");
        for (String verb : List.of("load", "serve", "demo", "bench")) {
            run(command, Map.of(), verb);
        }
        assertFalse(Files.exists(home.resolve("cache")), "verbs that need the machine");
        assumeTrue(hasMemory(), "a machine with too little memory for it");
        String first = run(command, Map.of(), "query");
        assertFalse(first.contains("AOTCache"), first);
        Path cache = awaitCache(home.resolve("cache"));
        String next = run(command, Map.of(), "query");
        assertTrue(next.contains("-XX:AOTCache=" + cache), next);
        assertEquals("trained already: " + cache + "\n", run(command, Map.of(), "--train"));
        Files.writeString(cache, "damaged");
        assertEquals("trained: " + cache + "\n", run(command, Map.of(), "--train"));
        Files.writeString(home.resolve("lib/sluice-cli-1.0.jar"), "b jar");
        String other = run(command, Map.of("SLUICE_NO_TRAINING", "1"), "query");
        assertFalse(other.contains("AOTCache"), "the cache of another jar");
    }

    @Test
    void theCacheIsTheUsersWhereTheInstallationCannotBeWrittenTo() throws Exception {
        // Not even for root can a file become a folder.
        Files.writeString(home.resolve("cache"), "");
        Path command = home.resolve("bin/sluice");
        Path caches = directory.resolve("caches");
        Map<String, String> setting = Map.of("XDG_CACHE_HOME", caches.toString());
        String said = run(command, setting, "--train");
        assertTrue(said.startsWith("trained: " + caches + "/sluice/sluice-"), said);
        assertTrue(run(command, setting, "query").contains("-XX:AOTCache=" + caches));
        Path cache = awaitCache(caches.resolve("sluice"));
        try {
            var users = cache.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(cache, users.lookupPrincipalByName("nobody"));
        } catch (FileSystemException e) {
            assumeTrue(false, "only root can give a file away");
        }
        String printed =
                run(
                        command,
                        Map.of("XDG_CACHE_HOME", caches.toString(), "SLUICE_NO_TRAINING", "1"),
                        "query");
        assertFalse(printed.contains("AOTCache"), "a cache of another user is code of that user");
    }

    @Test
    void aTrainingThatFailsIsNotRepeatedButTold() throws Exception {
        program(home.resolve("runtime/bin/java"), "#!/bin/sh\necho no; exit 1\n");
        Path command = home.resolve("bin/sluice");
        String said = run(command, Map.of(), "--train");
        assertTrue(said.contains("the reason is in " + home + "/cache/training.log"), said);
        assertEquals("no\n", Files.readString(home.resolve("cache/training.log")));
        assertFalse(Files.exists(home.resolve("cache/training")));
    }

    private static boolean hasMemory() throws IOException {
        Path memory = Path.of("/proc/meminfo");
        return Files.exists(memory)
                && Long.parseLong(Files.readAllLines(memory).getFirst().replaceAll("\\D", ""))
                        > 3 << 20;
    }

    /** The cache in {@code folder}, once the process is done that trains beside a verb. */
    private static Path awaitCache(Path folder) throws Exception {
        for (int i = 0; i < SECONDS_MAX * 20; i++) {
            if (Files.isDirectory(folder) && !Files.exists(folder.resolve("training"))) {
                try (Stream<Path> files = Files.list(folder)) {
                    List<Path> found =
                            files.filter(file -> file.toString().endsWith(".aot")).toList();
                    if (!found.isEmpty()) {
                        return found.getFirst();
                    }
                }
            }
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("no cache in " + folder);
    }

    /** What the launcher prints, with its errors. */
    private String run(Path command, Map<String, String> more, String... arguments)
            throws Exception {
        Path output = directory.resolve("output.txt");
        List<String> words =
                Stream.concat(Stream.of(command.toString()), Stream.of(arguments)).toList();
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("SLUICE") || name.startsWith("XDG"));
        environment.put("PATH", directory.resolve("tools") + ":/usr/bin:/bin");
        environment.put("JAVA_HOME", directory.resolve("jdk").toString());
        environment.put("HOME", directory.resolve("user").toString());
        environment.putAll(more);
        Process process = builder.start();
        assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS), "it has not ended");
        return Files.readString(output, UTF_8);
    }
}
