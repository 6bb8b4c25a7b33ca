package sluice.servers.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.servers.ServerFiles;
import sluice.servers.ServerJars;
import sluice.servers.ServerProcess;

/**
 * A running HBase with three region servers or more, for tests and experiments. All of it listens
 * on the loopback address alone, on ports that were free, and its files are in one folder.
 *
 * <p>Belongs to one thread. Closing it ends its processes and leaves the folder.
 */
public final class HBaseServers implements AutoCloseable {
    /** For what is started for a test, or has little to do. */
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

    private static final int REGION_SERVERS = 3;
    private static final String READY = "Master has completed initialization";

    /** How many processes there are. */
    public enum Shape {
        /** One for all, with files in the folder itself: soonest there, and least memory. */
        ONE_PROCESS,
        /** ZooKeeper, HDFS (two), the master and three region servers: as in earnest. */
        PROCESSES
    }

    /** Memory for each region server more than three, where all are in one process. */
    private static final int MORE_MIB = 150;

    private final Path folder;
    private final int count;
    private final Map<String, String> more;
    private final String quorum;
    private final String files;
    private final List<ServerProcess> others = new ArrayList<>();
    private final List<ServerProcess> regionServers = new ArrayList<>();
    private final Thread atExit;

    private HBaseServers(
            Path folder, int count, Map<String, String> more, String quorum, String files) {
        this.folder = folder;
        this.count = count;
        this.more = Map.copyOf(more);
        this.quorum = quorum;
        this.files = files;
        this.atExit = new Thread(this::stop, "stop-hbase");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts HBase and returns when it takes requests: after about 20 seconds.
     *
     * @param folder an empty one, for its files, settings and logs
     */
    public static HBaseServers start(Path folder, Shape shape) throws IOException {
        return start(folder, shape, REGION_SERVERS, Map.of());
    }

    /**
     * As {@link #start(Path, Shape)}, with {@code count} region servers.
     *
     * @param more settings of HBase instead of ours
     */
    public static HBaseServers start(Path folder, Shape shape, int count, Map<String, String> more)
            throws IOException {
        Path home = Files.createDirectories(folder.toAbsolutePath());
        int[] ports = ServerFiles.freePorts(4);
        String files =
                shape == Shape.ONE_PROCESS
                        ? "file:" + home.resolve("files")
                        : "hdfs://127.0.0.1:" + ports[1];
        HBaseServers servers = new HBaseServers(home, count, more, "127.0.0.1:" + ports[0], files);
        try {
            servers.start(shape, ports);
            return servers;
        } catch (Throwable failure) {
            servers.close();
            throw failure;
        }
    }

    /** Where its ZooKeeper is: host and port. */
    public String quorum() {
        return quorum;
    }

    /** Where its files are: the address of a file system that a client can write to as well. */
    public String files() {
        return files;
    }

    /** The address of a table of it, as a cold store of Sluice, with these options (a=b&c=d). */
    public String address(String table, String options) {
        return "hbase://"
                + quorum
                + "/"
                + table
                + "?staging="
                + files
                + "/staging"
                + (options.isEmpty() ? "" : "&" + options);
    }

    /** How many region servers have a process of their own and were not killed. */
    public int regionServers() {
        return (int) regionServers.stream().filter(ServerProcess::isAlive).count();
    }

    /** Kills a region server as a crash does: {@link Shape#PROCESSES} only. */
    public void killRegionServer(int index) {
        regionServers.get(index).kill();
    }

    /**
     * Starts one more region server, in place of one that was killed: {@link Shape#PROCESSES} only.
     * It is the last of them from now on, and takes regions when HBase gives it some.
     */
    public void addRegionServer() throws IOException {
        if (regionServers.isEmpty()) {
            throw new IllegalStateException("HBase runs in one process");
        }
        startRegionServer(classPath());
    }

    /** Kills all processes at once, as a power failure does. */
    public void killAll() {
        regionServers.forEach(ServerProcess::kill);
        others.forEach(ServerProcess::kill);
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            assert e != null : "this process is ending, and the hook is running already";
        }
    }

    private synchronized void stop() {
        for (ServerProcess server : regionServers.reversed()) {
            server.kill();
            server.close();
        }
        for (ServerProcess server : others.reversed()) {
            server.kill();
            server.close();
        }
    }

