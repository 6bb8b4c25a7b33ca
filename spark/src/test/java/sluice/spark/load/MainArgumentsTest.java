package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.store.packed.RunPacking;

/** The arguments of a load by spark-submit: understood, or refused with what to do. */
class MainArgumentsTest {
    @Test
    void optionsMayBeAnywhereAndHaveTheirValuesBesideOrBehindThem() {
        MainArguments arguments =
                MainArguments.parse(
                                "--tasks=7",
                                "graph",
                                "a.tsv,b.tsv",
                                "--bucket-size",
                                "64k",
                                "s3a://bucket/c,s3a://bucket/d",
                                "--task-memory",
                                "256m",
                                "--on-error=skip",
                                "--pack-runs=zstd",
                                "--max-rejects",
                                "5",
                                "{x,y}.csv")
                        .orElseThrow();
        String here = Path.of("").toAbsolutePath() + "/";
        assertEquals(
                List.of(
                        here + "a.tsv," + here + "b.tsv",
                        "s3a://bucket/c,s3a://bucket/d",
                        here + "{x,y}.csv"),
                arguments.sources());
        assertEquals(7, arguments.tasks());
        assertEquals(65_536, arguments.options().bucketBytes());
        assertEquals(256 << 20, arguments.options().heapBytes());
        assertEquals(LoadOptions.OnError.SKIP, arguments.options().onError());
        assertEquals(5, arguments.options().maxRejects().rows());
        assertEquals(RunPacking.ZSTD, arguments.packing());
    }

    @Test
    void helpSaysAllOptions() {
        assertEquals(Optional.empty(), MainArguments.parse("graph", "--help"));
        assertTrue(MainArguments.HELP.lines().allMatch(line -> line.length() <= 90));
    }

    @Test
    void wrongArgumentsSayWhatToDo() {
        refused("a STORE and at least one SOURCE are required", "graph");
        refused("--tasks of 0 is out of range; expected 1 to 20000", "--tasks", "0", "a", "b");
        refused("--task-memory of 1t is out of range", "--task-memory", "1t", "a", "b");
        refused("--threads is not an option", "--threads", "2", "a", "b");
        refused("--mapping requires a value", "a", "b", "--mapping");
        refused("--pack-runs of gzip: expected none or zstd", "--pack-runs", "gzip", "a", "b");
        refused("--on-error of stop: expected fail, skip or divert", "--on-error=stop", "a", "b");
    }

    @Test
    void addressWithAMistakeIsNoDirectory() {
        for (String store : List.of("s3a:/bucket/graph", "S3A://bucket/graph", "hdfs:/graph")) {
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> SparkStore.place(store));
            assertEquals(ErrorCode.CONFIG, refused.code());
            assertTrue(String.valueOf(refused.getMessage()).contains("with two slashes"));
        }
        assertEquals("s3a://bucket/graph", SparkStore.place("s3a://bucket/graph/"));
        assertEquals("/graph", SparkStore.place("file:///graph"));
        assertTrue(SparkStore.place("./s3a:/graph").startsWith("/"));
    }

    private static void refused(String message, String... words) {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> MainArguments.parse(words));
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure::toString);
    }
}
