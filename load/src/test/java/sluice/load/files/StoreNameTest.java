package sluice.load.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;

/** What a store's directory calls itself towards copies of its content. */
class StoreNameTest {
    private final SplittableRandom random = new SplittableRandom(1);
    private final Storage storage = MemoryStorage.create();

    @Test
    void aDirectoryKeepsTheNumberThatItDrewFirst() throws IOException {
        long name = StoreName.of(storage, random::nextLong);
        assertEquals(name, StoreName.of(storage, random::nextLong));
    }

    @Test
    void aDirectoryInThePlaceOfAnotherHasAnotherNumber() throws IOException {
        long name = StoreName.of(storage, random::nextLong);
        assertTrue(name != StoreName.of(MemoryStorage.create(), random::nextLong));
    }

    @Test
    void anyNumberIsReadBack() throws IOException {
        for (long number : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            Storage other = MemoryStorage.create();
            assertEquals(number, StoreName.of(other, () -> number));
            assertEquals(number, StoreName.of(other, () -> number + 1));
        }
    }

    @Test
    void theFileBelongsToTheStore() {
        assertTrue(StoreFiles.isOfStore(StoreName.FILE_NAME));
        assertTrue(StoreFiles.isOfLoad(StoreName.FILE_NAME));
    }

    @Test
    void theFileOfANewerVersionIsRefused() throws IOException {
        CheckedLines.publish(storage, StoreName.FILE_NAME, List.of("sluice store name 2"));
        assertThrows(SluiceException.class, () -> StoreName.of(storage, random::nextLong));
    }
}
