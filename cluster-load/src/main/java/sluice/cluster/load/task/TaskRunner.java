package sluice.cluster.load.task;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import sluice.cluster.load.place.AttemptStorage;
import sluice.cluster.load.place.NotDeterministicException;
import sluice.cluster.load.place.StorePlace;
import sluice.dictionary.NameFile;
import sluice.load.job.MemoryPlan;
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

    /** The bytes of heap that one task may take for rows. */
    public long rowBytes() {
        MemoryPlan memory = context.plan().memory();
        return memory.poolBytes() + memory.indexBytes();
    }

    /** The bytes of the store's names, which tasks have on a local disk if the store has not. */
    public long nameBytes() {
        return context.plan().begun().nameFiles().stream().mapToLong(NameFile::lengthBytes).sum();
    }

    /** Makes an attempt of {@code task}; says how it ended, and throws nothing but errors. */
    public TaskOutcome tryRun(Task task, int attempt) {
        return tryRun(task, attempt, () -> false);
    }

    /**
     * As {@link #tryRun(Task, int)}, for an attempt that can become useless: once {@code
     * isUnwanted} says so it ends soon, and fails. It may be asked at any time, by any thread.
     */
    public TaskOutcome tryRun(Task task, int attempt, BooleanSupplier isUnwanted) {
        String name = "%s-%d".formatted(context.process(), attempts.incrementAndGet());
        try (AttemptStorage storage = new AttemptStorage(place, name)) {
            return switch (task.kind()) {
                case SCAN -> ScanTask.run(context, place, task, attempt, isUnwanted);
                case NAMES -> NameTask.run(context, storage, task, attempt, isUnwanted);
                case MERGE -> MergeTask.run(context, storage, task, attempt);
                case STAGE -> new StageTask(context, storage, isUnwanted).run(task, attempt);
                case BUILD -> new BuildTask(context, storage, isUnwanted).run(task, attempt);
            };
        } catch (IOException | RuntimeException e) {
            return failureOf(task, attempt, context.process(), e);
        }
    }

    /** The end of an attempt in {@code process} that {@code thrown} ended. */
    public static TaskFailure failureOf(Task task, int attempt, String process, Exception thrown) {
        Exception cause =
                thrown instanceof UncheckedIOException unchecked
                        ? Objects.requireNonNull(unchecked.getCause())
                        : thrown;
        TaskFailure.Kind kind = TaskFailure.Kind.FINAL;
        ErrorCode code = ErrorCode.INTERNAL;
        switch (cause) {
            case SluiceException known -> code = known.code();
            case NotDeterministicException _ -> kind = TaskFailure.Kind.NOT_DETERMINISTIC;
            case IOException io when StorageErrors.isDiskFull(io) -> code = ErrorCode.RESOURCE;
            case IOException _ -> {
                kind = TaskFailure.Kind.PASSING;
                code = ErrorCode.STORE;
            }
            default -> {}
        }
        return new TaskFailure(
                task, attempt, process, kind, code, String.valueOf(cause.getMessage()), cause);
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
