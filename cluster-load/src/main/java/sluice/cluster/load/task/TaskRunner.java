package sluice.cluster.load.task;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import sluice.cluster.load.place.AttemptStorage;
import sluice.cluster.load.place.NotDeterministicException;
import sluice.cluster.load.place.StorePlace;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.StorageErrors;

/**
 * Does the tasks of a plan in this process. Any number of processes may do the same task, at the
 * same time or one after the other: all leave the same bytes under the same names.
 *
 * <p>Safe for any number of threads. The caller must close it once no attempt runs.
 */
public final class TaskRunner implements Closeable {
    private final StorePlace place;
    private final TaskContext context;
    private final AtomicLong attempts = new AtomicLong();

    private TaskRunner(StorePlace place, TaskContext context) {
        this.place = place;
        this.context = context;
    }

    /**
     * Opens the plan in the file {@code planName}, and its source.
     *
     * @param planChecksum of that file
     * @param process names this process in messages and temporary files, and no other
     */
    public static TaskRunner open(
            StorePlace place, String planName, int planChecksum, String process)
            throws IOException {
        return new TaskRunner(place, TaskContext.open(place, planName, planChecksum, process));
    }

    /** Makes an attempt of {@code task}; says how it ended, and throws nothing but errors. */
    public TaskOutcome tryRun(Task task, int attempt) {
        String name = "%s-%d".formatted(context.process(), attempts.incrementAndGet());
        try (AttemptStorage storage = new AttemptStorage(place, name)) {
            return switch (task.kind()) {
                case SCAN -> ScanTask.run(context, place, task, attempt);
                case STAGE -> new StageTask(context, storage).run(task, attempt);
                case BUILD -> new BuildTask(context, storage).run(task, attempt);
            };
        } catch (SluiceException e) {
            return failure(task, attempt, TaskFailure.Kind.FINAL, e.code(), e);
        } catch (UncheckedIOException e) {
            return failure(task, attempt, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            return failure(task, attempt, e);
        } catch (RuntimeException e) {
            return failure(task, attempt, TaskFailure.Kind.FINAL, ErrorCode.INTERNAL, e);
        }
    }

    private TaskFailure failure(Task task, int attempt, IOException e) {
        if (e instanceof NotDeterministicException) {
            return failure(
                    task, attempt, TaskFailure.Kind.NOT_DETERMINISTIC, ErrorCode.INTERNAL, e);
        }
        return StorageErrors.isDiskFull(e)
                ? failure(task, attempt, TaskFailure.Kind.FINAL, ErrorCode.RESOURCE, e)
                : failure(task, attempt, TaskFailure.Kind.PASSING, ErrorCode.STORE, e);
    }

    private TaskFailure failure(
            Task task, int attempt, TaskFailure.Kind kind, ErrorCode code, Exception cause) {
        return new TaskFailure(
                task,
                attempt,
                context.process(),
                kind,
                code,
                String.valueOf(cause.getMessage()),
                cause);
    }

    /** Makes the attempts that run end soon: between two chunks, or two buckets. */
    public void stop() {
        context.stop();
    }

    @Override
    public void close() throws IOException {
        context.close();
    }
}
