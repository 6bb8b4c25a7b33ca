package sluice.server.question;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.question.Watch;

/**
 * Ends a question whose time is over, whose client has left, or which holds more memory than it
 * may. Its memory is taken from the budget of the call, and given back by {@link #close}. Belongs
 * to one thread.
 */
public final class QuestionWatch implements Watch, AutoCloseable {
    /** The clock is looked at again after this many rows. */
    private static final long ROWS_UNSEEN_MAX = 256;

    private static final long STEP_BYTES = 64 << 10;

    private final LongSupplier nanoClock;
    private final long deadlineNanos;
    private final BooleanSupplier isOver;
    private final Memory memory;
    private long rowsUnseen;
    private long rows;
    private long held;
    private long taken;

    /**
     * Where memory comes from.
     *
     * @param bytesMax of one question
     * @param take takes bytes; false where there are none
     */
    public record Memory(long bytesMax, LongPredicate take, LongConsumer release) {}

    /** {@code isOver} says whether the client has left or the server stops. */
    public QuestionWatch(
            LongSupplier nanoClock, long deadlineNanos, BooleanSupplier isOver, Memory memory) {
        this.nanoClock = nanoClock;
        this.deadlineNanos = deadlineNanos;
        this.isOver = isOver;
        this.memory = memory;
    }

    @Override
    public void looked(long more) {
        rows += more;
        rowsUnseen += more;
        if (rowsUnseen < ROWS_UNSEEN_MAX) {
            return;
        }
        rowsUnseen = 0;
        if (isOver.getAsBoolean()) {
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "the client has left, or the server is being stopped");
        }
        if (nanoClock.getAsLong() - deadlineNanos >= 0) {
            throw new SluiceException(
                    ErrorCode.DEADLINE,
                    "the time of the question was over after it had looked at %d rows; ask for less, or give it more time"
                            .formatted(rows));
        }
    }

    @Override
    public void holds(long bytes) {
        held += bytes;
        if (held <= taken) {
            return;
        }
        if (held > memory.bytesMax) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "the question needs more than %d bytes of memory, and one question has that many; ask for less at once, with a smaller limit"
                            .formatted(memory.bytesMax));
        }
        long step = Math.max(held - taken, STEP_BYTES);
        if (!memory.take.test(step)) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "questions, and answers that are not read, take all memory that there is for them; ask for less at once, and read what is answered");
        }
        taken += step;
    }

    /** Gives back all memory. */
    @Override
    public void close() {
        memory.release.accept(taken);
        taken = 0;
    }
}
