package sluice.cluster.load.task;

import java.io.IOException;
import sluice.cluster.load.plan.TaskContent;
import sluice.load.files.CheckedBytes;
import sluice.storage.CorruptFileException;

/**
 * An attempt of a task as another process needs it: which place, plan and task.
 *
 * @param store the address of the place, the same for all processes
 * @param planName the file of the plan
 * @param planChecksum of that file
 * @param attempt counts the attempts of the task from 1
 */
public record TaskOrder(String store, String planName, int planChecksum, Task task, int attempt) {
    private static final String TITLE = "order of a task";

    /** Framed bytes, which {@link #of} understands. Layout: docs/format.md, "Messages of tasks". */
    public byte[] bytes() {
        return TaskContent.bytes(
                out -> {
                    TaskMessages.begin(out, 'O');
                    TaskContent.writeText(out, store);
                    TaskContent.writeText(out, planName);
                    out.writeInt(planChecksum);
                    TaskMessages.write(out, task, attempt);
                });
    }

    /** The order in {@code bytes}; throws if they are damaged or of another version. */
    public static TaskOrder of(byte[] bytes) throws CorruptFileException {
        return TaskContent.decode(
                TITLE,
                CheckedBytes.checked(TITLE, bytes),
                in -> {
                    if (TaskMessages.kind(in) != 'O') {
                        throw new IOException("it is another message");
                    }
                    return new TaskOrder(
                            TaskContent.readText(in),
                            TaskContent.readText(in),
                            in.readInt(),
                            TaskMessages.readTask(in),
                            in.readInt());
                });
    }
}
