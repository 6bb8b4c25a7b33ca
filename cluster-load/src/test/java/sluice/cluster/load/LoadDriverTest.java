package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskResult;
import sluice.model.ErrorCode;
import sluice.storage.FileEntry;

/**
 * The driver's decisions in simulated clusters: attempts fail, are lost, slow, reported late and
 * twice. {@code -Dseeds=} sets how many, {@code -Dseed=} the first of them.
 */
class LoadDriverTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Integer.getInteger("seeds", 3000);

    private static final DriverRules EAGER = new DriverRules(4, 4, 5000, 0.5, 2, 1);

    @Test
    void everyScheduleEndsWithEachTaskCommittedOnceAndInItsPhase() {
        long copies = 0;
        long failures = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            SimulatedEngine engine = new SimulatedEngine(new SplittableRandom(seed));
            try {
                engine.run();
                engine.checkComplete();
            } catch (IOException | RuntimeException | Error failure) {
                throw new AssertionError("-Dseeds=1 -Dseed=" + seed, failure);
            }
            copies += engine.copies;
            failures += engine.failures;
        }
        assertTrue(copies > SEEDS / 100, copies + " tasks were copied");
        assertTrue(failures > SEEDS, failures + " attempts failed");
    }

    @Test
    void taskThatFailsFourTimesStopsTheLoad() {
        LoadDriver driver = driver(2, 0, 3, 1);
        step(driver, new DriverEvent.Begun());
        for (int attempt = 1; attempt < 4; attempt++) {
            assertEquals(
                    List.of(submit(Task.Kind.STAGE, 0, attempt + 1)),
                    failed(driver, 0, attempt, TaskFailure.Kind.PASSING));
        }
        assertTrue(
                failed(driver, 0, 4, TaskFailure.Kind.PASSING).getLast()
                        instanceof DriverAction.Fail);
        assertTrue(driver.isOver());
    }

    @Test
    void firstRowInSourceOrderThatStopsTheLoadIsReported() {
        LoadDriver driver = driver(3, 0, 9, 1);
        step(driver, new DriverEvent.Begun());
        assertEquals(List.of(), failed(driver, 2, 1, TaskFailure.Kind.FINAL), "tasks 0, 1 run");
        assertEquals(List.of(), failed(driver, 1, 1, TaskFailure.Kind.FINAL), "task 0 runs");
        List<DriverAction> last = step(driver, ended(Task.Kind.STAGE, 0, 1));
        assertEquals(DriverAction.Commit.class, last.getFirst().getClass());
        DriverAction.Fail fail = (DriverAction.Fail) last.getLast();
        assertEquals(1, fail.failure().task().index());
    }

    @Test
    void slowTaskIsCopiedOnceHalfOfTheOthersAreDone() {
        LoadDriver driver = new LoadDriver(EAGER, counts(0, 3, 1), Task.Kind.SCAN);
        driver.step(new DriverEvent.Begun(), 0);
        driver.step(ended(Task.Kind.STAGE, 0, 1), 10);
        assertEquals(List.of(), driver.step(new DriverEvent.Tick(), 1000), "one of three is done");
        driver.step(ended(Task.Kind.STAGE, 1, 1), 1010);
        assertEquals(
                List.of(submit(Task.Kind.STAGE, 2, 2)), driver.step(new DriverEvent.Tick(), 2020));
        assertEquals(List.of(), driver.step(new DriverEvent.Tick(), 4000), "it has a copy");
    }

    @Test
    void attemptsThatLeaveOtherFilesStopTheLoadAndBothAreNamed() {
        LoadDriver driver = new LoadDriver(EAGER, counts(0, 3, 1), Task.Kind.SCAN);
        driver.step(new DriverEvent.Begun(), 0);
        driver.step(ended(Task.Kind.STAGE, 0, 1), 10);
        driver.step(ended(Task.Kind.STAGE, 1, 1), 10);
        driver.step(new DriverEvent.Tick(), 1000);
        Task task = new Task(Task.Kind.STAGE, 2);
        List<DriverAction> actions =
                driver.step(
                        new DriverEvent.Ended(failure(task, 2, TaskFailure.Kind.NOT_DETERMINISTIC)),
                        1100);
        DriverAction.Fail fail = (DriverAction.Fail) actions.getLast();
        assertEquals(task, fail.failure().task());
        assertTrue(driver.isOver());
    }

    @Test
    void emptyPhasesEndAtOnce() {
        LoadDriver driver = driver(1, 0, 0, 1);
        List<DriverAction> actions = step(driver, new DriverEvent.Begun());
        assertEquals(
                List.of(
                        new DriverAction.EndPhase(Task.Kind.SCAN),
                        new DriverAction.EndPhase(Task.Kind.NAMES),
                        new DriverAction.EndPhase(Task.Kind.MERGE),
                        new DriverAction.EndPhase(Task.Kind.STAGE),
                        submit(Task.Kind.BUILD, 0, 1)),
                actions);
    }

    @Test
    void committedIsWhatEndedWithinTheTimeBetweenManifests() {
        LoadDriver driver = driver(1, 0, 4, 1);
        driver.step(new DriverEvent.Begun(), 0);
        assertEquals(
                List.of(submit(Task.Kind.STAGE, 1, 1)),
                driver.step(ended(Task.Kind.STAGE, 0, 1), 1000));
        assertEquals(
                List.of(submit(Task.Kind.STAGE, 2, 1)),
                driver.step(ended(Task.Kind.STAGE, 1, 1), 4999));
        List<DriverAction> actions = driver.step(new DriverEvent.Tick(), 5000);
        assertEquals(2, ((DriverAction.Commit) actions.getFirst()).results().size());
    }

    private static LoadDriver driver(int slots, int scans, int stages, int builds) {
        return new LoadDriver(
                DriverRules.usual(slots), counts(scans, stages, builds), Task.Kind.SCAN);
    }

    static Map<Task.Kind, Integer> counts(int scans, int stages, int builds) {
        Map<Task.Kind, Integer> counts = new EnumMap<>(Task.Kind.class);
        counts.put(Task.Kind.SCAN, scans);
        counts.put(Task.Kind.NAMES, 0);
        counts.put(Task.Kind.MERGE, 0);
        counts.put(Task.Kind.STAGE, stages);
        counts.put(Task.Kind.BUILD, builds);
        return counts;
    }

    private static List<DriverAction> step(LoadDriver driver, DriverEvent event) {
        return new ArrayList<>(driver.step(event, 0));
    }

    private static DriverAction submit(Task.Kind kind, int index, int attempt) {
        return new DriverAction.Submit(new Task(kind, index), attempt);
    }

    private static List<DriverAction> failed(
            LoadDriver driver, int index, int attempt, TaskFailure.Kind kind) {
        return step(
                driver,
                new DriverEvent.Ended(failure(new Task(Task.Kind.STAGE, index), attempt, kind)));
    }

    static TaskFailure failure(Task task, int attempt, TaskFailure.Kind kind) {
        return new TaskFailure(task, attempt, "p", kind, ErrorCode.STORE, "broken", null);
    }

    private static DriverEvent ended(Task.Kind kind, int index, int attempt) {
        return new DriverEvent.Ended(result(new Task(kind, index), attempt));
    }

    /** The result that each attempt of {@code task} has. */
    static TaskResult result(Task task, int attempt) {
        String name = "run-000001-%06d-000000-000".formatted(task.index());
        FileEntry file = new FileEntry(name, 100, task.index());
        return new TaskResult(task, attempt, "p", List.of(file), List.of(), 1, 0, 1, 1);
    }
}
