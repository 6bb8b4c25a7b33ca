package sluice.proof;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.ScanProgress;
import sluice.store.ScanThreads;

/**
 * The parts that the steps of one proof share.
 *
 * @param scratch where temporary files go; they are deleted when the proof ends
 * @param stop says whether the user wants the proof to end
 * @param failed set once a thread has failed, so that the others end
 */
record ProofJob(
        ProofOptions options,
        Storage scratch,
        ProofProgress progress,
        BooleanSupplier stop,
        AtomicBoolean failed) {

    /** Fails where the user has stopped the proof. */
    void throwIfStopped() {
        if (stop.getAsBoolean()) {
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "the comparison was stopped; nothing was changed");
        }
    }

    boolean stopped() {
        return failed.get();
    }

    /** Runs {@code step} for 0 to {@code steps} - 1 on all threads; the first failure is thrown. */
    void onThreads(int steps, ScanThreads.Step step) throws IOException {
        ScanThreads.run(
                options.threads(),
                steps,
                new ScanProgress(),
                number -> {
                    boolean done = false;
                    try {
                        step.run(number);
                        done = true;
                    } finally {
                        if (!done) {
                            failed.set(true);
                        }
                    }
                });
    }
}
