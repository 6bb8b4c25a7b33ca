package sluice.cluster.load.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.testkit.DocumentedBytes;

/** Orders and reports of tasks are the same after a journey as bytes, or are refused. */
class TaskMessagesTest {
    private static final TaskResult RESULT =
            new TaskResult(
                    new Task(Task.Kind.BUILD, 2),
                    1,
                    "host-a",
                    List.of(new FileEntry("segment-000001-000007", 4096, 0x11223344)),
                    List.of(7),
                    0,
                    0,
                    120,
                    0);

    @Test
    void resultIsTheOneThatTheFormatPageShows() throws IOException {
        DocumentedBytes example = DocumentedBytes.ofFormatPage("result of a task");
        example.assertWritten(TaskMessages.bytes(RESULT));
        assertEquals(RESULT, TaskMessages.outcome(example.bytes()));
    }

    @Test
    void orderIsReadAsItWasWritten() throws IOException {
        TaskOrder order =
                new TaskOrder(
                        "/shared/gräph", "tasks-000001", -5, new Task(Task.Kind.STAGE, 99), 3);
        assertEquals(order, TaskOrder.of(order.bytes()));
        assertThrows(CorruptFileException.class, () -> TaskMessages.outcome(order.bytes()));
    }

    @Test
    void failureKeepsAllButTheObjectThatWasThrown() throws IOException {
        TaskFailure failure = failure(TaskFailure.Kind.PASSING, ErrorCode.STORE);
        TaskFailure read = (TaskFailure) TaskMessages.outcome(TaskMessages.bytes(failure));
        assertEquals(
                new TaskFailure(
                        failure.task(),
                        2,
                        "host-b",
                        failure.kind(),
                        failure.code(),
                        "broken",
                        null),
                read);
    }

    @Test
    void stackOfAFaultTravelsAsText() throws IOException {
        TaskFailure failure = failure(TaskFailure.Kind.FINAL, ErrorCode.INTERNAL);
        TaskFailure read = (TaskFailure) TaskMessages.outcome(TaskMessages.bytes(failure));
        String text = String.valueOf(Objects.requireNonNull(read.cause()).getMessage());
        assertTrue(text.contains("scan task 0 failed in host-b"), text);
        assertTrue(text.contains("at sluice.cluster.load.task.TaskMessagesTest.failure"), text);
    }

    /** One bit, a lost end, another version: no message is taken for another one. */
    @Test
    void damagedBytesAreRefused() {
        byte[] whole = TaskMessages.bytes(RESULT);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(CorruptFileException.class, () -> TaskMessages.outcome(damaged));
        }
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThrows(CorruptFileException.class, () -> TaskMessages.outcome(cut));
        }
    }

    private static TaskFailure failure(TaskFailure.Kind kind, ErrorCode code) {
        return new TaskFailure(
                new Task(Task.Kind.SCAN, 0),
                2,
                "host-b",
                kind,
                code,
                "broken",
                new IOException("broken"));
    }
}
