package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskResult;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** The words in which a load ends that a task has stopped. */
class FailedTasksTest {
    private static final Task TASK = new Task(Task.Kind.STAGE, 7);

    private final StorePlace place = StorePlace.directory(MemoryStorage.create(), "p");

    @Test
    void bothAttemptsThatWroteOtherBytesAreNamed() throws IOException {
        TaskResult other = LoadDriverTest.result(TASK, 1);
        SluiceException failure =
                FailedTasks.exception(
                        place,
                        new DriverAction.Fail(
                                failure(TaskFailure.Kind.NOT_DETERMINISTIC, null),
                                Optional.of(other)));
        assertEquals(ErrorCode.INTERNAL, failure.code());
        assertEquals(
                "two attempts of stage task 7 left different bytes: attempt 2 in host-2 (broken),"
                        + " and attempt 1 in p; nothing wrong was committed; check the memory of"
                        + " both machines, then report this fault",
                failure.getMessage());
    }

    @Test
    void failureThatDidNotPassSaysHowOftenItWasTried() throws IOException {
        SluiceException failure =
                FailedTasks.exception(
                        place,
                        new DriverAction.Fail(
                                failure(TaskFailure.Kind.PASSING, null), Optional.empty()));
        assertEquals(
                "stage task 7 failed 2 times, the last time in host-2: broken; repeat the command"
                        + " to go on",
                failure.getMessage());
    }

    @Test
    void faultOfTheProgramIsThrownAsItIs() {
        IllegalStateException fault = new IllegalStateException("impossible");
        assertEquals(
                fault,
                assertThrows(
                        IllegalStateException.class,
                        () ->
                                FailedTasks.exception(
                                        place,
                                        new DriverAction.Fail(
                                                failure(TaskFailure.Kind.FINAL, fault),
                                                Optional.empty()))));
    }

    private static TaskFailure failure(TaskFailure.Kind kind, @Nullable Exception cause) {
        return new TaskFailure(TASK, 2, "host-2", kind, ErrorCode.STORE, "broken", cause);
    }
}
