package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** NOTICE names what is delivered, with its licences, and nothing else. */
class NoticeTest {
    private static final Path NOTICE = House.ROOT.resolve("NOTICE");

    /** Written in the build by maven-dependency-plugin: what goes to target/app/lib. */
    static final Path LIBRARIES = House.ROOT.resolve("cli/target/libraries.classpath");

    static final Pattern HEADER = Pattern.compile("^ {2}(\\S.*?) {2,}(\\S.*)$");
    private static final Pattern JARS = Pattern.compile("Jars: ((?:[\\w-]+,\\s+)*[\\w-]+)\n");

    @Test
    void noticeNamesWhatTheCommandIsDeliveredWith() throws IOException {
        assertEquals(libraries(), named(section(0)));
    }

    @Test
    void noticeNamesWhatTheColdStoreIsDeliveredWith() throws IOException {
        assertEquals(jarsOf("cold-hbase"), named(section(1)));
    }

    @Test
    void noticeNamesWhatSharedStorageIsDeliveredWith() throws IOException {
        assertEquals(jarsOf("storage-hadoop"), named(section(2)));
    }

    @Test
    void noticeNamesWhatRingsInZooKeeperAreDeliveredWith() throws IOException {
        assertEquals(jarsOf("readonly-zookeeper"), named(section(3)));
    }

    @Test
    void everyEntryHasItsLicenceAndItsJars() throws IOException {
        for (String entry : entries(section(0) + section(1) + section(2) + section(3))) {
            Matcher header = HEADER.matcher(entry.lines().findFirst().orElse(""));
            assertTrue(header.matches(), entry);
            assertTrue(
                    header.group(2).matches(".*(Apache|BSD|MIT|LGPL|CC0).*"),
                    "no licence: " + entry);
            assertTrue(JARS.matcher(entry).find(), "no jars: " + entry);
        }
    }

    @Test
    void whatIsNotNamedIsFound() {
        assertEquals(
                new TreeSet<>(List.of("a", "b-c")), named("  A  MIT\n      Jars: a,\n      b-c\n"));
        assertEquals("grpc-api", artifact(Path.of("grpc-api-1.85.1.jar")));
        assertEquals("guava", artifact(Path.of("guava-33.5.0-jre.jar")));
        assertEquals("jsr305", artifact(Path.of("jsr305.jar")));
    }

    /** The jars that a module apart has in a folder of its own. */
    private static TreeSet<String> jarsOf(String module) throws IOException {
        TreeSet<String> jars = new TreeSet<>();
        try (Stream<Path> files = Files.list(House.ROOT.resolve(module + "/target/lib"))) {
            files.forEach(file -> jars.add(artifact(file)));
        }
        return jars;
    }

    private static TreeSet<String> libraries() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (String path : Files.readString(LIBRARIES).strip().split(":")) {
            Path file = Path.of(path);
            boolean isOurs = file.startsWith(House.ROOT) || artifact(file).startsWith("sluice-");
            if (!isOurs) {
                names.add(artifact(file));
            }
        }
        return names;
    }

    /** The name of a jar's file without its version. */
    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceFirst("(-\\d[^/]*)?\\.jar$", "");
    }

    /** The entries below one of the lines that begin at the margin and end with a colon. */
    static String section(int index) throws IOException {
        return Files.readString(NOTICE).split("(?m)^\\S.*:\n")[index + 1];
    }

    static List<String> entries(String section) {
        List<String> entries = new ArrayList<>();
        for (String part : section.strip().split("\n(?= {2}\\S)")) {
            entries.add("  " + part.strip() + "\n");
        }
        return entries;
    }

    static TreeSet<String> named(String section) {
        TreeSet<String> names = new TreeSet<>();
        Matcher jars = JARS.matcher(section);
        while (jars.find()) {
            names.addAll(List.of(jars.group(1).split(",\\s+")));
        }
        return names;
    }
}
