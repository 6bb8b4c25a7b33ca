package sluice.cluster.load.task;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.plan.TaskContent;
import sluice.load.files.CheckedBytes;
import sluice.model.ErrorCode;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;

/**
 * The ends of attempts as bytes, so that a process can report them to another one. Layout:
 * docs/format.md, "Messages of tasks". Exceptions do not travel as objects: a fault of the program
 * travels as the text of its stack.
 */
public final class TaskMessages {
    private static final String TITLE = "report of a task";
    private static final int VERSION = 1;

    private TaskMessages() {}

    /** Framed bytes, which {@link #outcome} understands; about 100 bytes, and 40 for each file. */
    public static byte[] bytes(TaskOutcome outcome) {
        return TaskContent.bytes(
                out -> {
                    begin(out, outcome instanceof TaskResult ? 'R' : 'F');
                    write(out, outcome.task(), outcome.attempt());
                    TaskContent.writeText(out, outcome.process());
                    switch (outcome) {
                        case TaskResult result -> write(out, result);
                        case TaskFailure failure -> write(out, failure);
                    }
                });
    }

    /** The outcome in {@code bytes}; throws if they are damaged or of another version. */
    public static TaskOutcome outcome(byte[] bytes) throws CorruptFileException {
        return TaskContent.decode(
                TITLE,
                CheckedBytes.checked(TITLE, bytes),
                in -> {
                    boolean isResult = kind(in) == 'R';
                    Task task = readTask(in);
                    int attempt = in.readInt();
                    String process = TaskContent.readText(in);
                    return isResult
                            ? readResult(in, task, attempt, process)
                            : readFailure(in, task, attempt, process);
                });
    }

    static void begin(DataOutputStream out, int kind) throws IOException {
        out.writeByte(kind);
        out.writeByte(VERSION);
    }

    /** The kind of a message, whose version must be that of this program. */
    static int kind(DataInputStream in) throws IOException {
        int kind = in.readByte();
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException(
                    "it has version %d, this program writes %d; give all processes of a load the same Sluice"
                            .formatted(version, VERSION));
        }
        return kind;
    }

    static void write(DataOutputStream out, Task task, int attempt) throws IOException {
        TaskContent.writeText(out, task.kind().name());
        out.writeInt(task.index());
        out.writeInt(attempt);
    }

    static Task readTask(DataInputStream in) throws IOException {
        return new Task(Task.Kind.valueOf(TaskContent.readText(in)), in.readInt());
    }

    private static void write(DataOutputStream out, TaskResult result) throws IOException {
        out.writeInt(result.files().size());
        for (FileEntry file : result.files()) {
            TaskContent.writeText(out, file.name());
            out.writeLong(file.lengthBytes());
            out.writeInt(file.checksum());
        }
        out.writeInt(result.buckets().size());
        for (int bucket : result.buckets()) {
            out.writeInt(bucket);
        }
        out.writeLong(result.rows());
        out.writeLong(result.rejected());
        out.writeLong(result.rowsWritten());
        out.writeLong(result.bytesRead());
    }

    private static TaskResult readResult(DataInputStream in, Task task, int attempt, String process)
            throws IOException {
        List<FileEntry> files = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            files.add(new FileEntry(TaskContent.readText(in), in.readLong(), in.readInt()));
        }
        List<Integer> buckets = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            buckets.add(in.readInt());
        }
        return new TaskResult(
                task,
                attempt,
                process,
                files,
                buckets,
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong());
    }

    private static void write(DataOutputStream out, TaskFailure failure) throws IOException {
        TaskContent.writeText(out, failure.kind().name());
        TaskContent.writeText(out, failure.code().name());
        TaskContent.writeText(out, failure.message());
        TaskContent.writeTexts(out, stack(failure));
    }

    private static List<String> stack(TaskFailure failure) {
        Throwable cause = failure.cause();
        if (cause == null || failure.code() != ErrorCode.INTERNAL) {
            return List.of();
        }
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return List.of(text.toString());
    }

    private static TaskFailure readFailure(
            DataInputStream in, Task task, int attempt, String process) throws IOException {
        TaskFailure.Kind kind = TaskFailure.Kind.valueOf(TaskContent.readText(in));
        ErrorCode code = ErrorCode.valueOf(TaskContent.readText(in));
        String message = TaskContent.readText(in);
        List<String> stack = TaskContent.readTexts(in);
        @Nullable Throwable cause =
                stack.isEmpty()
                        ? null
                        : new IllegalStateException(
                                "%s failed in %s: %s".formatted(task, process, stack.getFirst()));
        return new TaskFailure(task, attempt, process, kind, code, message, cause);
    }
}
