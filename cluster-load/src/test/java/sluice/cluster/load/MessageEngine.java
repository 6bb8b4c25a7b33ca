package sluice.cluster.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.TaskMessages;
import sluice.cluster.load.task.TaskOrder;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskRunner;

/**
 * Does tasks as another process would: nothing but bytes goes in and comes out. Each attempt opens
 * the plan of its own, and all tasks of a phase come at once.
 */
final class MessageEngine implements Engine {
    @Override
    public int slots() {
        return 2;
    }

    @Override
    public boolean hasOtherProcesses() {
        return true;
    }

    @Override
    public boolean repeatsAttempts() {
        return true;
    }

    @Override
    public Session begin(
            StorePlace place, String planName, int planChecksum, Consumer<TaskOutcome> outcomes) {
        return new Session() {
            @Override
            public void submit(List<Attempt> attempts) {
                for (Attempt each : attempts.reversed()) {
                    byte[] order =
                            new TaskOrder(
                                            "here",
                                            planName,
                                            planChecksum,
                                            each.task(),
                                            each.number())
                                    .bytes();
                    try {
                        outcomes.accept(TaskMessages.outcome(report(place, order)));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }

            @Override
            public void close() {}
        };
    }

    private static byte[] report(StorePlace place, byte[] bytes) throws IOException {
        TaskOrder order = TaskOrder.of(bytes);
        try (TaskRunner runner =
                TaskRunner.open(place, order.planName(), order.planChecksum(), "process-2")) {
            return TaskMessages.bytes(runner.tryRun(order.task(), order.attempt()));
        }
    }
}
