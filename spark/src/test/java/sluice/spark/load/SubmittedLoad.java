package sluice.spark.load;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sluice.spark.LoadMain;
import sluice.testkit.JavaLaunch;

/**
 * A load as {@code spark-submit} starts it, in a process of its own: a driver with executors in
 * more processes of this machine. They all have the class path of the tests.
 */
public record SubmittedLoad(Process process, Path log) {
    private static final long DEADLINE_MINUTES = 10;

    /** Two executors of one core; 450 MiB is the least that Spark takes. */
    public static final String CLUSTER = "local-cluster[2,1,512]";

    /** Starts {@code arguments} of {@link LoadMain}; the folder is for Spark's own files. */
    public static SubmittedLoad start(Path folder, List<String> arguments) throws IOException {
        return start(folder, CLUSTER, "512m", List.of(), arguments);
    }

    /**
     * As {@link #start(Path, List)}, on another cluster, whose executors have such a heap.
     *
     * @param settings of Spark, as {@code name=value}
     */
    public static SubmittedLoad start(
            Path folder, String cluster, String heap, List<String> settings, List<String> arguments)
            throws IOException {
        return start(folder, cluster, heap, settings, LoadMain.class, arguments);
    }

    /** Starts another program in the same way. */
    public static SubmittedLoad start(
            Path folder,
            String cluster,
            String heap,
            List<String> settings,
            Class<?> program,
            List<String> arguments)
            throws IOException {
        Files.createDirectories(folder.resolve("home").resolve("jars"));
        Path log = Files.createTempFile(folder, "driver", ".log");
        List<String> command = new ArrayList<>(JavaLaunch.withHeap(512));
        command.addAll(opened());
        command.addAll(
                List.of(
                        "-cp",
                        classPath(),
                        "org.apache.spark.deploy.SparkSubmit",
                        "--master",
                        cluster,
                        "--class",
                        program.getName()));
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "spark.ui.enabled=false",
                                "spark.driver.host=127.0.0.1",
                                "spark.driver.bindAddress=127.0.0.1",
                                "spark.executor.memory=" + heap,
                                "spark.executor.extraJavaOptions="
                                        + String.join(" ", compilerAndCollector()),
                                "spark.local.dir=" + folder.resolve("local")));
        all.addAll(settings);
        for (String setting : all) {
            command.add("--conf");
            command.add(setting);
        }
        command.add("spark-internal");
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        environment(folder, builder.environment());
        return new SubmittedLoad(builder.start(), log);
    }

    /** Packages that the script spark-submit opens too. */
    static List<String> opened() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens"))
                .toList();
    }

    /** The variables of all processes of Spark, whose own files are in {@code folder}. */
    static void environment(Path folder, Map<String, String> variables) {
        variables.put("SPARK_HOME", folder.resolve("home").toString());
        variables.put("SPARK_DIST_CLASSPATH", classPath());
        variables.put("SPARK_SCALA_VERSION", "2.13");
        variables.put("SPARK_LOCAL_IP", "127.0.0.1");
        variables.put("JAVA_HOME", System.getProperty("java.home"));
    }

    /** Those of the other processes of tests. */
    private static List<String> compilerAndCollector() {
        return JavaLaunch.withHeap(512).stream().filter(word -> word.startsWith("-XX:")).toList();
    }

    /** That of the tests, for processes in other directories. */
    static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Waits for the end; returns the exit status. */
    public int waitForEnd() throws IOException, InterruptedException {
        if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
            kill();
            throw new AssertionError(text());
        }
        return process.exitValue();
    }

    /** What driver and executors have said. */
    public String text() throws IOException {
        return Files.readString(log);
    }

    /** The processes of executors that run now. */
    public List<ProcessHandle> executors() {
        return process.descendants().filter(SubmittedLoad::isExecutor).toList();
    }

    /** Java itself shows the beginning of a command line alone, and class paths are long. */
    static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException _) {
            return "";
        }
    }

    static boolean isExecutor(ProcessHandle process) {
        return commandLine(process).contains("CoarseGrainedExecutorBackend");
    }

    /** Ends the driver at once, as {@code kill -9}; executors end when they miss it. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
