package sluice.servers.shared;

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
 * A running HDFS: a NameNode and one or more DataNodes, each a process. Permissions are checked;
 * the user of this process owns all.
 *
 * <p>Belongs to one thread. Closing it ends its processes and leaves the folder.
 */
public final class HdfsServers implements AutoCloseable {
    private static final String PROGRAMS = "org.apache.hadoop.hdfs.server.";
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";
    private static final int HEAP_MIB = 256;

    private final Path folder;
    private final int[] ports;
    private final int replicas;
    private final List<ServerProcess> processes = new ArrayList<>();
    private final List<ServerProcess> dataNodes = new ArrayList<>();

    private HdfsServers(Path folder, int[] ports, int replicas) {
        this.folder = folder;
        this.ports = ports;
        this.replicas = replicas;
    }

    /**
     * Starts HDFS and returns when it takes requests: after about 8 seconds.
     *
     * @param folder an empty one, for its files, settings and logs
     */
    public static HdfsServers start(Path folder) throws IOException {
        return start(folder, 1);
    }

    /** As {@link #start(Path)}, with this many DataNodes, each of which has all blocks. */
    public static HdfsServers start(Path folder, int replicas) throws IOException {
        Path home = Files.createDirectories(folder.toAbsolutePath());
        HdfsServers servers = new HdfsServers(home, ServerFiles.freePorts(2), replicas);
        try {
            servers.start();
            return servers;
        } catch (Throwable failure) {
            servers.close();
            throw failure;
        }
    }

    /** The address of its root, without a slash at the end. */
    public String address() {
        return "hdfs://127.0.0.1:" + ports[0];
    }

    /** Ends its processes at once, as a power failure does. */
    public void killAll() {
        processes.forEach(ServerProcess::kill);
    }

    /** Ends DataNode {@code index} at once, as a power failure does. */
    public void killDataNode(int index) {
        dataNodes.get(index).kill();
    }

    /** Starts DataNode {@code index} again, with the blocks that it had. */
    public void restartDataNode(int index) throws IOException {
        dataNodes.set(index, startDataNode(index));
    }

    @Override
    public void close() {
        for (ServerProcess process : processes.reversed()) {
            process.kill();
            process.close();
        }
    }

    private void start() throws IOException {
        Path settings = Files.createDirectories(folder.resolve("conf"));
        ServerFiles.writeLogSettings(settings);
        ServerFiles.writeSettings(settings.resolve("core-site.xml"), settings());
        ServerFiles.writeSettings(settings.resolve("hdfs-site.xml"), settings());
        ServerFiles.writePages(settings);
        String classPath = settings + ":" + ServerJars.HBASE.classPath();
        String nameNode = PROGRAMS + "namenode.NameNode";
        ServerProcess format = run("format", classPath, nameNode, "-format", "-force");
        format.await("HDFS was formatted", () -> !format.isAlive());
        ServerProcess names = run("namenode", classPath, nameNode);
        names.await("the NameNode runs", () -> names.says("NameNode RPC up at"));
        for (int index = 0; index < replicas; index++) {
            dataNodes.add(startDataNode(index));
        }
    }

    private ServerProcess startDataNode(int index) throws IOException {
        Path blocks = folder.resolve("data-" + index);
        ServerProcess data =
                run(
                        "datanode-" + index + "-" + processes.size(),
                        folder.resolve("conf") + ":" + ServerJars.HBASE.classPath(),
                        PROGRAMS + "datanode.DataNode",
                        "-Ddfs.datanode.data.dir=" + blocks.toUri());
        data.await("the DataNode is known", () -> data.says("successfully registered with NN"));
        return data;
    }

    private ServerProcess run(String name, String classPath, String... program) throws IOException {
        List<String> command = new ArrayList<>(List.of(QUICK_START));
        command.addAll(List.of(program));
        ServerProcess process = ServerProcess.start(name, folder, classPath, HEAP_MIB, command);
        processes.add(process);
        return process;
    }

    private Map<String, String> settings() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("fs.defaultFS", address());
        values.put("dfs.namenode.rpc-address", "127.0.0.1:" + ports[0]);
        values.put("dfs.namenode.http-address", "127.0.0.1:" + ports[1]);
        values.put("dfs.namenode.name.dir", folder.resolve("names").toUri().toString());
        values.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        values.put("dfs.namenode.safemode.extension", "0");
        values.put("dfs.datanode.address", "127.0.0.1:0");
        values.put("dfs.datanode.ipc.address", "127.0.0.1:0");
        values.put("dfs.datanode.http.address", "127.0.0.1:0");
        values.put("dfs.replication", Integer.toString(replicas));
        return values;
    }
}
