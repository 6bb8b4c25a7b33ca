package sluice.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One experiment of docs/reliability.md while it runs: how large it is, and the record that it
 * leaves. The record is one line on standard output and one of JSON in the file that the property
 * {@code reliability.records} names; it is written when the experiment is closed, also when it
 * failed. Belongs to one thread.
 *
 * <p>A test that runs one is tagged {@value #TAG}: {@code mvn verify} runs it at its short size,
 * {@code mvn -Pslow verify} at its long one, and a property of the size's name at any other.
 */
public final class Experiment implements AutoCloseable {
    /** The tag of the tests that run experiments. */
    public static final String TAG = "reliability";

    private static final boolean LONG = "long".equals(System.getProperty("reliability"));

    private final String name;
    private final long seed;
    private final long startNanos = System.nanoTime();
    private final Map<String, Long> facts = new LinkedHashMap<>();
    private long runs;
    private boolean passed;

    /** Begins {@code name}, such as "E1 crash at every operation". */
    public Experiment(String name, long seed) {
        this.name = name;
        this.seed = seed;
    }

    /** The size that the property {@code size} asks for, else the short or the long one. */
    public static int size(String size, int shortSize, int longSize) {
        return Integer.getInteger(size, LONG ? longSize : shortSize);
    }

    /** Counts {@code count} runs that went as they must. */
    public void ran(long count) {
        runs += count;
    }

    /** Adds a count to the record. */
    public Experiment fact(String what, long count) {
        facts.put(what, count);
        return this;
    }

    /** To be called last: until then the experiment has failed. */
    public void passed() {
        passed = true;
    }

    @Override
    public void close() throws IOException {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        int failures = passed ? 0 : 1;
        System.out.printf(
                Locale.ROOT,
                "%s: seed=%d runs=%d failures=%d seconds=%d %s%n",
                name,
                seed,
                runs,
                failures,
                seconds,
                facts);
        String file = System.getProperty("reliability.records");
        if (file != null) {
            Path path = Path.of(file);
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(
                    path,
                    json(seconds, failures),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private String json(long seconds, int failures) {
        String counts =
                facts.entrySet().stream()
                        .map(fact -> "\"%s\":%d".formatted(fact.getKey(), fact.getValue()))
                        .collect(Collectors.joining(","));
        return "{\"experiment\":\"%s\",\"seed\":%d,\"runs\":%d,\"failures\":%d,\"seconds\":%d,\"counts\":{%s}}%n"
                .formatted(name, seed, runs, failures, seconds, counts);
    }
}
