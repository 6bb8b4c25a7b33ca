package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.RemoteQuestions;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.storage.DirectoryStorage;

/** A node without the names of what the ring serves does not say that they are not there. */
class LateNamesTest {
    private static final int IDS = 100;

    @TempDir Path directory;

    private TestRing ring;
    private Path folder;

    @BeforeEach
    void makeARing() throws IOException {
        ring = new TestRing(directory, IDS);
        ring.nextPeople();
        ring.create(2, 2);
        ring.push();
        folder = directory.resolve("data-1");
    }

    @AfterEach
    void stopNodes() throws IOException {
        ring.close();
    }

    /** The node again, on a disk without room for files that begin with {@code prefix}. */
    private FillingDisk startOnFullDisk(String prefix) throws IOException {
        FillingDisk disk = new FillingDisk(DirectoryStorage.create(folder));
        disk.fill(prefix, false);
        ring.nodes().add(ring.start(1, disk));
        return disk;
    }

    private static int found(SluiceClient client, int age) {
        List<AskedCondition> condition =
                List.of(new AskedCondition("age", "eq", List.of(String.valueOf(age))));
        RemoteQuestions.Found found =
                client.questions().find(FindAsk.of(condition, List.of(), IDS));
        assertTrue(found.complete());
        return found.nodes().size();
    }

    private static void assertRefused(SluiceClient client, int version, int age) {
        String words = "node n1 does not have the names of version %d yet".formatted(version);
        for (SluiceException refused :
                List.of(
                        assertThrows(SluiceException.class, () -> found(client, age)),
                        assertThrows(SluiceException.class, () -> client.questions().schema()),
                        assertThrows(
                                SluiceException.class,
                                () -> client.names().type(WrittenName.of("knows"))))) {
            assertEquals(ErrorCode.STORE, refused.code(), refused::toString);
            assertTrue(refused.getMessage().contains(words), refused::toString);
        }
    }

    @Test
    void aNodeWithoutAVersionAnswersByNumberAlone() throws IOException {
        long knows;
        try (SluiceClient client = TestRing.client(ring.nodes().getFirst())) {
            knows = client.names().type(WrittenName.of("knows")).orElseThrow();
        }
        ring.stop(1);
        empty(folder);
        FillingDisk disk = startOnFullDisk("segment");
        try (SluiceClient client = TestRing.client(ring.nodes().getLast())) {
            ring.await("what the ring serves", () -> answers(client, knows));
            assertRefused(client, 1, 1003);
            disk.free();
            ring.awaitServed(1);
            assertEquals(IDS / 10, found(client, 1003));
        }
    }

    private static boolean answers(SluiceClient client, long knows) {
        try {
            return client.count(5, knows).value() == 1;
        } catch (SluiceException e) {
            return false;
        }
    }

    /** It has the version before, and no room for that which the ring serves. */
    @Test
    void aNodeThatIsBehindAnswersByNameOnceItHasCaughtUp() throws IOException {
        ring.stop(1);
        Path before = Files.createDirectory(directory.resolve("before"));
        copy(folder, before);
        ring.nodes().add(ring.start(1, DirectoryStorage.create(folder)));
        ring.nextPeople();
        ring.push();
        ring.stop(1);
        empty(folder);
        copy(before, folder);
        FillingDisk disk = startOnFullDisk("segment");
        try (SluiceClient client = TestRing.client(ring.nodes().getLast())) {
            ring.await("what the ring serves", () -> isRefused(client));
            assertRefused(client, 2, 2003);
            disk.free();
            ring.awaitServed(2);
            assertEquals(IDS / 10, found(client, 2003));
        }
    }

    private static boolean isRefused(SluiceClient client) {
        try {
            found(client, 1003);
            return false;
        } catch (SluiceException e) {
            return true;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    /** It has the version, and cannot keep that it is the one to serve. */
    @Test
    void aNodeThatCannotKeepTheDecisionAnswersByNameOfWhatTheRingServes() throws IOException {
        ring.stop(1);
        FillingDisk disk = startOnFullDisk("decision");
        try (SluiceClient client = TestRing.client(ring.nodes().getLast())) {
            assertEquals(IDS / 10, found(client, 1003));
            ring.nextPeople();
            int version = ring.ring().push(OptionalInt.empty(), false).version();
            ring.await("the other node", () -> ring.nodes().getFirst().serving() == version);
            ring.await("what the ring serves", () -> found(client, 2003) == IDS / 10);
            assertEquals(1, ring.nodes().getLast().serving());
            disk.free();
            ring.awaitServed(version);
            assertEquals(IDS / 10, found(client, 2003));
        }
    }
}
