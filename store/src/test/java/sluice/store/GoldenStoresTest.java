package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import sluice.dictionary.Dictionary;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.GoldenStore;

/**
 * Stores of every released format are opened: their bytes stand in recipes, each with the digest
 * that its graph had when it was written.
 */
class GoldenStoresTest {
    private static final String FORMATS = "format-1-numbers";

    static final List<String> NAMES = GoldenStore.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void aStoreOfAnEarlierFormatIsReadAndSound(String name) throws IOException {
        GoldenStore recipe = GoldenStore.read(name);
        assertEquals(name.charAt("format-".length()) - '0', recipe.manifestFormat());
        Storage storage = build(recipe);
        assertEquals(
                List.of(), StoreVerifier.verify(storage, StoreVerifier.Options.DEFAULT).findings());
        try (StoreReader reader = StoreReader.open(storage);
                Dictionary names = Dictionary.open(storage, reader.manifest().nameFiles())) {
            GraphHash hash = GraphHash.of(reader, names, 1, new ScanProgress());
            assertEquals(
                    new GraphHash(
                            recipe.digest(),
                            recipe.nodes(),
                            recipe.links() - hash.properties(),
                            hash.properties(),
                            true),
                    hash);
        }
    }

    @Test
    void everyFormatThatIsReadHasARecipe() throws IOException {
        Set<Integer> formats = new TreeSet<>();
        for (String name : NAMES) {
            formats.add(GoldenStore.read(name).manifestFormat());
        }
        assertEquals(Set.of(1, 2, 3, ManifestFile.FORMAT_VERSION), formats);
    }

    @Test
    void answersOfTheFirstFormatAreWhatTheyWere() throws IOException {
        try (StoreReader reader = StoreReader.open(build(GoldenStore.read(FORMATS)))) {
            LinkList list = reader.linkList(LinkQuery.newest(1, 7, 10)).value();
            assertEquals(2, list.size(), "the hidden one is left out");
            assertEquals(List.of(4L, 2L), List.of(list.link(0).id2(), list.link(1).id2()));
            Link last = reader.link(-1, 7, 0).value().orElseThrow();
            assertEquals(Long.MAX_VALUE, last.version());
            assertEquals("last", new String(last.data(), StandardCharsets.UTF_8));
            assertEquals(1, reader.node(1).value().orElseThrow().version());
        }
    }

    @Test
    void aNewerFormatIsToldFromADamagedOne() throws IOException {
        GoldenStore recipe = GoldenStore.read(FORMATS);
        byte[] manifest = recipe.manifest();
        ByteBuffer.wrap(manifest).putInt(8, ManifestFile.FORMAT_VERSION + 1);
        CRC32C crc = new CRC32C();
        crc.update(manifest, 0, manifest.length - Integer.BYTES);
        ByteBuffer.wrap(manifest).putInt(manifest.length - Integer.BYTES, (int) crc.getValue());
        Storage storage = build(recipe);
        SluiceException newer =
                assertThrows(SluiceException.class, () -> StoreReader.open(storage));
        assertEquals(ErrorCode.STORE, newer.code());
        assertTrue(
                String.valueOf(newer.getMessage()).contains("install a newer one"),
                newer::getMessage);
    }

    private static Storage build(GoldenStore recipe) throws IOException {
        Storage storage = MemoryStorage.create();
        for (Map.Entry<String, byte[]> file : recipe.files().entrySet()) {
            try (Storage.Sink sink = storage.create(file.getKey())) {
                StorageFiles.writeFully(sink, ByteBuffer.wrap(file.getValue()));
                sink.sync();
            }
        }
        storage.syncDirectory();
        return storage;
    }
}
