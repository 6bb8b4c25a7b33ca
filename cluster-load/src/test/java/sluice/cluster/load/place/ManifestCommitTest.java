package sluice.cluster.load.place;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** Two drivers of one place, and which of them may say what the store is. */
class ManifestCommitTest {
    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void driverThatWasTakenOverCannotCommitAndLearnsByWhom() throws IOException {
        StorePlace place = StorePlace.shared(storage, "p");
        try (ManifestCommit first = place.begin(driver("one"))) {
            first.commit(staging());
            assertEquals(Optional.empty(), first.superseded());
            try (ManifestCommit second = place.begin(driver("two"))) {
                assertEquals(1, second.found().orElseThrow().version());
                assertEquals(Optional.empty(), first.superseded(), "it has only looked");
                assertEquals(2, second.takeOver().version());
                String words = first.superseded().orElseThrow().getMessage();
                assertTrue(String.valueOf(words).contains("taken over by two"), words);
                SluiceException refusal =
                        assertThrows(SluiceException.class, () -> first.commit(staging()));
                assertEquals(ErrorCode.STORE, refusal.code());
                assertEquals(3, second.commit(staging()).version());
            }
        }
    }

    @Test
    void secondDriverOfADirectoryComesWhenTheFirstOneHasGone() throws IOException {
        StorePlace place = StorePlace.directory(storage, "p");
        try (ManifestCommit first = place.begin(driver("one"))) {
            assertTrue(first.isAlone());
            first.commit(staging());
            assertThrows(SluiceException.class, () -> place.begin(driver("two")));
        }
        try (ManifestCommit second = place.begin(driver("two"))) {
            assertEquals(1, second.takeOver().version());
            assertEquals(2, second.commit(staging()).version());
        }
        assertEquals(2, ManifestFile.read(storage).orElseThrow().version());
    }

    private static DriverName driver(String host) {
        return new DriverName(UUID.nameUUIDFromBytes(host.getBytes(UTF_8)), host, () -> 1);
    }

    private static Manifest staging() {
        Bucket bucket = new Bucket(0, 0, Bucket.State.STAGED, null, 0);
        return new Manifest(
                1,
                false,
                1,
                Manifest.Phase.STAGING,
                "a=b\n",
                List.of(bucket),
                List.of(),
                List.of());
    }
}
