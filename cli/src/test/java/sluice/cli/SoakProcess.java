package sluice.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link SoakServer} and what it is told. Owned by one thread. */
final class SoakProcess implements AutoCloseable {
    /** What it may take in all. */
    static final long MEMORY_BYTES = 256L << 20;

    private static final long STOP_SECONDS_MAX = 60;

    private final Path store;
    private final Path log;
    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;
    private final int port;

    /** Serves {@code store} as the launcher starts Java with {@code 256m}. */
    SoakProcess(Path store, Path log) throws IOException {
        this.store = store;
        this.log = log;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.addAll(List.of("-XX:+UseSerialGC", "-Xms112m", "-Xmx112m", "-Xmn14m"));
        command.addAll(
                List.of("-XX:ReservedCodeCacheSize=64m", "-XX:CompressedClassSpaceSize=64m"));
        command.add("-XX:TrimNativeHeapInterval=10000");
        command.addAll(List.of("-XX:ThreadPriorityPolicy=1", "-XX:JavaPriority1_To_OSPriority=10"));
        command.addAll(
                List.of("-XX:JavaPriority9_To_OSPriority=0", "-XX:JavaPriority10_To_OSPriority=0"));
        command.add("-XX:PretenureSizeThreshold=4m");
        // All of the heap from the start, not as garbage comes to lie in it.
        command.add("-XX:+AlwaysPreTouch");
        command.add("-Dsluice.memory.bytes=" + MEMORY_BYTES);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(SoakServer.class.getName(), store.toString()));
        command.addAll(List.of("--port", "0", "--http-port", "-1"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        builder.environment().put("MALLOC_MMAP_THRESHOLD_", "524288");
        process = builder.start();
        answers = process.inputReader();
        orders = process.outputWriter();
        port = Integer.parseInt(answer("start").replaceAll(".*:(\\d+) .*", "$1"));
    }

    int port() {
        return port;
    }

    /** Has it done and returns what it says. */
    String ask(String order) throws IOException {
        orders.write(order + "\n");
        orders.flush();
        return answer(order);
    }

    /** As {@link #ask}, where the answer is a word and a number. */
    long askNumber(String order) throws IOException {
        return Long.parseLong(ask(order).replaceAll("\\D+", ""));
    }

    private String answer(String order) throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new AssertionError("it ended at: " + order + "\n" + Files.readString(log));
        }
        return answer;
    }

    ProcessSample sample() throws IOException {
        return ProcessSample.of(process.pid(), store.toRealPath());
    }

    /** What it has used of the processor so far. */
    long cpuNanos() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new AssertionError("it does not end when its input does");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            answers.close();
        }
    }
}
