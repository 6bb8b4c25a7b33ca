package sluice.cluster.load.place;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.WholeFiles;
import sluice.store.packed.PackedFile;
import sluice.store.packed.RunPacking;

/** Two attempts of a task that write the same file, and the temporary files of each. */
class AttemptStorageTest {
    private static final String RUN = "run-000001-000000-000000-000";

    private final MemoryStorage storage = MemoryStorage.create();
    private final StorePlace place = StorePlace.directory(storage, "p");

    @Test
    void equalBytesOfTwoAttemptsAreOneFile() throws IOException {
        publish("1", RUN, "rows");
        publish("2", RUN, "rows");
        assertEquals(List.of(RUN), storage.list());
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void otherBytesAreAnAlarmAndTheFirstOnesStay() throws IOException {
        publish("1", RUN, "rows");
        NotDeterministicException alarm =
                assertThrows(NotDeterministicException.class, () -> publish("2", RUN, "rowz"));
        assertTrue(String.valueOf(alarm.getMessage()).contains(RUN), alarm::getMessage);
        assertEquals(List.of(RUN), storage.list());
        assertEquals("rows", text(RUN));
    }

    /** The packed bytes are compared, as they are what is published. */
    @Test
    void runWhoseNameSaysSoIsPacked() throws IOException {
        String name = RunPacking.ZSTD.named(RUN);
        String rows = "rows".repeat(50_000);
        publish("1", name, rows);
        publish("2", name, rows);
        assertThrows(NotDeterministicException.class, () -> publish("3", name, rows + "z"));
        byte[] packed = WholeFiles.read(place.files(), name, 100_000).orElseThrow();
        assertTrue(packed.length < 1000, packed.length + " bytes");
        PackedFile file =
                PackedFile.open(
                        name,
                        packed.length,
                        (offset, into) ->
                                System.arraycopy(packed, (int) offset, into, 0, into.length));
        byte[] unpacked = new byte[(int) file.lengthBytes()];
        file.fetch(0, unpacked);
        assertEquals(rows, new String(unpacked, StandardCharsets.UTF_8));
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void temporaryFilesAreOfOneAttemptAndEndAsSuch() throws IOException {
        try (AttemptStorage one = new AttemptStorage(place, "1");
                AttemptStorage other = new AttemptStorage(place, "2")) {
            StorageFiles.publish(one, "keys-000001", sink -> write(sink, "mine"));
            StorageFiles.publish(other, "keys-000001", sink -> write(sink, "yours"));
            assertEquals(List.of("keys-000001"), one.list());
            assertEquals(List.of("keys-000001.1.tmp", "keys-000001.2.tmp"), storage.list());
            one.delete("keys-000001");
            assertEquals(List.of("keys-000001"), other.list());
        }
    }

    @Test
    void whatWasNotPublishedIsGoneWhenAnAttemptEnds() throws IOException {
        try (AttemptStorage attempt = new AttemptStorage(place, "1")) {
            write(attempt.create(RUN + ".tmp"), "half");
        }
        assertEquals(List.of(), storage.list());
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    private void publish(String attempt, String name, String text) throws IOException {
        try (AttemptStorage files = new AttemptStorage(place, attempt)) {
            StorageFiles.publish(files, name, sink -> write(sink, text));
        }
    }

    private static void write(Storage.Sink sink, String text) throws IOException {
        StorageFiles.writeFully(sink, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String text(String name) throws IOException {
        Optional<byte[]> bytes = WholeFiles.read(place.files(), name, 100);
        return new String(bytes.orElseThrow(), StandardCharsets.UTF_8);
    }
}
