package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static sluice.model.ErrorCode.STORE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.JavaLaunch;

/**
 * Short verbs end before much else could begin. Java's first logger opens every jar of the class
 * path, and RocksDB unpacks a library of many megabytes: neither is made where nothing is logged
 * and nothing was written online.
 */
class StartTest {
    /** With the blank that follows a name in Java's list of classes. */
    private static final List<String> COSTLY =
            List.of(
                    "sun.util.logging.internal.LoggingProviderImpl ",
                    "java.util.logging.Logger ",
                    "org.rocksdb.RocksDB ");

    @TempDir Path directory;

    @Test
    void shortVerbsMakeNeitherLoggerNorHotStore() throws IOException, InterruptedException {
        Path source =
                Files.writeString(directory.resolve("a.tsv"), "id1\tlink_type\tid2\n1\t2\t3\n");
        String store = directory.resolve("store").toString();
        assertEquals(List.of(), costly("load", store, source.toString()));
        for (String verb : List.of("status", "stats", "hash", "verify")) {
            assertEquals(List.of(), costly(verb, store), verb);
        }
        assertEquals(List.of(), costly("query", store, "links", "1", "2"));
    }

    /** Java looks for a logger where a process ends with another status than 0. */
    @Test
    void aLoggerWouldBeSeen() throws IOException, InterruptedException {
        List<String> classes =
                classesOf(STORE.exitStatus(), "status", directory.resolve("none").toString());
        assertTrue(classes.stream().anyMatch(each -> each.startsWith(COSTLY.getFirst())));
    }

    private List<String> costly(String... arguments) throws IOException, InterruptedException {
        return classesOf(0, arguments).stream()
                .filter(each -> COSTLY.stream().anyMatch(each::startsWith))
                .toList();
    }

    /** The classes of a process that ends with {@code status}. */
    private List<String> classesOf(int status, String... arguments)
            throws IOException, InterruptedException {
        Path classes = directory.resolve("classes.txt");
        Path output = directory.resolve("output.txt");
        List<String> command = JavaLaunch.withHeap(128);
        command.add("-Xlog:class+load:file=" + classes + ":none");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertEquals(status, process.waitFor(), () -> read(output));
        return Files.readAllLines(classes);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
