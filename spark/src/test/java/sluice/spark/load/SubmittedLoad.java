package sluice.spark.load;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        return start(folder, CLUSTER, "512m", arguments);
    }

    /** As {@link #start(Path, List)}, on another cluster, whose executors have such a heap. */
    public static SubmittedLoad start(
            Path folder, String cluster, String heap, List<String> arguments) throws IOException {
        Files.createDirectories(folder.resolve("home").resolve("jars"));
        Path log = Files.createTempFile(folder, "driver", ".log");
        List<String> command = new ArrayList<>(JavaLaunch.withHeap(512));
        // Those that the script spark-submit gives as well.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens"))
                .forEach(command::add);
        command.addAll(
                List.of(
                        "-cp",
                        classPath(),
                        "org.apache.spark.deploy.SparkSubmit",
                        "--master",
                        cluster,
                        "--class",
                        LoadMain.class.getName()));
        for (String setting :
                List.of(
                        "spark.ui.enabled=false",
                        "spark.driver.host=127.0.0.1",
                        "spark.driver.bindAddress=127.0.0.1",
                        "spark.executor.memory=" + heap,
                        "spark.executor.extraJavaOptions="
                                + String.join(" ", compilerAndCollector()),
                        "spark.local.dir=" + folder.resolve("local"))) {
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
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_DIST_CLASSPATH", classPath());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return new SubmittedLoad(builder.start(), log);
    }

    /** Those of the other processes of tests. */
    private static List<String> compilerAndCollector() {
        return JavaLaunch.withHeap(512).stream().filter(word -> word.startsWith("-XX:")).toList();
    }

    /** That of the tests, for processes in other directories. */
    private static String classPath() {
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
    private static boolean isExecutor(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("CoarseGrainedExecutorBackend");
        } catch (IOException _) {
            return false;
        }
    }

    /** Ends the driver at once, as {@code kill -9}; executors end when they miss it. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
