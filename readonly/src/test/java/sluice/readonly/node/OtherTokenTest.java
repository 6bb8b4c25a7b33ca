package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;

/** A node that wants another token is as one that is away: its replicas answer. */
class OtherTokenTest {
    private static final int IDS = 2000;

    @TempDir Path directory;
    private Path token = Path.of("");

    @BeforeEach
    void writeAToken() throws IOException {
        token = Files.writeString(directory.resolve("token"), "0123456789abcdef0123\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    }

    /** Counts links. */
    private static final class Counted implements GraphReader.Visitor {
        private long links;

        @Override
        public void node(Node node) {
            throw new AssertionError("there are none");
        }

        @Override
        public void link(Link link) {
            links++;
        }
    }

    private TestRing ring(int replicas) throws IOException {
        TestRing ring = new TestRing(directory, IDS);
        ring.next();
        ring.create(3, replicas);
        ring.push();
        ring.stop(2);
        ring.nodes().add(ring.startWithToken(2, token));
        return ring;
    }

    @Test
    void readsAndScansThroughOthersAreAnsweredByReplicas() throws IOException {
        try (TestRing ring = ring(2)) {
            for (RingNode node : ring.nodes().subList(0, 2)) {
                try (SluiceClient client = TestRing.client(node)) {
                    for (long id = 0; id < IDS; id += 7) {
                        assertEquals(1, TestRing.version(client, id), "version of " + id);
                    }
                    Counted counted = new Counted();
                    assertTrue(client.scan(counted));
                    assertEquals(2 * IDS, counted.links);
                }
            }
        }
    }

    @Test
    void withoutAReplicaTheReasonIsTold() throws IOException {
        try (TestRing ring = ring(1);
                SluiceClient client = TestRing.client(ring.nodes().getFirst())) {
            SluiceException thrown =
                    assertThrows(
                            SluiceException.class,
                            () -> {
                                for (long id = 0; id < IDS; id += 7) {
                                    client.linkList(LinkQuery.newest(id, 0, 10));
                                }
                            });
            assertEquals(ErrorCode.CONFIG, thrown.code());
            String message = String.valueOf(thrown.getMessage());
            assertTrue(message.contains("UNAUTHENTICATED"), message);
        }
    }
}
