package sluice.load.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.model.BuildJobs;
import sluice.model.BuildJobs.State;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** What a store's directory remembers of buckets that are built elsewhere, and of where. */
class StoredJobsTest {
    private static final List<BuildJobs.Bucket> TWO =
            List.of(new BuildJobs.Bucket(0, 0, 5), new BuildJobs.Bucket(9, 0, 7));

    private final Storage storage = MemoryStorage.create();

    @Test
    void whatIsBuiltIsKnownAfterARestartAndWhatWasBeingBuiltIsNot() throws IOException {
        StoredJobs jobs = StoredJobs.open(storage);
        jobs.begin("1-a", TWO);
        assertTrue(jobs.lease(0, "a", 1));
        assertFalse(jobs.lease(0, "b", 1));
        assertTrue(jobs.lease(1, "a", 1));
        jobs.built(1, "a", 77, "there");
        assertFalse(jobs.lease(1, "a", 1));
        assertEquals(List.of(State.BUILDING, State.BUILT), states(jobs));

        StoredJobs again = StoredJobs.open(storage);
        again.begin("1-a", TWO);
        assertEquals(List.of(State.STAGED, State.BUILT), states(again));
        assertEquals(77, again.jobs().get(1).bytes());
    }

    @Test
    void anotherLoadBeginsOnlyAfterTheOneBefore() throws IOException {
        StoredJobs jobs = StoredJobs.open(storage);
        jobs.begin("1-a", TWO);
        assertThrows(SluiceException.class, () -> jobs.begin("2-b", TWO));
        jobs.built(0, "a", 1, "there");
        jobs.built(1, "a", 1, "there");
        jobs.begin("2-b", TWO);
        assertEquals(List.of(State.STAGED, State.STAGED), states(jobs));
    }

    @Test
    void whatALaterLoadDoesNotTouchIsBuiltAtOnce() throws IOException {
        StoredJobs jobs = StoredJobs.open(storage);
        jobs.begin("1-a", TWO);
        jobs.built(0, "a", 100, "there");
        jobs.built(1, "a", 20, "there");
        List<BuildJobs.Bucket> three =
                List.of(
                        new BuildJobs.Bucket(0, 0, 0, false),
                        new BuildJobs.Bucket(7, 0, 1, true),
                        new BuildJobs.Bucket(9, 0, 0, false));
        jobs.begin("2-b", three);
        assertEquals(List.of(State.BUILT, State.STAGED, State.BUILT), states(jobs));
        assertFalse(jobs.lease(0, "a", 1));
        assertTrue(jobs.lease(1, "a", 1));
        jobs.built(1, "a", 3, "there");
        StoredJobs again = StoredJobs.open(storage);
        again.begin("2-b", three);
        assertEquals(List.of(State.BUILT, State.BUILT, State.BUILT), states(again));
        assertEquals(123, again.jobs().stream().mapToLong(BuildJobs.Job::bytes).sum());
    }

    @Test
    void whatAnotherProcessWritesIsSeen() throws IOException {
        StoredJobs server = StoredJobs.open(storage);
        StoredJobs loader = StoredJobs.open(storage);
        loader.begin("1-a", TWO);
        assertEquals("1-a", server.load());
        server.begin("1-a", TWO);
        assertTrue(loader.lease(0, "a", 1));
        loader.built(0, "a", 5, "there");
        assertEquals(List.of(State.BUILT, State.STAGED), states(server));
        loader.built(1, "a", 7, "there");
        loader.begin("2-b", TWO);
        assertEquals(List.of(), server.jobs());
        assertEquals("2-b", server.load());
        server.begin("2-b", TWO);
        assertEquals(List.of(State.STAGED, State.STAGED), states(server));
    }

    @Test
    void aDamagedFileIsNotBelieved() throws IOException {
        StoredJobs.open(storage).begin("1-a", TWO);
        byte[] bytes;
        try (Storage.Source file = storage.open(StoredJobs.FILE_NAME)) {
            bytes = new byte[(int) file.lengthBytes()];
            StorageFiles.readFully(file, ByteBuffer.wrap(bytes), 0);
        }
        for (int at = 0; at < bytes.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = bytes.clone();
                damaged[at] ^= (byte) (1 << bit);
                Storage other = MemoryStorage.create();
                StorageFiles.publish(
                        other,
                        StoredJobs.FILE_NAME,
                        sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(damaged)));
                assertThrows(CorruptFileException.class, () -> StoredJobs.open(other));
            }
        }
    }

    @Test
    void aStoreKeepsTheAddressesItWasMadeWith() throws IOException {
        StoreAddresses made =
                new StoreAddresses(Optional.of("mysql://a/b"), Optional.of("hbase://c/d"));
        made.adopt(storage);
        assertEquals(made, StoreAddresses.read(storage));
        StoreAddresses otherWay =
                new StoreAddresses(Optional.of("mysql://a/b?tls=off"), Optional.of("hbase://c/d"));
        otherWay.adopt(storage);
        assertEquals(otherWay, StoreAddresses.read(storage));
        SluiceException refused =
                assertThrows(SluiceException.class, () -> StoreAddresses.NONE.adopt(storage));
        assertTrue(
                refused.getMessage().contains("--hot was mysql://a/b and is in the directory"),
                refused::getMessage);
    }

    @Test
    void aStoreThatHasDataGetsNoOtherAddress() throws IOException {
        StoredJobs.open(storage).begin("1-a", TWO);
        StoreAddresses other = new StoreAddresses(Optional.of("mysql://a/b"), Optional.empty());
        assertThrows(SluiceException.class, () -> other.adopt(storage));
        assertEquals(StoreAddresses.NONE, StoreAddresses.read(storage));
    }

    private static List<State> states(BuildJobs jobs) throws IOException {
        return jobs.jobs().stream().map(BuildJobs.Job::state).toList();
    }
}
