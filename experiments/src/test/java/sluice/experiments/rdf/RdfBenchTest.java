package sluice.experiments.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.experiments.load.BenchmarkTasks;
import sluice.model.SluiceException;
import sluice.servers.JavaCommand;

/** The whole benchmark on a graph so small that nothing it says of speed means anything. */
final class RdfBenchTest {
    private static final long LINKS = 3000;

    @TempDir private Path temporary;

    @Test
    void everyJobIsLoadedAndAskedAndNothingIsLeftBehind() throws IOException {
        RdfBenchReport report = run(RdfJob.usual(), standIn());
        assertTrue(report.isWhole());
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertEquals(2 * RdfJob.usual().size(), json.path("runs").size());
        for (JsonNode run : json.path("runs")) {
            boolean isSluice = run.path("loaded_by").asText().equals("sluice");
            assertTrue(run.path("copy_seconds").asDouble() > 0, run::toString);
            double uptime = run.path("uptime_seconds").asDouble();
            assertTrue(uptime > 0 && uptime <= run.path("seconds").asDouble(), run::toString);
            assertTrue(run.path("scratch_bytes_max").asLong() > 0, run::toString);
            long output = run.path("output_bytes").asLong();
            assertTrue(
                    isSluice ? output > LINKS : output == StandInDgraph.OUTPUT_BYTES,
                    run::toString);
        }
        assertEquals(4, json.path("questions").size());
        for (JsonNode question : json.path("questions")) {
            assertTrue(question.path("per_second").asDouble() > 0, question::toString);
            assertTrue(question.path("found").asDouble() >= 1, question::toString);
        }
        assertTrue(report.tables().lines().allMatch(line -> line.length() <= 110 || isOne(line)));
        assertTrue(report.html().contains("<td>dgraph</td>"));
        assertFalse(Files.exists(temporary.resolve("bench")), "the directory is left");
    }

    /** The line of the machine, which is as long as its names are. */
    private static boolean isOne(String line) {
        return line.contains(" cores, ");
    }

    @Test
    void wrongWishesAreRefused() throws IOException {
        assertThrows(SluiceException.class, () -> RdfJob.of("G"));
        assertThrows(
                SluiceException.class,
                () -> run(List.of(RdfJob.A), temporary.resolve("no-such-program")));
        Files.createDirectories(temporary.resolve("bench"));
        Files.writeString(temporary.resolve("bench/precious"), "x");
        assertThrows(SluiceException.class, () -> run(List.of(RdfJob.A), null));
        assertTrue(Files.exists(temporary.resolve("bench/precious")));
        assertEquals(20, RdfBenchOptions.usualScale(10_000_000));
        assertEquals(17, RdfBenchOptions.usualScale(1_000_000));
    }

    private Path standIn() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script =
                "#!/bin/sh\nexec '%s' -cp '%s' %s \"$@\"\n"
                        .formatted(
                                java,
                                System.getProperty("java.class.path"),
                                StandInDgraph.class.getName());
        Path program = Files.writeString(temporary.resolve("dgraph"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program;
    }

    private RdfBenchReport run(List<RdfJob> jobs, @Nullable Path dgraph) throws IOException {
        List<String> log = new ArrayList<>();
        RdfBenchOptions options =
                new RdfBenchOptions(
                        LINKS,
                        9,
                        jobs,
                        1,
                        256 << 20,
                        0.05,
                        temporary.resolve("bench"),
                        false,
                        dgraph);
        return RdfBench.run(
                options,
                new RdfBench.Surroundings(
                        JavaCommand.ofThisProcess(List.of(BenchmarkTasks.class.getName())),
                        Instant.EPOCH,
                        System::nanoTime,
                        () -> false,
                        log::add));
    }
}
