package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.client.SluiceClient;
import sluice.readonly.Push;
import sluice.readonly.VersionReport;
import sluice.storage.DirectoryStorage;

/**
 * The disk of one of two nodes is full: it serves and says why it lacks a push, until it has room.
 */
class FullDiskTest {
    private static final int IDS = 60;

    @TempDir Path directory;

    private TestRing ring;
    private FillingDisk disk;

    @BeforeEach
    void makeARing() throws IOException {
        ring = new TestRing(directory, IDS);
        ring.next();
        ring.create(2, 2);
        ring.stop(1);
        disk = new FillingDisk(DirectoryStorage.open(directory.resolve("data-1")));
        ring.nodes().add(ring.start(1, disk));
        ring.push();
    }

    @AfterEach
    void stopNodes() throws IOException {
        ring.close();
    }

    private VersionReport report(int version) {
        try {
            return ring.ring().view().report("n1").versions().get(version);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertServes(RingNode node, int version) throws IOException {
        try (SluiceClient client = TestRing.client(node)) {
            for (long id = 0; id < IDS; id += 7) {
                assertEquals(version, TestRing.version(client, id), "id " + id);
            }
        }
    }

    private void assertAllServe(int version) throws IOException {
        for (RingNode node : ring.nodes()) {
            assertServes(node, version);
        }
    }

    /** Known before a byte moves, or found while files come. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPushWaitsForRoomAndIsServedOnceThereIsSome(boolean isSeen) throws IOException {
        disk.fill("segment", isSeen);
        List<String> before = segmentsAndMarks();
        ring.next();
        int version = ring.ring().push(OptionalInt.empty(), false).version();
        ring.await(
                "its failure",
                () ->
                        report(version) != null
                                && report(version).state() == VersionReport.State.FAILED);
        String cause = report(version).cause();
        assertTrue(
                cause.contains("data-1")
                        && cause.contains(isSeen ? "free some" : "No space left on device"),
                cause);
        assertEquals(before, segmentsAndMarks(), "files of a version that has no room");
        assertEquals(Push.State.FETCHING, ring.state(version));
        assertAllServe(1);
        disk.free();
        ring.awaitServed(version);
        assertAllServe(2);
        ring.await("its end", () -> ring.state(version) == Push.State.DONE);
    }

    private List<String> segmentsAndMarks() throws IOException {
        return disk.list().stream()
                .filter(name -> name.startsWith("segment") || name.startsWith("held-"))
                .toList();
    }

    /** All is fetched, but the decision cannot be made durable. */
    @Test
    void aNodeThatCannotWriteTheDecisionServesTheVersionBeforeAndSaysSo() throws IOException {
        disk.fill("decision", false);
        ring.next();
        int version = ring.ring().push(OptionalInt.empty(), false).version();
        ring.await("the other node", () -> ring.nodes().getFirst().serving() == version);
        ring.await("the cause", () -> report(version).cause().contains("No space left on device"));
        assertEquals(VersionReport.State.READY, report(version).state());
        assertEquals(1, ring.nodes().getLast().serving());
        assertAllServe(2);
        disk.free();
        ring.awaitServed(version);
        ring.await("a report without a cause", () -> report(version).cause().isEmpty());
    }

    /** It opens files and writes none. */
    @Test
    void aNodeStartsWithAFullDisk() throws IOException {
        ring.stop(1);
        disk.fill("", true);
        ring.nodes().add(ring.start(1, disk));
        assertEquals(1, ring.nodes().getLast().serving());
        assertServes(ring.nodes().getLast(), 1);
        disk.free();
        ring.next();
        ring.push();
        assertServes(ring.nodes().getLast(), 2);
    }
}
