package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.testkit.Experiment;
import sluice.testkit.JavaLaunch;

/**
 * E2 for online writes: a process that writes is killed (SIGKILL) again and again; every write that
 * it told of is in the store, and every list counts as many links as it has.
 *
 * <p>{@code -DwriterKills=} says how many kills.
 */
@Tag(Experiment.TAG)
@Timeout(3600)
class KilledWriterTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int KILLS = Experiment.size("writerKills", 3, 100);
    private static final int LINES_MAX = 3000;
    private static final long ASYNC_WINDOW_MILLIS = 50;

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);

    /** The highest version of each id2 that was acknowledged. */
    private final Map<Long, Long> acknowledged = new HashMap<>();

    @Test
    void acknowledgedWritesOutliveTheProcess() throws IOException, InterruptedException {
        try (Experiment experiment = new Experiment("E2 kill -9 of a writer", SEED)) {
            long writes = 0;
            for (int round = 0; round < KILLS; round++) {
                writes += writeAndKill(round);
                checkStore();
                experiment.ran(1);
            }
            experiment.fact("acknowledged writes", writes);
            experiment.passed();
        }
    }

    private long writeAndKill(int round) throws IOException, InterruptedException {
        // Without a sync for each write too: the system has what was written before the kill.
        long windowMillis = round % 2 == 0 ? 0 : ASYNC_WINDOW_MILLIS;
        List<String> command = JavaLaunch.withHeap(256);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(WriterMain.class.getName(), directory.toString()));
        command.add(String.valueOf(random.nextInt(1000)));
        command.add(String.valueOf(round + 1));
        command.add(String.valueOf(windowMillis));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        int linesBeforeKill = 1 + random.nextInt(LINES_MAX);
        int lines = 0;
        try (BufferedReader told = process.inputReader(StandardCharsets.US_ASCII)) {
            for (String line = told.readLine(); line != null; line = told.readLine()) {
                note(line);
                if (++lines == linesBeforeKill) {
                    // Not by the process itself, which would close what it has told.
                    process.toHandle().destroyForcibly();
                }
            }
        }
        process.waitFor();
        assertTrue(lines >= linesBeforeKill, "the process ended by itself");
        return lines;
    }

    private void note(String line) {
        String[] words = line.split(" ", -1);
        // The last line may have been cut off.
        if (words.length == 2 && words[1].length() >= 7) {
            acknowledged.merge(Long.valueOf(words[0]), Long.valueOf(words[1]), Long::max);
        }
    }

    private void checkStore() throws IOException {
        try (RocksHotStore hot = HotDirectory.open(directory)) {
            MergedGraph graph = HotDirectory.graph(hot, new EmptyCold(), 1);
            for (var entry : acknowledged.entrySet()) {
                long id2 = entry.getKey();
                Link link =
                        graph.link(id2 % WriterMain.LISTS, WriterMain.TYPE, id2)
                                .value()
                                .orElseThrow();
                assertTrue(link.version() >= entry.getValue(), link::toString);
                String data = new String(link.data(), StandardCharsets.US_ASCII);
                assertEquals(Long.toString(link.version()), data);
            }
            for (long id1 = 0; id1 < WriterMain.LISTS; id1++) {
                List<Link> links =
                        graph.linkList(LinkQuery.newest(id1, WriterMain.TYPE, Integer.MAX_VALUE))
                                .value()
                                .links();
                assertEquals(links.size(), graph.count(id1, WriterMain.TYPE).value());
                for (Link link : links) {
                    assertEquals(link, graph.link(id1, 1, link.id2()).value().orElseThrow());
                }
            }
        }
    }
}
