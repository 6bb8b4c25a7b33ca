package sluice.storage.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import sluice.servers.shared.S3Server;
import sluice.storage.publish.PublishProbe;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.PublishedFilesContract;
import sluice.storage.shared.SharedSettings;

/** A real server that answers as S3 does. */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class S3Test extends SharedSourceContract {
    @TempDir static Path home;
    static S3Server server;

    @BeforeAll
    static void start() throws IOException {
        server = S3Server.start(home.resolve("s3"));
        server.makeBucket("data");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    SharedSettings settings() {
        return new SharedSettings(server.environment());
    }

    @Override
    String root() {
        return "s3a://data/in";
    }

    @Test
    void aBucketThatIsNotThereIsNamed() {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> open(List.of("s3a://none/in/a.csv")));
        assertEquals(ErrorCode.INPUT, failure.code());
        assertEquals(
                "s3a://none/in/a.csv: the bucket does not exist; check its name and the endpoint",
                failure.getMessage());
    }

    @Test
    void aWrongKeyIsRefusedAndNotShown() throws IOException {
        String address = root() + "/a.csv";
        upload(Files.writeString(folder.resolve("a.csv"), "id1,id2\n1,2\n"), address);
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> openWith(address, "AWS_SECRET_ACCESS_KEY", "not-the-secret"));
        assertEquals(ErrorCode.INPUT, failure.code());
        assertTrue(failure.getMessage().contains("no permission"), failure::getMessage);
        assertFalse(failure.getMessage().contains("not-the-secret"), failure::getMessage);
    }

    @Test
    void aKeyInAnAddressIsRefusedAndNotShown() {
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> open(List.of("s3a://access:not-the-secret@data/a.csv")));
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertFalse(failure.getMessage().contains("not-the-secret"), failure::getMessage);
    }

    /** And a file of settings counts more than the environment. */
    @Test
    void aServerThatIsAwayIsNamed() throws IOException {
        String endpoint = "http://127.0.0.1:" + ServerFiles.freePorts(1)[0];
        ServerFiles.writeSettings(
                folder.resolve("core-site.xml"),
                Map.of(
                        "fs.s3a.endpoint", endpoint,
                        "fs.s3a.attempts.maximum", "1",
                        "fs.s3a.retry.limit", "0"));
        UnreachableException failure =
                assertThrows(
                        UnreachableException.class,
                        () -> openWith(root() + "/a.csv", "HADOOP_CONF_DIR", folder.toString()));
        assertTrue(
                failure.getMessage()
                        .startsWith(
                                root() + "/a.csv: the storage does not answer (connection refused"),
                failure::getMessage);
    }

    private Source openWith(String address, String name, String value) throws IOException {
        Map<String, String> environment = new HashMap<>(server.environment());
        environment.put(name, value);
        SharedSettings settings = new SharedSettings(environment);
        return Source.open(List.of(address), null, SourceOptions.standard().withShared(settings));
    }

    /** A store on such a service would have two drivers that both believe in their manifest. */
    @Test
    void aServiceThatIgnoresTheConditionIsRefusedForWriting() throws IOException {
        try (S3Server open = S3Server.startWithoutKeys(home.resolve("open"));
                IgnoringRelay relay = new IgnoringRelay(open.endpoint())) {
            open.makeBucket("data");
            Map<String, String> environment = new HashMap<>(open.environment());
            PublishedFiles kept =
                    new HadoopFilesProvider()
                            .folder("s3a://data/kept", new SharedSettings(environment));
            assertEquals(Optional.empty(), PublishProbe.findFault(kept, "test"));

            environment.put("AWS_ENDPOINT_URL_S3", relay.endpoint());
            PublishedFiles ignored =
                    new HadoopFilesProvider()
                            .folder("s3a://data/ignored", new SharedSettings(environment));
            assertEquals(
                    Optional.of(
                            "s3a://data/ignored cannot be loaded into: of two writers of one name"
                                    + " both were told that they had published it if absent; read"
                                    + " stores there, and load into another place"),
                    PublishProbe.findFault(ignored, "test"));
            assertEquals(List.of(), ignored.list(""));
        }
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
