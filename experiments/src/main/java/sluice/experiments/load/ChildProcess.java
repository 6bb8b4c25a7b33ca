package sluice.experiments.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import sluice.servers.ProcessMemory;

/**
 * A task in a process of its own, timed from here: from just before the process begins to when each
 * of its marks is read. Meanwhile its own memory and the files of one directory are measured every
 * 20 ms, which takes well below a hundredth of a processor.
 */
public final class ChildProcess {
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long TIMEOUT_NANOS = TimeUnit.HOURS.toNanos(2);
    private static final int MESSAGE_LINES_MAX = 20;

    private ChildProcess() {}

    /**
     * What was seen of a process.
     *
     * @param markNanos when each mark came, from the start of the process on
     * @param result what the task itself says
     * @param exitNanos when the process had ended
     * @param diskBytesMax the most that the files of the watched directory took at once
     * @param anonymousBytesMax the most memory of its own that was seen; 0 where it cannot be seen
     * @param residentBytesMax the most that was resident, mapped files too; 0 where it cannot be
     *     seen
     */
    public record Seen(
            Map<String, Long> markNanos,
            JsonNode result,
            long exitNanos,
            long diskBytesMax,
            long anonymousBytesMax,
            long residentBytesMax) {
        public Seen {
            markNanos = Map.copyOf(markNanos);
        }

        /** When a mark came, in seconds. */
        public double seconds(String mark) {
            Long nanos = markNanos.get(mark);
            if (nanos == null) {
                throw new IllegalStateException("no mark " + mark + " among " + markNanos);
            }
            return nanos / 1e9;
        }

        /** A number of the result; 0 where it has none of this name. */
        public long number(String key) {
            return result.path(key).asLong();
        }
    }

    /**
     * Runs {@code command} to its end. Fails where its status is not 0, with what it said.
     *
     * @param watched a directory, which may come into being later
     * @param messages where its standard error goes; overwritten
     */
    public static Seen run(List<String> command, Path watched, Path messages, LongSupplier nanoTime)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(messages.toFile());
        Map<String, Long> marks = new LinkedHashMap<>();
        JsonNode result = JsonNodeFactory.instance.objectNode();
        long start = nanoTime.getAsLong();
        Process process = builder.start();
        Watch watch = new Watch(process, watched, nanoTime, start);
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                long now = nanoTime.getAsLong();
                String mark = TaskOutput.markIn(line);
                if (mark.isEmpty()) {
                    JsonNode found = TaskOutput.resultIn(line);
                    result = found.isEmpty() ? result : found;
                } else {
                    marks.put(mark, now - start);
                }
            }
            int status = process.waitFor();
            long exit = nanoTime.getAsLong() - start;
            if (status != 0) {
                throw failed(command, status, messages);
            }
            watch.stop();
            return new Seen(
                    marks,
                    result,
                    exit,
                    watch.diskBytesMax,
                    watch.anonymousBytesMax,
                    watch.residentBytesMax);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a process ran", interrupt);
        } finally {
            process.destroyForcibly();
            watch.stop();
        }
    }

    private static IOException failed(List<String> command, int status, Path messages)
            throws IOException {
        List<String> lines = Files.readAllLines(messages);
        int from = Math.max(0, lines.size() - MESSAGE_LINES_MAX);
        return new IOException(
                "a process ended with status %d and the message \"%s\": %s"
                        .formatted(
                                status,
                                String.join("; ", lines.subList(from, lines.size())),
                                String.join(" ", command)));
    }

    /** Looks at the process and the directory again and again until it is stopped. */
    private static final class Watch {
        private final Process process;
        private final File directory;
        private final LongSupplier nanoTime;
        private final long deadlineNanos;
        private final Thread thread;
        private volatile boolean stopped;

        /** Written by the thread, read after it has ended; so is the next. */
        private long diskBytesMax;

        private long anonymousBytesMax;

        private long residentBytesMax;

        Watch(Process process, Path directory, LongSupplier nanoTime, long startNanos) {
            this.process = process;
            this.directory = directory.toFile();
            this.nanoTime = nanoTime;
            this.deadlineNanos = startNanos + TIMEOUT_NANOS;
            thread = Thread.ofPlatform().name("bench-watch").start(this::look);
        }

        private void look() {
            while (!stopped) {
                diskBytesMax = Math.max(diskBytesMax, bytesOf(directory));
                anonymousBytesMax =
                        Math.max(
                                anonymousBytesMax,
                                ProcessMemory.bytes(process.pid(), ProcessMemory.ANONYMOUS)
                                        .orElse(0));
                residentBytesMax =
                        Math.max(
                                residentBytesMax,
                                ProcessMemory.bytes(process.pid(), ProcessMemory.RESIDENT_MAX)
                                        .orElse(0));
                if (nanoTime.getAsLong() - deadlineNanos > 0) {
                    // Its pipe ends with it, and so does the wait of the caller.
                    process.destroyForcibly();
                }
                LockSupport.parkNanos(SAMPLE_NANOS);
            }
            diskBytesMax = Math.max(diskBytesMax, bytesOf(directory));
        }

        /** Files that go away while this looks have the length 0. */
        private static long bytesOf(File directory) {
            File[] files = directory.listFiles();
            long bytes = 0;
            for (File file : files == null ? new File[0] : files) {
                bytes += file.isDirectory() ? bytesOf(file) : file.length();
            }
            return bytes;
        }

        /** Waits for the last look, which is short, whatever interrupts. */
        void stop() {
            stopped = true;
            LockSupport.unpark(thread);
            boolean interrupted = false;
            while (true) {
                try {
                    thread.join();
                    break;
                } catch (InterruptedException interrupt) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
