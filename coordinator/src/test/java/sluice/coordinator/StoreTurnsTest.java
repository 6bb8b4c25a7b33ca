package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import sluice.load.job.LoadEvents;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class StoreTurnsTest {
    private final StoreTurns turns = new StoreTurns();

    @Test
    void oneAtATimeHasTheTurn() throws ExecutionException, InterruptedException {
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean together = new AtomicBoolean();
        FutureTask<Void> other =
                new FutureTask<>(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                takeATurn(inside, together);
                            }
                            return null;
                        });
        Thread.ofPlatform().start(other);
        for (int i = 0; i < 1000; i++) {
            takeATurn(inside, together);
        }
        other.get();
        assertFalse(together.get(), "two had the turn");
    }

    private void takeATurn(AtomicInteger inside, AtomicBoolean together) {
        try (StoreTurns.Turn _ = turns.await()) {
            together.compareAndSet(false, inside.incrementAndGet() > 1);
            inside.decrementAndGet();
        }
    }

    @Test
    void whoWaitsCanBeStopped() throws ExecutionException, InterruptedException {
        LoadEvents stopped =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return true;
                    }
                };
        try (StoreTurns.Turn _ = turns.await()) {
            FutureTask<ErrorCode> other =
                    new FutureTask<>(
                            () ->
                                    assertThrows(SluiceException.class, () -> turns.await(stopped))
                                            .code());
            Thread.ofPlatform().start(other);
            assertEquals(ErrorCode.INTERRUPTED, other.get());
        }
    }
}
