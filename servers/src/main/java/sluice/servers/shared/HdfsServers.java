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
 * A running HDFS: a NameNode and a DataNode, two processes. Permissions are checked; the user of
 * this process owns all.
 *
 * <p>Belongs to one thread. Closing it ends its processes and leaves the folder.
 */
public final class HdfsServers implements AutoCloseable {
    private static final String PROGRAMS = "org.apache.hadoop.hdfs.server.";
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";
    private static final int HEAP_MIB = 256;

    private final Path folder;
    private final int[] ports;
    private final List<ServerProcess> processes = new ArrayList<>();

    private HdfsServers(Path folder, int[] ports) {
        this.folder = folder;
        this.ports = ports;
    }

    /**
     * Starts HDFS and returns when it takes requests: after about 8 seconds.
     *
     * @param folder an empty one, for its files, settings and logs
     */
    public static HdfsServers start(Path folder) throws IOException {
        Path home = Files.createDirectories(folder.toAbsolutePath());
        HdfsServers servers = new HdfsServers(home, ServerFiles.freePorts(2));
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
        ServerProcess data = run("datanode", classPath, PROGRAMS + "datanode.DataNode");
        names.await("the NameNode runs", () -> names.says("NameNode RPC up at"));
        data.await("the DataNode is known", () -> data.says("successfully registered with NN"));
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
        values.put("dfs.datanode.data.dir", folder.resolve("data").toUri().toString());
        values.put("dfs.datanode.address", "127.0.0.1:0");
        values.put("dfs.datanode.ipc.address", "127.0.0.1:0");
        values.put("dfs.datanode.http.address", "127.0.0.1:0");
        values.put("dfs.replication", "1");
        return values;
    }
}
