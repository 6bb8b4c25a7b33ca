package sluice.cluster.load;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskRunner;
import sluice.model.ErrorCode;

/**
 * Runs tasks on threads of this process, which are never interrupted: an interrupt would close
 * their files.
 */
public final class ThreadEngine implements Engine {
    private final int threads;
    private final String process;

    /** An engine of {@code threads}; {@code process} names this process, and no other. */
    public ThreadEngine(int threads, String process) {
        this.threads = threads;
        this.process = process;
    }

    @Override
    public int slots() {
        return threads;
    }

    @Override
    public boolean hasOtherProcesses() {
        return false;
    }

    @Override
    public boolean repeatsAttempts() {
        return false;
    }

    @Override
    public Session begin(
            StorePlace place, String planName, int planChecksum, Consumer<TaskOutcome> outcomes)
            throws IOException {
        TaskRunner runner = TaskRunner.open(place, planName, planChecksum, process);
        return new Threads(runner, outcomes);
    }

    private final class Threads implements Session {
        private final TaskRunner runner;
        private final Consumer<TaskOutcome> outcomes;
        private final AtomicInteger numbers = new AtomicInteger();
        private final ExecutorService executor =
                Executors.newFixedThreadPool(threads, this::thread);

        Threads(TaskRunner runner, Consumer<TaskOutcome> outcomes) {
            this.runner = runner;
            this.outcomes = outcomes;
        }

        @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how long answers take
        private Thread thread(Runnable work) {
            Thread thread = new Thread(work, "task-" + numbers.getAndIncrement());
            thread.setDaemon(true);
            thread.setPriority(Thread.MIN_PRIORITY);
            return thread;
        }

        @Override
        public void submit(List<Attempt> attempts) {
            for (Attempt attempt : attempts) {
                executor.execute(() -> outcomes.accept(run(attempt.task(), attempt.number())));
            }
        }

        private TaskOutcome run(Task task, int attempt) {
            try {
                return runner.tryRun(task, attempt);
            } catch (Error e) {
                return new TaskFailure(
                        task,
                        attempt,
                        process,
                        TaskFailure.Kind.FINAL,
                        ErrorCode.INTERNAL,
                        String.valueOf(e.getMessage()),
                        e);
            }
        }

        @Override
        public void close() throws IOException {
            runner.stop();
            executor.shutdown();
            boolean interrupted = false;
            while (true) {
                try {
                    if (executor.awaitTermination(1, TimeUnit.DAYS)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            runner.close();
        }
    }
}
