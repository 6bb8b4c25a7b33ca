package sluice.storage.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;
import sluice.servers.ServerFiles;
import sluice.servers.WaitsForServers;
import sluice.servers.shared.HdfsServers;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.PublishedFilesContract;
import sluice.storage.publish.WholeFiles;
import sluice.storage.shared.SharedSettings;

/** A real HDFS: a NameNode and a DataNode. */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class HdfsTest extends SharedSourceContract {
    private static final SharedSettings NONE = new SharedSettings(Map.of());

    @TempDir static Path home;
    static HdfsServers servers;

    @BeforeAll
    static void start() throws IOException {
        servers = HdfsServers.start(home.resolve("hdfs"));
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    SharedSettings settings() {
        return NONE;
    }

    @Override
    String root() {
        return servers.address() + "/in";
    }

    @Test
    void aFileThatMayNotBeReadIsNamed() throws IOException {
        String address = root() + "/closed.csv";
        upload(Files.writeString(folder.resolve("a.csv"), "id1,id2\n1,2\n"), address);
        files().system(address)
                .setPermission(HadoopFiles.path(address), new FsPermission((short) 0600));
        SharedSettings other = new SharedSettings(Map.of("HADOOP_USER_NAME", "somebody"));

        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () ->
                                Source.open(
                                        List.of(address),
                                        null,
                                        SourceOptions.standard().withShared(other)));
        assertEquals(
                address
                        + ": no permission to open the file; check the credentials and what they"
                        + " allow",
                failure.getMessage());
        assertEquals(ErrorCode.INPUT, failure.code());
    }

    /** As Spark and Hadoop's own commands take it; a program's settings count most. */
    @Test
    void anAddressWithoutAHostIsOfTheUsualFileSystem() throws IOException {
        upload(Files.writeString(folder.resolve("a.csv"), "id1,id2\n1,2\n"), root() + "/usual.csv");
        SharedSettings usual =
                new SharedSettings(Map.of(), Map.of("fs.defaultFS", servers.address()));
        Source source =
                Source.open(
                        List.of("hdfs:///in/usual.csv"),
                        null,
                        SourceOptions.standard().withShared(usual));
        assertEquals("hdfs:///in/usual.csv", source.files().getFirst().name());
        PublishedFiles store = new HadoopFilesProvider().folder("hdfs:///usual", usual);
        WholeFiles.publishIfAbsent(store, "file", new byte[3]);
        assertEquals(List.of("file"), store.list(""));
    }

    @Test
    void hostsOfAFileAreTold() throws IOException {
        String address = root() + "/near.csv";
        upload(Files.writeString(folder.resolve("a.csv"), "id1,id2\n1,2\n"), address);
        assertEquals(1, files().hosts(files().find(address).orElseThrow(), 3, 5).size());
    }

    @Test
    void aServerThatIsAwayIsNamed() throws IOException {
        String address = "hdfs://127.0.0.1:" + ServerFiles.freePorts(1)[0] + "/in/a.csv";
        UnreachableException failure =
                assertThrows(UnreachableException.class, () -> open(List.of(address)));
        assertTrue(
                failure.getMessage()
                        .startsWith(address + ": the storage does not answer (connection refused)"),
                failure::getMessage);
    }

    @Nested
    class Published extends PublishedFilesContract {
        @Override
        protected PublishedFiles emptyFiles() {
            return folder();
        }

        @Override
        protected int races() {
            return 10;
        }
    }
}
