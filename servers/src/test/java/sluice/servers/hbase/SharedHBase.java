package sluice.servers.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import sluice.servers.ServerFiles;

/**
 * One HBase for all tests of a module that only need tables of their own: each start costs as much
 * as such a test. It is started by the first one, and ends with the process.
 */
public final class SharedHBase {
    private static HBaseServers servers;

    private SharedHBase() {}

    /** The servers, in one process. Nobody closes or kills them. */
    public static synchronized HBaseServers servers() throws IOException {
        if (servers == null) {
            Path folder = Files.createTempDirectory("sluice-hbase-");
            HBaseServers started = HBaseServers.start(folder, HBaseServers.Shape.ONE_PROCESS);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> end(started, folder), "end-hbase"));
            servers = started;
        }
        return servers;
    }

    private static void end(HBaseServers started, Path folder) {
        started.close();
        try {
            ServerFiles.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
