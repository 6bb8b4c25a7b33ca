package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.StorageFiles;
import sluice.testkit.Seeds;

class ManifestFileTest {
    static final Manifest MANIFEST =
            new Manifest(
                    17,
                    true,
                    3,
                    Manifest.Phase.BUILDING,
                    "people.csv sha256:1f, Grüße",
                    List.of(
                            new Bucket(
                                    0,
                                    0,
                                    Bucket.State.BUILT,
                                    new FileEntry("segment-1", 1L << 40, -1),
                                    9),
                            new Bucket(-2, 5, Bucket.State.STAGED, null, 0)),
                    List.of(new FileEntry("run-1", 100, 1), new FileEntry("run-2", 0, 2)),
                    List.of(new FileEntry("names-1", 5, 6)));

    /** The same with a schema. */
    static final Manifest DECLARED =
            new Manifest(
                    17,
                    true,
                    3,
                    Manifest.Phase.BUILDING,
                    "people.csv sha256:1f, Grüße",
                    MANIFEST.buckets(),
                    MANIFEST.runs(),
                    MANIFEST.dictionaries(),
                    new FileEntry("schema-000003", 70, 8));

    @Test
    void readsWhatWasPublished() throws IOException {
        MemoryStorage storage =
                MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(3));
        assertEquals(Optional.empty(), ManifestFile.read(storage));
        ManifestFile.publish(storage, MANIFEST);
        assertEquals(Optional.of(MANIFEST), ManifestFile.read(storage));
        assertEquals(
                List.of("names-1", "segment-1", "run-1", "run-2"),
                MANIFEST.files().stream().map(FileEntry::name).toList());
    }

    @Test
    void readsASchemaAndWritesTheFormatThatItNeeds() throws IOException {
        assertEquals(DECLARED, ManifestFile.decode(ManifestFile.encode(DECLARED)));
        assertEquals(3, ManifestFile.encode(DECLARED)[11]);
        assertEquals(2, ManifestFile.encode(MANIFEST)[11]);
        assertEquals(
                List.of("names-1", "schema-000003", "segment-1", "run-1", "run-2"),
                DECLARED.files().stream().map(FileEntry::name).toList());
    }

    @Test
    void everyFlippedBitAndEveryTruncationIsDamage() {
        everyFlippedBitAndEveryTruncationIsDamage(ManifestFile.encode(MANIFEST));
        everyFlippedBitAndEveryTruncationIsDamage(ManifestFile.encode(DECLARED));
    }

    private static void everyFlippedBitAndEveryTruncationIsDamage(byte[] good) {
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit >>> 3] ^= (byte) (1 << (bit & 7));
            assertThrows(CorruptFileException.class, () -> ManifestFile.decode(bad), "bit " + bit);
        }
        for (int length = 0; length < good.length; length++) {
            byte[] bad = Arrays.copyOf(good, length);
            assertThrows(
                    CorruptFileException.class, () -> ManifestFile.decode(bad), "length " + length);
        }
    }

    @Test
    void readsTheMarkOfAVersionWithAndWithoutASchema() throws IOException {
        VersionMark mark = VersionMark.draft(5).sealed(6).published(7, 8, 1L << 40);
        for (Manifest unmarked : List.of(MANIFEST, DECLARED)) {
            Manifest marked = unmarked.marked(mark, 18);
            assertEquals(marked, ManifestFile.decode(ManifestFile.encode(marked)));
            assertEquals(4, ManifestFile.encode(marked)[11]);
            assertEquals(3, marked.versionNumber());
            assertEquals(0, unmarked.versionNumber());
        }
    }

    @Test
    void namesTheFormatOfANewerManifest() {
        byte[] newer = ManifestFile.encode(MANIFEST);
        newer[11] = ManifestFile.FORMAT_VERSION + 1;
        SluiceException failure =
                assertThrows(SluiceException.class, () -> ManifestFile.decode(sealed(newer)));
        assertEquals(ErrorCode.STORE, failure.code());
        assertTrue(failure.getMessage().contains("format 5"), failure.getMessage());
    }

    @Test
    void readsAManifestOfTheFirstFormat() throws IOException {
        byte[] older = ManifestFile.encode(MANIFEST);
        older[11] = 1;
        assertEquals(MANIFEST, ManifestFile.decode(sealed(older)));
    }

    @Test
    void refusesNamesThatLeadOutOfTheDirectory() throws IOException {
        byte[] bytes = ManifestFile.encode(MANIFEST);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("run-1")] = '/';
        assertThrows(CorruptFileException.class, () -> ManifestFile.decode(sealed(bytes)));
    }

    /**
     * With the checksum made right, any bytes give a manifest or a declared failure, and so do its
     * reads.
     */
    @Test
    void anyBytesGiveAManifestOrADeclaredFailure() {
        int[] opened = new int[1];
        Seeds.each(
                8,
                random -> {
                    MemoryStorage storage = MemoryStorage.create();
                    Manifest.Phase phase = Manifest.Phase.values()[random.nextInt(3)];
                    RandomStore store =
                            RandomStore.write(storage, random, phase, RandomStore.Size.SMALL);
                    byte[] good = ManifestFile.encode(store.manifest());
                    for (int i = 0; i < 100; i++) {
                        byte[] bytes = sealed(mutant(random, good));
                        StorageFiles.publish(
                                storage,
                                Manifest.FILE_NAME,
                                sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
                        opened[0] += readAll(storage, store) ? 1 : 0;
                        assertEquals(OpenHandles.NONE, storage.openHandles());
                    }
                });
        assertTrue(
                System.getProperty("seed") != null || opened[0] > 50,
                opened[0] + " could be opened");
    }

    private static boolean readAll(MemoryStorage storage, RandomStore store) throws IOException {
        try {
            StoreVerifier.verify(storage, StoreVerifier.Options.DEFAULT);
            try (StoreReader reader = StoreReader.open(storage)) {
                for (long id : store.rows().id1s()) {
                    reader.node(id);
                    reader.types(id);
                    reader.linkList(LinkQuery.newest(id, store.rows().types()[0], 10));
                }
                return true;
            }
        } catch (CorruptFileException | SluiceException e) {
            return false;
        }
    }

    private static byte[] mutant(SplittableRandom random, byte[] good) {
        byte[] bytes =
                random.nextInt(10) == 0
                        ? Arrays.copyOf(good, random.nextInt(20, good.length + 9))
                        : good.clone();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int at = random.nextInt(8, bytes.length);
            bytes[at] =
                    switch (random.nextInt(4)) {
                        case 0 -> (byte) random.nextInt(256);
                        case 1 -> (byte) (bytes[at] + random.nextInt(-2, 3));
                        case 2 -> bytes[random.nextInt(bytes.length)];
                        default -> (byte) (random.nextBoolean() ? 0x7F : -1);
                    };
        }
        return bytes;
    }

    static byte[] sealed(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putInt(12, bytes.length);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        buffer.putInt(bytes.length - 4, (int) crc.getValue());
        return bytes;
    }
}
