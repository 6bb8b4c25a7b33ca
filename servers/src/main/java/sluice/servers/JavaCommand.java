package sluice.servers;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a Java process like this one: the same Java, options and class path, but
 * memory of its own, which is shared out as the launcher {@code sluice} does it.
 *
 * @param java all before the main class, without what says how much memory there is
 * @param entry the main class and its first arguments
 */
public record JavaCommand(List<String> java, List<String> entry) {
    private static final List<String> MEMORY_OPTIONS =
            List.of("-Xms", "-Xmx", "-Xmn", "-Dsluice.memory.bytes=");
    private static final long HEAP_BYTES_MIN = 128L << 20;
    private static final long HEAP_BYTES_MAX = 16L << 30;
    private static final long YOUNG_BYTES_MAX = 64L << 20;

    /** Of who serves, what the heap must leave besides its half. */
    private static final long SERVING_REST_BYTES = 32L << 20;

    private static final long SERVING_HEAP_BYTES_MIN = 112L << 20;
    private static final long SERVING_YOUNG_BYTES_MAX = 256L << 20;

    public JavaCommand {
        java = List.copyOf(java);
        entry = List.copyOf(entry);
    }

    /** As this process was started, with the main class and arguments of {@code entry}. */
    public static JavaCommand ofThisProcess(List<String> entry) {
        List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (MEMORY_OPTIONS.stream().noneMatch(option::startsWith)) {
                java.add(option);
            }
        }
        java.add("-cp");
        java.add(System.getProperty("java.class.path"));
        return new JavaCommand(java, entry);
    }

    /** The whole command for a process that may take {@code memoryBytes} in all. */
    public List<String> withMemory(long memoryBytes, List<String> arguments) {
        long heapBytes = heapBytes(memoryBytes);
        return with(memoryBytes, heapBytes, youngBytes(heapBytes), arguments);
    }

    /** The same for a process that answers requests, as the launcher starts it for that. */
    public List<String> withMemoryToServe(long memoryBytes, List<String> arguments) {
        long heapBytes =
                Math.clamp(
                        (memoryBytes - SERVING_REST_BYTES) / 2,
                        SERVING_HEAP_BYTES_MIN,
                        HEAP_BYTES_MAX);
        long youngBytes = Math.min(heapBytes / 5, SERVING_YOUNG_BYTES_MAX);
        return with(memoryBytes, heapBytes, youngBytes, arguments);
    }

    /** The whole command for a process that needs a heap of {@code heapBytes}. */
    public List<String> withHeap(long heapBytes, List<String> arguments) {
        return with(2 * heapBytes, heapBytes, youngBytes(heapBytes), arguments);
    }

    private static long heapBytes(long memoryBytes) {
        return Math.clamp(memoryBytes / 5 * 3, HEAP_BYTES_MIN, HEAP_BYTES_MAX);
    }

    private static long youngBytes(long heapBytes) {
        return Math.min(heapBytes / 8, YOUNG_BYTES_MAX);
    }

    private List<String> with(
            long memoryBytes, long heapBytes, long youngBytes, List<String> arguments) {
        List<String> command = new ArrayList<>(java);
        command.add("-Xms" + heapBytes);
        command.add("-Xmx" + heapBytes);
        command.add("-Xmn" + youngBytes);
        command.add("-Dsluice.memory.bytes=" + memoryBytes);
        command.addAll(entry);
        command.addAll(arguments);
        return command;
    }
}
