package sluice.protocol;

import org.jspecify.annotations.Nullable;

/** The fields that all answers have, while an answer is read: whether it is complete, its names. */
final class AnswerTail {
    static final int COMPLETE = 15;

    private boolean complete;
    private @Nullable AnswerNames names;

    /** Reads the field at which {@code from} stands, or passes over it. */
    void read(WireReader from) {
        switch (from.field()) {
            case COMPLETE -> complete = from.flag();
            case NameCodec.NAMES -> names = NameCodec.readAnswerNames(from);
            default -> from.skip();
        }
    }

    boolean complete() {
        return complete;
    }

    /** {@code result} with the names that the answer has. */
    Result named(Result result) {
        AnswerNames found = names;
        return found == null ? result : new Result.Named(result, found);
    }
}
