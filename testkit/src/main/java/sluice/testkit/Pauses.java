package sluice.testkit;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Stops processes of tests for a while, as a host does that is overloaded or swaps. Linux alone.
 */
public final class Pauses {
    private static final long SIGNAL_SECONDS_MAX = 30;
    private static final int CYCLE_MILLIS = 200;

    private Pauses() {}

    /** Stops a process until {@link #resume}, if it runs; its connections stay open. */
    public static void pause(long pid) throws IOException {
        signal("-STOP", pid);
    }

    /** Lets a stopped process run again. */
    public static void resume(long pid) throws IOException {
        signal("-CONT", pid);
    }

    private static void signal(String signal, long pid) throws IOException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(pid)).start();
        try {
            boolean isDone =
                    kill.waitFor(SIGNAL_SECONDS_MAX, TimeUnit.SECONDS) && kill.exitValue() == 0;
            if (!isDone && ProcessHandle.of(pid).isPresent()) {
                throw new IOException("kill %s %d failed".formatted(signal, pid));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for kill", e);
        }
    }

    /** A process that runs a part of the time; closing this lets it run all the time again. */
    public record Slowed(long pid, Process shell) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            shell.destroyForcibly();
            shell.onExit().join();
            resume(pid);
        }
    }

    /** Lets a process run one {@code times}-th of the time, until it ends or this is closed. */
    public static Slowed slow(long pid, int times) throws IOException {
        double cycle = CYCLE_MILLIS / 1e3;
        String loop =
                String.format(
                        Locale.ROOT,
                        "while kill -STOP %1$d && sleep %2$.3f && kill -CONT %1$d && sleep %3$.3f;"
                                + " do :; done 2>/dev/null",
                        pid,
                        cycle - cycle / times,
                        cycle / times);
        return new Slowed(pid, new ProcessBuilder("sh", "-c", loop).start());
    }
}
