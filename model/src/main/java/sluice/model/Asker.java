package sluice.model;

import java.util.HashSet;
import java.util.Set;

/**
 * Whoever asks. It may leave before it is answered; those who wait on its behalf then wait no
 * longer. Safe for any number of threads.
 */
public final class Asker {
    /** Those that wait, and do nothing else just now; guarded by this. */
    private final Set<Thread> waiting = new HashSet<>();

    /** Guarded by this. */
    private boolean left;

    /** Waits for something that makes an answer better; returns whether it happened. */
    public interface Wait {
        boolean await() throws InterruptedException;
    }

    /** Says that nobody takes an answer any more. */
    public synchronized void leave() {
        left = true;
        waiting.forEach(Thread::interrupt);
    }

    /** Whether nobody takes an answer any more. */
    public synchronized boolean hasLeft() {
        return left;
    }

    /** What {@code wait} returns; false as soon as whoever asks has left. */
    public boolean await(Wait wait) throws InterruptedException {
        Thread thread = Thread.currentThread();
        synchronized (this) {
            if (left) {
                return false;
            }
            waiting.add(thread);
        }
        try {
            return wait.await();
        } catch (InterruptedException e) {
            if (hasLeft()) {
                return false;
            }
            throw e;
        } finally {
            synchronized (this) {
                waiting.remove(thread);
                if (left) {
                    // One that came as the wait ended must not reach what follows: it would close
                    // the files that are read.
                    Thread.interrupted();
                }
            }
        }
    }
}
