package sluice.cluster.load.task;

import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;

/**
 * An attempt that failed.
 *
 * @param cause what was thrown, where the attempt was made by this process
 */
public record TaskFailure(
        Task task,
        int attempt,
        String process,
        Kind kind,
        ErrorCode code,
        String message,
        @Nullable Throwable cause)
        implements TaskOutcome {

    /** The consequence of a failure. */
    public enum Kind {
        /** The input, an option or the store is wrong: no other attempt would succeed. */
        FINAL,
        /** A disk, a network, a process that was lost: another attempt may succeed. */
        PASSING,
        /** Two attempts wrote different bytes: the load must stop. */
        NOT_DETERMINISTIC
    }
}
