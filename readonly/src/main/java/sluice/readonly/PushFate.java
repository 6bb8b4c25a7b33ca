package sluice.readonly;

import org.jspecify.annotations.Nullable;

/**
 * How a push stands for the command that began it. The record of a push that has ended may be gone
 * before the command looks: then the decision tells how it ended.
 *
 * @param state the push has; {@code DONE} only if its version was served
 * @param reason why it was given up, or which nodes are late; empty without one
 */
public record PushFate(Push.State state, String reason) {
    /**
     * The fate that {@code view} shows.
     *
     * @param push as it was begun
     * @param wasCommitted whether an earlier look has shown that it is served
     */
    public static PushFate of(RingView view, Push push, boolean wasCommitted) {
        int version = push.version();
        @Nullable Held<Push> held = view.pushes().get(version);
        if (held != null && held.value().attempt() == push.attempt()) {
            return new PushFate(held.value().state(), held.value().reason());
        }
        @Nullable String refusal = view.decision().value().aborted().get(version);
        if (refusal != null) {
            return new PushFate(Push.State.ABORTED, refusal);
        }
        if (wasCommitted || view.decision().value().kept().contains(version)) {
            return new PushFate(Push.State.DONE, "");
        }
        return new PushFate(
                Push.State.ABORTED,
                held == null
                        ? "its record is gone, and nodes do not keep the version"
                        : "another command pushes the version again");
    }
}
