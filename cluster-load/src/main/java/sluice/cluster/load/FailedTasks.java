package sluice.cluster.load;

import java.io.IOException;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.TaskFailure;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Says how a load failed by a task. */
final class FailedTasks {
    private FailedTasks() {}

    /** The exception that a load ends with. Throws what a fault of the program was. */
    static SluiceException exception(StorePlace place, DriverAction.Fail fail) throws IOException {
        TaskFailure failure = fail.failure();
        return switch (failure.kind()) {
            case FINAL -> ofFinal(place, failure);
            case PASSING ->
                    new SluiceException(
                            failure.code(),
                            "%s failed%s in %s: %s; repeat the command to go on"
                                    .formatted(
                                            failure.task(),
                                            failure.attempt() == 1
                                                    ? ""
                                                    : " %d times, the last time"
                                                            .formatted(failure.attempt()),
                                            failure.process(),
                                            failure.message()),
                            failure.cause());
            case NOT_DETERMINISTIC ->
                    new SluiceException(
                            ErrorCode.INTERNAL,
                            "two attempts of %s left different bytes: attempt %d in %s (%s), and %s; nothing wrong was committed; check the memory of both machines, then report this fault"
                                    .formatted(
                                            failure.task(),
                                            failure.attempt(),
                                            failure.process(),
                                            failure.message(),
                                            other(fail)),
                            failure.cause());
        };
    }

    private static String other(DriverAction.Fail fail) {
        return fail.other()
                .map(other -> "attempt %d in %s".formatted(other.attempt(), other.process()))
                .orElse("one whose process has not reported it");
    }

    private static SluiceException ofFinal(StorePlace place, TaskFailure failure) {
        return switch (failure.cause()) {
            case SluiceException known -> known;
            case RuntimeException fault -> throw fault;
            case Error fault -> throw fault;
            case null, default ->
                    new SluiceException(
                            failure.code(),
                            failure.code() == ErrorCode.RESOURCE
                                    ? "%s is full: %s; make room, then repeat the command to go on"
                                            .formatted(place.files().location(), failure.message())
                                    : failure.message(),
                            failure.cause());
        };
    }
}
