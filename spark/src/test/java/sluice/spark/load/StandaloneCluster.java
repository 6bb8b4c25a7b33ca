package sluice.spark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkExecutorInfo;
import sluice.servers.ServerFiles;
import sluice.servers.ServerProcess;
import sluice.testkit.JavaLaunch;

/**
 * A standalone cluster of Spark: a master and workers, each a process, as the scripts of Spark
 * start them. Each worker has a loopback address of its own, which Spark takes for a host, and one
 * core. All executors have the class path of the tests.
 *
 * <p>Safe for any number of threads. Closing it ends its processes.
 */
final class StandaloneCluster implements AutoCloseable {
    private static final int HEAP_MIB = 192;
    private static final String DEPLOY = "org.apache.spark.deploy.";
    private static final long EXECUTORS_SECONDS_MAX = 120;

    private final Path folder;
    private final int port;
    private final ServerProcess master;
    private final TreeMap<String, ServerProcess> workers = new TreeMap<>();
    private int started;

    private StandaloneCluster(Path folder, int port, ServerProcess master) {
        this.folder = folder;
        this.port = port;
        this.master = master;
    }

    /** Starts a master, and returns when it takes workers and drivers. */
    static StandaloneCluster start(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("home").resolve("jars"));
        int port = ServerFiles.freePorts(1)[0];
        ServerProcess master =
                run(
                        folder,
                        "master",
                        Map.of(),
                        List.of(
                                // Executors that tests kill do not end the application.
                                "-Dspark.deploy.maxExecutorRetries=-1",
                                DEPLOY + "master.Master",
                                "--host",
                                "127.0.0.1",
                                "--port",
                                Integer.toString(port),
                                "--webui-port",
                                "0"));
        master.awaitPort(port);
        return new StandaloneCluster(folder, port, master);
    }

    /** Where drivers find it. */
    String address() {
        return "spark://127.0.0.1:" + port;
    }

    /** Starts a worker on {@code host}, such as 127.0.0.2, if none runs there. */
    synchronized void startWorker(String host) throws IOException {
        if (workers.containsKey(host)) {
            return;
        }
        started++;
        String name = "worker-" + started;
        ServerProcess worker =
                run(
                        folder,
                        name,
                        Map.of("SPARK_LOCAL_DIRS", folder.resolve(name + "-scratch").toString()),
                        List.of(
                                DEPLOY + "worker.Worker",
                                "--host",
                                host,
                                "--port",
                                "0",
                                "--webui-port",
                                "0",
                                "--cores",
                                "1",
                                "--memory",
                                "1g",
                                "--work-dir",
                                folder.resolve(name).toString(),
                                address()));
        workers.put(host, worker);
    }

    private static ServerProcess run(
            Path folder, String name, Map<String, String> more, List<String> program)
            throws IOException {
        Map<String, String> variables = new HashMap<>(more);
        SubmittedLoad.environment(folder, variables);
        variables.remove("SPARK_LOCAL_IP");
        List<String> command = new ArrayList<>(SubmittedLoad.opened());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(program);
        return ServerProcess.start(
                name, folder, SubmittedLoad.classPath(), HEAP_MIB, variables, command);
    }

    /** The executors that run on {@code host} now. */
    synchronized List<ProcessHandle> executors(String host) {
        ServerProcess worker = workers.get(host);
        return worker == null
                ? List.of()
                : worker.descendants().filter(SubmittedLoad::isExecutor).toList();
    }

    /** Ends the worker on {@code host} and its executors at once, as a power failure does. */
    synchronized void kill(String host) {
        List<ProcessHandle> executors = executors(host);
        ServerProcess worker = workers.remove(host);
        if (worker != null) {
            worker.kill();
            worker.close();
        }
        executors.forEach(ProcessHandle::destroyForcibly);
    }

    /** Settings of a driver in this process. */
    SparkConf settings() {
        List<String> options =
                JavaLaunch.withHeap(512).stream().filter(word -> word.startsWith("-XX:")).toList();
        return new SparkConf()
                .setMaster(address())
                .setAppName("sluice")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.local.dir", folder.resolve("driver").toString())
                .set("spark.executor.memory", "512m")
                .set("spark.executor.cores", "1")
                .set("spark.executor.extraJavaOptions", String.join(" ", options));
    }

    private synchronized int workers() {
        return workers.size();
    }

    /** Waits until each worker has an executor of {@code spark} that takes tasks, and no other. */
    void awaitExecutors(SparkContext spark) {
        long end = System.nanoTime() + EXECUTORS_SECONDS_MAX * 1_000_000_000;
        do {
            if (System.nanoTime() > end) {
                throw new AssertionError("not one executor a worker in " + folder);
            }
            LockSupport.parkNanos(50_000_000);
        } while (!hasExecutors(spark.statusTracker().getExecutorInfos()));
        // It takes tasks just after its port is known.
        LockSupport.parkNanos(50_000_000);
    }

    private boolean hasExecutors(SparkExecutorInfo[] known) {
        // The driver counts as one.
        return known.length == workers() + 1 && Stream.of(known).allMatch(each -> each.port() > 0);
    }

    @Override
    public synchronized void close() {
        for (String host : List.copyOf(workers.keySet())) {
            kill(host);
        }
        master.kill();
        master.close();
    }
}
