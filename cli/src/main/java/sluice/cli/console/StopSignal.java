package sluice.cli.console;

import java.io.PrintWriter;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM: the first asks the running verb to end soundly and waits for it, the second
 * ends the process at once. Safe for any number of threads; one for each process.
 *
 * <p>Java runs its shutdown hooks when such a signal comes, while the verb goes on; the hook here
 * ends the process with the verb's own exit status.
 */
public final class StopSignal {
    /**
     * What is said of the end of a verb: first when it is asked for, then when it took too long.
     */
    public enum Words {
        /** Of a load, which goes on with the same command. */
        LOAD(
                "stopping; a second Ctrl-C ends at once (nothing is lost by it)",
                "stopped; repeat the same command to go on"),
        /** Of one that helps to build what others have loaded. */
        BUILD(
                "stopping: what this process has begun is given back; a second Ctrl-C ends at once"
                        + " (others take it over then)",
                "stopped; others go on, and the same command does"),
        ABSORPTION(
                "stopping; a second Ctrl-C ends at once (no online write is lost by it)",
                "stopped; repeat the same command to absorb the rest"),
        INDEX(
                "stopping; a second Ctrl-C ends at once (nothing is lost by it)",
                "stopped; repeat the same command to go on"),
        COPY(
                "stopping; a second Ctrl-C ends at once (whole backups stay whole)",
                "stopped; repeat the same command to begin again"),
        COMPARISON(
                "stopping; a second Ctrl-C ends at once (the store is only read)",
                "stopped; repeat the same command to begin again"),
        SERVER(
                "stopping: running requests end first; a second Ctrl-C ends at once (no"
                        + " acknowledged write is lost by it)",
                "stopped"),
        MEASUREMENT(
                "stopping; a second Ctrl-C ends at once, without a result",
                "stopped, without a result");

        private final String first;
        private final String last;

        Words(String first, String last) {
            this.first = first;
            this.last = last;
        }
    }

    private static final long WAIT_SECONDS_MAX = 30;
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;

    private final PrintWriter errors;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile Words words = Words.LOAD;

    private final Thread hook = new Thread(this::stop, "stop");

    /** Guarded by this. */
    private boolean armed;

    private volatile int exitStatus = 130;

    public StopSignal(PrintWriter errors) {
        this.errors = errors;
    }

    /** From now on a signal asks instead of killing, in these words; the last ones count. */
    public synchronized void arm(Words newWords) {
        words = newWords;
        if (!armed) {
            armed = true;
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The signal has come already: the process is ending.
                request();
            }
        }
    }

    /** Asks the verb to end. */
    public void request() {
        requested = true;
    }

    /** Whether the verb shall end soon. */
    public boolean requested() {
        return requested;
    }

    /**
     * The verb has ended and said all that it has to say: signals kill again, and the process ends
     * as any other.
     */
    public synchronized void ended(int status) {
        exitStatus = status;
        ended.countDown();
        if (armed) {
            armed = false;
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException _) {
                // A signal has come: the hook runs already, and ends the process with the status.
            }
        }
    }

    private void stop() {
        if (ended.getCount() == 0) {
            // The process ends without a signal.
            return;
        }
        // Said first: once it is asked, the verb may have the last word at any moment.
        errors.println();
        errors.println("sluice: " + words.first);
        request();
        letSignalsKill();
        try {
            if (!ended.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
                errors.println("sluice: " + words.last);
            }
        } catch (InterruptedException _) {
            errors.println("sluice: " + words.last);
        }
        errors.flush();
        Runtime.getRuntime().halt(exitStatus);
    }

    /**
     * Gives the signals back to the system: Java takes the second one and does nothing. C: {@code
     * signal(SIGINT, SIG_DFL)}, where SIG_DFL is 0.
     */
    @SuppressWarnings("restricted") // the launcher allows native calls
    private static void letSignalsKill() {
        Linker linker = Linker.nativeLinker();
        MemorySegment signal = linker.defaultLookup().find("signal").orElse(MemorySegment.NULL);
        if (signal.equals(MemorySegment.NULL)) {
            return;
        }
        var call =
                linker.downcallHandle(
                        signal,
                        FunctionDescriptor.of(
                                ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        try {
            MemorySegment _ = (MemorySegment) call.invokeExact(SIGINT, MemorySegment.NULL);
            MemorySegment _ = (MemorySegment) call.invokeExact(SIGTERM, MemorySegment.NULL);
        } catch (Throwable failure) {
            throw new IllegalStateException("signal() cannot be called", failure);
        }
    }
}
