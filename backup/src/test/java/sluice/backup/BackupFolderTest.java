package sluice.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.Survival;
import sluice.store.Manifest;

/** Backups share files, are compared with their checksums, and refuse what they cannot keep. */
class BackupFolderTest {
    private static final Instant TIME = Instant.parse("2026-11-24T09:00:00Z");

    private final MemoryStorage disk = MemoryStorage.create();

    private BackupFolder.Result backUp(SmallStore small) throws IOException {
        try (BackupFolder folder = BackupFolder.open(disk)) {
            return folder.backUp(small.store(), Optional.of(small.hot()), TIME, (_, _) -> {});
        }
    }

    private SmallStore restored(int number) throws IOException {
        SmallStore target = SmallStore.empty();
        restore(disk, number, target);
        return target;
    }

    private static void restore(Storage backups, int number, SmallStore target) throws IOException {
        try (BackupFolder folder = BackupFolder.openToRead(backups)) {
            folder.restore(number, target.store(), target.hot(), (_, _) -> {});
        }
    }

    @Test
    void onlyNewFilesAreCopied() throws IOException {
        BackupFolder.Result first = backUp(SmallStore.ofLoad(1));
        assertEquals(first.fileCount(), first.copiedCount());
        BackupFolder.Result again = backUp(SmallStore.ofLoad(1));
        assertEquals(2, again.number());
        assertEquals(0, again.copiedCount());
        assertEquals(first.lengthBytes(), again.lengthBytes());
        // A segment, the manifest, the ledger, CURRENT and a log; neither segment 1 nor the table.
        BackupFolder.Result second = backUp(SmallStore.ofLoad(2));
        assertEquals(5, second.copiedCount());
        assertEquals(second.lengthBytes() - 5000, second.copiedBytes());
        assertEquals(SmallStore.ofLoad(1).content(), restored(1).content());
        assertEquals(SmallStore.ofLoad(2).content(), restored(3).content());
        try (BackupFolder folder = BackupFolder.openToRead(disk)) {
            assertEquals(List.of(1, 2, 3), folder.numbers());
            assertEquals(TIME, folder.backup(3).time());
        }
    }

    @Test
    void aFileThatIsShorterThanItsManifestSaysIsNoBackup() throws IOException {
        SmallStore small = SmallStore.ofLoad(1);
        backUp(small);
        SmallStore cut = SmallStore.ofLoad(2);
        cut.store().truncate("segment-000002-000000", 2999);
        CorruptFileException failure = assertThrows(CorruptFileException.class, () -> backUp(cut));
        assertTrue(failure.getMessage().contains("expected length 3000"), failure.getMessage());
        try (BackupFolder folder = BackupFolder.openToRead(disk)) {
            assertEquals(List.of(1), folder.numbers());
        }
        assertEquals(small.content(), restored(1).content());
    }

    @Test
    void aDamagedFileIsNamedAndNoStoreIsMade() throws IOException {
        backUp(SmallStore.ofLoad(1));
        for (String name : disk.list()) {
            if (name.equals("lock")) {
                continue;
            }
            MemoryStorage damaged = disk.crash(new SplittableRandom(1), Survival.ALL);
            damaged.damage(name, 9, (byte) ~byteAt(damaged, name, 9));
            SmallStore target = SmallStore.empty();
            CorruptFileException failure =
                    assertThrows(
                            CorruptFileException.class, () -> restore(damaged, 1, target), name);
            assertEquals(name, failure.file());
            assertFalse(target.store().list().contains(Manifest.FILE_NAME), name);
        }
    }

    @Test
    void aMissingFileIsNamedAsADamagedOneIs() throws IOException {
        backUp(SmallStore.ofLoad(1));
        for (String name : disk.list()) {
            if (name.equals("lock") || name.startsWith("backup-")) {
                continue;
            }
            MemoryStorage lacking = disk.crash(new SplittableRandom(1), Survival.ALL);
            lacking.delete(name);
            SmallStore target = SmallStore.empty();
            CorruptFileException failure =
                    assertThrows(
                            CorruptFileException.class, () -> restore(lacking, 1, target), name);
            assertEquals(name, failure.file());
        }
    }

    private static byte byteAt(Storage storage, String name, long at) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            StorageFiles.readFully(source, one, at);
            return one.get(0);
        }
    }

    @Test
    void olderBackupsGoWithTheFilesThatOnlyTheyHad() throws IOException {
        backUp(SmallStore.ofLoad(1));
        backUp(SmallStore.ofLoad(2));
        try (BackupFolder folder = BackupFolder.open(disk)) {
            assertEquals(0, folder.keep(2));
            assertEquals(1, folder.keep(1));
            assertEquals(List.of(2), folder.numbers());
        }
        assertEquals(SmallStore.ofLoad(2).content(), restored(2).content());
        assertEquals(SmallStore.ofLoad(2).content().size() + 2, disk.list().size());
        SluiceException failure = assertThrows(SluiceException.class, () -> restored(1));
        assertTrue(failure.getMessage().contains("has no backup 1"), failure.getMessage());
        assertEquals(3, backUp(SmallStore.ofLoad(2)).number());
    }

    @Test
    void aFolderWithOtherFilesOrAnotherBackupIsRefused() throws IOException {
        try (BackupFolder _ = BackupFolder.open(disk)) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> BackupFolder.open(disk));
            assertTrue(failure.getMessage().contains("another backup"), failure.getMessage());
        }
        StorageFiles.publish(disk, "holiday.jpg", _ -> {});
        SluiceException failure =
                assertThrows(SluiceException.class, () -> BackupFolder.open(disk));
        assertTrue(failure.getMessage().contains("holiday.jpg"), failure.getMessage());
    }

    @Test
    void aRestoreNeedsAnEmptyFolderAndABackupAStore() throws IOException {
        backUp(SmallStore.ofLoad(1));
        SmallStore taken = SmallStore.ofLoad(2);
        SluiceException failure =
                assertThrows(SluiceException.class, () -> restore(disk, 1, taken));
        assertTrue(failure.getMessage().contains("is not empty"), failure.getMessage());
        assertEquals(SmallStore.ofLoad(2).content(), taken.content());
        assertThrows(SluiceException.class, () -> backUp(SmallStore.empty()));
    }
}
