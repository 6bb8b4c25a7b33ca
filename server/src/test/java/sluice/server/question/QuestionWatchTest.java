package sluice.server.question;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A question ends when its time is over, when nobody waits for it, and when it holds too much. */
class QuestionWatchTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong free = new AtomicLong(1 << 20);
    private final AtomicBoolean isOver = new AtomicBoolean();

    private QuestionWatch watch(long bytesMax) {
        return new QuestionWatch(
                nanos::get,
                1_000,
                isOver::get,
                new QuestionWatch.Memory(bytesMax, this::take, free::addAndGet));
    }

    private boolean take(long bytes) {
        if (bytes > free.get()) {
            return false;
        }
        free.addAndGet(-bytes);
        return true;
    }

    private static ErrorCode looking(QuestionWatch watch) {
        SluiceException e =
                assertThrows(
                        SluiceException.class,
                        () -> {
                            for (int row = 0; row < 10_000; row++) {
                                watch.looked(1);
                            }
                        });
        return e.code();
    }

    @Test
    void endsAtItsDeadlineAndWhenItsClientHasLeft() {
        QuestionWatch watch = watch(1 << 19);
        assertDoesNotThrow(() -> watch.looked(1_000_000));
        nanos.set(1_000);
        assertEquals(ErrorCode.DEADLINE, looking(watch));
        nanos.set(0);
        isOver.set(true);
        assertEquals(ErrorCode.INTERRUPTED, looking(watch));
    }

    @Test
    void holdsNoMoreThanItMayAndGivesAllBack() {
        try (QuestionWatch watch = watch(1 << 19)) {
            for (int each = 0; each < 1_000; each++) {
                watch.holds(400);
                watch.holds(-300);
            }
            assertTrue(free.get() < (1 << 20), "nothing was taken");
            SluiceException e = assertThrows(SluiceException.class, () -> watch.holds(1 << 19));
            assertEquals(ErrorCode.RESOURCE, e.code());
            assertTrue(String.valueOf(e.getMessage()).contains("smaller limit"), e.getMessage());
        }
        assertEquals(1 << 20, free.get());
    }

    @Test
    void failsWhereOthersHoldAllMemory() {
        free.set(1_000);
        try (QuestionWatch watch = watch(1 << 19)) {
            SluiceException e = assertThrows(SluiceException.class, () -> watch.holds(2_000));
            assertEquals(ErrorCode.RESOURCE, e.code());
        }
        assertEquals(1_000, free.get());
    }
}
