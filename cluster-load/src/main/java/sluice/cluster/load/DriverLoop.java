package sluice.cluster.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskResult;
import sluice.ingest.Source;

/** Has an engine do the tasks of a plan, as a {@link LoadDriver} decides. Belongs to one thread. */
final class DriverLoop {
    /** How often a stop is looked for, and the driver learns the time. */
    private static final long TICK_MILLIS = 200;

    private final StorePlace place;
    private final Engine engine;
    private final ClusterSettings settings;
    private final PlanFile plan;
    private final TaskHosts hosts;
    private final BlockingQueue<TaskOutcome> outcomes = new LinkedBlockingQueue<>();

    /** Receives the results of tasks. */
    interface Steps {
        /** Takes results, each once, in any order; all are of one kind. */
        void commit(List<TaskResult> results) throws IOException;

        /** All tasks of a kind have ended, and their results were committed. */
        void endPhase(Task.Kind kind) throws IOException;
    }

    /** {@code source} is that of the plan. */
    DriverLoop(
            StorePlace place,
            Engine engine,
            ClusterSettings settings,
            PlanFile plan,
            Source source) {
        this.hosts = new TaskHosts(source, plan.plan());
        this.place = place;
        this.engine = engine;
        this.settings = settings;
        this.plan = plan;
    }

    /** Has {@code counts} tasks of each kind done, from the phase of {@code first} on. */
    void run(Map<Task.Kind, Integer> counts, Task.Kind first, Steps steps) throws IOException {
        LoadDriver driver = new LoadDriver(rules(engine), counts, first);
        try (Engine.Session session =
                engine.begin(place, plan.name(), plan.checksum(), outcomes::add)) {
            carryOut(driver.step(new DriverEvent.Begun(), millis()), session, steps);
            while (!driver.isOver()) {
                settings.events().throwIfStopped();
                @Nullable TaskOutcome outcome = poll();
                DriverEvent event =
                        outcome == null ? new DriverEvent.Tick() : new DriverEvent.Ended(outcome);
                carryOut(driver.step(event, millis()), session, steps);
            }
        }
    }

    private static DriverRules rules(Engine engine) {
        if (engine.repeatsAttempts()) {
            return DriverRules.ofRepeatingEngine();
        }
        DriverRules usual = DriverRules.usual(engine.slots());
        return engine.hasOtherProcesses() ? usual : usual.withoutCopies();
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(settings.progress().nanoClock().getAsLong());
    }

    private @Nullable TaskOutcome poll() {
        try {
            return outcomes.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("a driver must be stopped by its events", e);
        }
    }

    private void carryOut(List<DriverAction> actions, Engine.Session session, Steps steps)
            throws IOException {
        List<Attempt> attempts = new ArrayList<>();
        for (DriverAction action : actions) {
            switch (action) {
                case DriverAction.Submit submit -> attempts.add(attempt(submit));
                case DriverAction.Commit results -> steps.commit(results.results());
                case DriverAction.EndPhase ended -> steps.endPhase(ended.kind());
                case DriverAction.Fail fail -> throw FailedTasks.exception(place, fail);
            }
        }
        if (!attempts.isEmpty()) {
            session.submit(attempts);
        }
    }

    private Attempt attempt(DriverAction.Submit submit) throws IOException {
        List<String> near = engine.hasOtherProcesses() ? hosts.of(submit.task()) : List.of();
        return new Attempt(submit.task(), submit.attempt(), near);
    }
}
