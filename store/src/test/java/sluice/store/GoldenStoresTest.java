package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.dictionary.Dictionary;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Stores of every released format are opened: their bytes stand in recipes, each with the digest
 * that its graph had when it was written.
 */
class GoldenStoresTest {
    private static final String FORMATS = "format-1-numbers";

    /** A store as its recipe says: {@code hash DIGEST NODES LINKS}, then files in hexadecimal. */
    private record Recipe(GraphHash hash, Map<String, byte[]> files) {
        static Recipe read(String name) throws IOException {
            String resource = "golden/" + name + ".txt";
            String digest = "";
            long nodes = 0;
            long links = 0;
            Map<String, ByteArrayOutputStream> files = new LinkedHashMap<>();
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            try (InputStream text = GoldenStoresTest.class.getResourceAsStream(resource)) {
                String all =
                        new String(
                                Objects.requireNonNull(text, resource).readAllBytes(),
                                StandardCharsets.UTF_8);
                for (String line : all.lines().toList()) {
                    String[] words = line.split(" ");
                    switch (words[0]) {
                        case "#" -> {}
                        case "hash" -> {
                            digest = words[1];
                            nodes = Long.parseLong(words[2]);
                            links = Long.parseLong(words[3]);
                        }
                        case "file" -> {
                            file = new ByteArrayOutputStream();
                            files.put(words[1], file);
                        }
                        default -> file.writeBytes(HexFormat.of().parseHex(line));
                    }
                }
            }
            Map<String, byte[]> bytes = new LinkedHashMap<>();
            files.forEach((key, value) -> bytes.put(key, value.toByteArray()));
            return new Recipe(new GraphHash(digest, nodes, links, true), bytes);
        }

        Storage build() throws IOException {
            Storage storage = MemoryStorage.create();
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                try (Storage.Sink sink = storage.create(file.getKey())) {
                    StorageFiles.writeFully(sink, ByteBuffer.wrap(file.getValue()));
                    sink.sync();
                }
            }
            storage.syncDirectory();
            return storage;
        }

        int manifestFormat() {
            return ByteBuffer.wrap(Objects.requireNonNull(files.get("manifest"))).getInt(8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "format-1-numbers",
                "format-2-numbers",
                "format-2-names",
                "format-3-facts",
                "format-4-version"
            })
    void aStoreOfAnEarlierFormatIsReadAndSound(String name) throws IOException {
        Recipe recipe = Recipe.read(name);
        assertEquals(name.charAt("format-".length()) - '0', recipe.manifestFormat());
        Storage storage = recipe.build();
        assertEquals(
                List.of(), StoreVerifier.verify(storage, StoreVerifier.Options.DEFAULT).findings());
        try (StoreReader reader = StoreReader.open(storage);
                Dictionary names = Dictionary.open(storage, reader.manifest().nameFiles())) {
            assertEquals(recipe.hash(), GraphHash.of(reader, names, 1, new ScanProgress()));
        }
    }

    @Test
    void everyFormatThatIsReadHasARecipe() throws IOException {
        List<Integer> formats = new ArrayList<>();
        for (String name :
                List.of(FORMATS, "format-2-numbers", "format-3-facts", "format-4-version")) {
            formats.add(Recipe.read(name).manifestFormat());
        }
        assertEquals(List.of(1, 2, 3, ManifestFile.FORMAT_VERSION), formats);
    }

    @Test
    void answersOfTheFirstFormatAreWhatTheyWere() throws IOException {
        try (StoreReader reader = StoreReader.open(Recipe.read(FORMATS).build())) {
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
        Recipe recipe = Recipe.read(FORMATS);
        byte[] manifest = Objects.requireNonNull(recipe.files().get("manifest"));
        ByteBuffer.wrap(manifest).putInt(8, ManifestFile.FORMAT_VERSION + 1);
        CRC32C crc = new CRC32C();
        crc.update(manifest, 0, manifest.length - Integer.BYTES);
        ByteBuffer.wrap(manifest).putInt(manifest.length - Integer.BYTES, (int) crc.getValue());
        Storage storage = recipe.build();
        SluiceException newer =
                assertThrows(SluiceException.class, () -> StoreReader.open(storage));
        assertEquals(ErrorCode.STORE, newer.code());
        assertTrue(
                String.valueOf(newer.getMessage()).contains("install a newer one"),
                newer::getMessage);
    }
}