    private void start(Shape shape, int[] ports) throws IOException {
        Path settings = Files.createDirectories(settings());
        ServerFiles.writeLogSettings(settings);
        Map<String, String> values = hbase(shape, ports);
        ServerFiles.writeSettings(settings.resolve("hbase-site.xml"), values);
        Map<String, String> hdfs = hdfs(shape, ports);
        ServerFiles.writeSettings(settings.resolve("core-site.xml"), hdfs);
        // HDFS's own defaults stand before what is in core-site.xml.
        ServerFiles.writeSettings(settings.resolve("hdfs-site.xml"), hdfs);
        ServerFiles.writePages(settings);
        String classPath = classPath();
        String hbase = "org.apache.hadoop.hbase.";
        if (shape == Shape.ONE_PROCESS) {
            String servers = "--localRegionServers=" + count;
            String program = hbase + "master.HMaster";
            int heapMiB = 1500 + MORE_MIB * Math.max(0, count - REGION_SERVERS);
            run(others, "hbase", classPath, heapMiB, QUICK_START, program, servers, "start");
        } else {
            String nameNode = "org.apache.hadoop.hdfs.server.namenode.NameNode";
            String dataNode = "org.apache.hadoop.hdfs.server.datanode.DataNode";
            ServerProcess format =
                    run(others, "format", classPath, 256, nameNode, "-format", "-force");
            String zooKeeper = hbase + "zookeeper.HQuorumPeer";
            run(others, "zookeeper", classPath, 128, QUICK_START, zooKeeper, "start");
            format.await("HDFS was formatted", () -> !format.isAlive());
            ServerProcess names = run(others, "namenode", classPath, 512, nameNode);
            ServerProcess data = run(others, "datanode", classPath, 512, dataNode);
            names.await("the NameNode runs", () -> names.says("NameNode RPC up at"));
            // Else the master, which writes at once, would find no place and give up.
            data.await("the DataNode is known", () -> data.says("successfully registered with NN"));
            run(others, "master", classPath, 384, hbase + "master.HMaster", "start");
            for (int index = 0; index < count; index++) {
                startRegionServer(classPath);
            }
        }
        ServerProcess master =
                others.stream()
                        .filter(server -> List.of("hbase", "master").contains(server.name()))
                        .findFirst()
                        .orElseThrow();
        master.await("HBase is ready", () -> master.says(READY));
    }

    private Path settings() {
        return folder.resolve("conf");
    }

    private String classPath() throws IOException {
        return settings() + ":" + ServerJars.HBASE.classPath();
    }

    private void startRegionServer(String classPath) throws IOException {
        String name = "region-" + regionServers.size();
        String program = "org.apache.hadoop.hbase.regionserver.HRegionServer";
        run(regionServers, name, classPath, 768, program, "start");
    }

    private ServerProcess run(
            List<ServerProcess> among,
            String name,
            String classPath,
            int heapMiB,
            String... program)
            throws IOException {
        ServerProcess server =
                ServerProcess.start(name, folder, classPath, heapMiB, List.of(program));
        among.add(server);
        return server;
    }

    private Map<String, String> hbase(Shape shape, int[] ports) {
        Map<String, String> values = new LinkedHashMap<>();
        boolean alone = shape == Shape.ONE_PROCESS;
        values.put("hbase.rootdir", files + "/hbase");
        values.put("hbase.cluster.distributed", Boolean.toString(!alone));
        values.put("hbase.tmp.dir", folder.resolve("tmp").toString());
        values.put("hbase.zookeeper.quorum", "127.0.0.1");
        values.put("hbase.zookeeper.property.clientPort", Integer.toString(ports[0]));
        values.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
        values.put("hbase.zookeeper.property.dataDir", folder.resolve("zookeeper").toString());
        values.put("hbase.zookeeper.property.admin.enableServer", "false");
        values.put("hbase.zookeeper.property.maxClientCnxns", "1000");
        values.put("zookeeper.session.timeout", "20000");
        values.put("hbase.zookeeper.property.tickTime", "2000");
        values.put("hbase.unsafe.stream.capability.enforce", Boolean.toString(!alone));
        values.put("hbase.unsafe.regionserver.hostname", "localhost");
        values.put("hbase.master.hostname", "localhost");
        values.put("hbase.master.ipc.address", "127.0.0.1");
        values.put("hbase.regionserver.ipc.address", "127.0.0.1");
        values.put("hbase.master.port", Integer.toString(ports[2]));
        values.put("hbase.regionserver.port", "0");
        values.put("hbase.master.info.port", "-1");
        values.put("hbase.regionserver.info.port", "-1");
        values.put("hbase.master.wait.on.regionservers.mintostart", "" + count);
        values.put("hbase.master.wait.on.regionservers.interval", "200");
        values.put("hbase.master.wait.on.regionservers.timeout", "1000");
        values.put("hbase.regionserver.handler.count", "12");
        // What stays for long must fit Java's old generation, two thirds of the heap: with four
        // tenths
        // for each of the two, as is usual, a server under many puts does nothing but collect
        // garbage.
        values.put("hbase.regionserver.global.memstore.size", "0.35");
        values.put("hfile.block.cache.size", "0.2");
        values.put("hbase.regionserver.msginterval", "500");
        values.put("hbase.wal.provider", "filesystem");
        values.put("hbase.procedure.remote.dispatcher.delay.msec", "20");
        values.put("hbase.balancer.period", "3600000");
        values.putAll(more);
        return values;
    }

    private Map<String, String> hdfs(Shape shape, int[] ports) {
        Map<String, String> values = new LinkedHashMap<>();
        if (shape == Shape.ONE_PROCESS) {
            return values;
        }
        values.put("fs.defaultFS", files);
        values.put("dfs.namenode.rpc-address", "127.0.0.1:" + ports[1]);
        values.put("dfs.namenode.http-address", "127.0.0.1:" + ports[3]);
        values.put("dfs.namenode.name.dir", folder.resolve("names").toUri().toString());
        values.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        values.put("dfs.namenode.safemode.extension", "0");
        values.put("dfs.datanode.data.dir", folder.resolve("data").toUri().toString());
        values.put("dfs.datanode.address", "127.0.0.1:0");
        values.put("dfs.datanode.ipc.address", "127.0.0.1:0");
        values.put("dfs.datanode.http.address", "127.0.0.1:0");
        values.put("dfs.replication", "1");
        values.put("dfs.permissions.enabled", "false");
        return values;
    }
}
