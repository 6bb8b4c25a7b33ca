package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.storage.DirectoryStorage;
import sluice.testkit.Experiment;

/**
 * E2: the process of a load is killed, one to five times, at random moments before, in and after
 * staging, and the same command is given again until the load is done. The store is then the very
 * one that an undisturbed load leaves, with no file more; every row was counted once; and no chunk
 * is read again whose run a manifest lists.
 *
 * <p>{@code -Dkills=} says how many kills, {@code -Drows=} of how many links a source is.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class KillTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int KILLS = Experiment.size("kills", 3, 200);
    private static final int ROWS = Experiment.size("rows", 110_000, 1_000_000);
    private static final int KILLS_OF_A_LOAD_MAX = 5;
    private static final int CHUNK_BYTES = ROWS * 70 / 64;

    /** What a process has told before it is killed. */
    private enum Moment {
        /** Nothing: it starts, looks for what is there, and reads names. */
        BEFORE,
        STAGING,
        BUILDING,
        COMPLETE;

        static Moment of(LoadProcess process) throws IOException {
            List<LoadProcess.Line> lines = process.lines();
            return lines.isEmpty() ? BEFORE : valueOf(lines.getLast().phase());
        }
    }

    /** A load undisturbed: how long it takes from start to end, and what it leaves. */
    private record Undisturbed(LoadProcess.Command command, long millis, StoreImage image) {}

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<Moment, Long> kills = new EnumMap<>(Moment.class);
    private long loads;

    @Test
    void killedLoadGoesOnAndLeavesTheSameStore() throws IOException, InterruptedException {
        try (Experiment experiment = new Experiment("E2 kill -9", SEED)) {
            experiment.fact("links", ROWS);
            List<Undisturbed> sources =
                    List.of(
                            undisturbed(BigFile.Shape.UNIFORM),
                            undisturbed(BigFile.Shape.NAMES),
                            undisturbed(BigFile.Shape.PEOPLE));
            while (killed() < KILLS) {
                Undisturbed source = sources.get((int) (loads % sources.size()));
                int most = (int) Math.min(KILLS - killed(), KILLS_OF_A_LOAD_MAX);
                killAndResume(source, random.nextInt(1, most + 1));
            }
            experiment.ran(killed());
            experiment.fact("loads", loads);
            kills.forEach((moment, count) -> experiment.fact("kills " + moment, count));
            // Few kills may all meet one moment; many must meet each.
            for (Moment moment : List.of(Moment.BEFORE, Moment.STAGING, Moment.BUILDING)) {
                assertTrue(kills.getOrDefault(moment, 0L) >= KILLS / 10, kills::toString);
            }
            experiment.passed();
        }
    }

    private Undisturbed undisturbed(BigFile.Shape shape) throws IOException, InterruptedException {
        Path source = BigFile.write(directory, shape, ROWS);
        LoadProcess.Command command =
                new LoadProcess.Command(
                        directory.resolve("store"), 2, CHUNK_BYTES, source, 320L << 20);
        long start = System.nanoTime();
        LoadProcess process = LoadProcess.start(command);
        process.awaitEnd();
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertEquals(ROWS, process.rowsRead());
        StoreImage image = StoreImage.of(DirectoryStorage.open(command.store()));
        delete(command.store());
        return new Undisturbed(command, millis, image);
    }

    private long killed() {
        return kills.values().stream().mapToLong(Long::longValue).sum();
    }

    private void killAndResume(Undisturbed source, int times)
            throws IOException, InterruptedException {
        long chunksListed = 0;
        int killsBefore = (int) killed();
        LoadProcess process = LoadProcess.start(source.command());
        while (killed() < killsBefore + times && !endsBeforeKill(process, source.millis())) {
            kills.merge(Moment.of(process), 1L, Long::sum);
            chunksListed = checkNotReadAgain(process, chunksListed);
            process = LoadProcess.start(source.command());
        }
        process.awaitEnd();
        checkNotReadAgain(process, chunksListed);
        if (!process.foundAllDone()) {
            assertEquals(ROWS, process.rowsRead(), "rows read");
        }
        assertEquals(
                source.image(), StoreImage.of(DirectoryStorage.open(source.command().store())));
        delete(source.command().store());
        loads++;
    }

    /**
     * Kills the process at a moment that is as likely in each part of a load, however short that
     * is; true where the load was faster.
     */
    private boolean endsBeforeKill(LoadProcess process, long millis)
            throws IOException, InterruptedException {
        switch ((int) (killed() % 3)) {
            case 0 -> {
                return process.endsWithin(random.nextLong(millis / 3));
            }
            // A load that was killed in its build begins with that.
            case 1 -> process.awaitPhase(Set.of(Moment.STAGING.name(), Moment.BUILDING.name()));
            default -> process.awaitPhase(Set.of(Moment.BUILDING.name()));
        }
        return process.endsWithin(random.nextLong(millis / 6));
    }

    /**
     * A chunk that a manifest listed before the kill is found staged by the next try. Returns how
     * many are listed now; each has one run, since no chunk here overflows its pool.
     */
    private static long checkNotReadAgain(LoadProcess process, long chunksListed)
            throws IOException {
        long listed = chunksListed;
        for (LoadProcess.Line line : process.lines()) {
            listed = Math.max(listed, line.runs());
            // Before it stages, a resumed load has not yet counted what it found.
            if (line.chunksStaged() > 0) {
                assertTrue(line.chunksResumed() >= chunksListed, line::toString);
            }
        }
        return listed;
    }

    private static void delete(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(store);
    }
}
