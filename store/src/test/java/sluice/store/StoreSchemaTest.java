package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import sluice.model.PropertyTypes;
import sluice.schema.IndexNumbers;
import sluice.schema.SchemaReader;
import sluice.schema.Tokenizer;
import sluice.segment.IndexKeys;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.StorageFiles;

class StoreSchemaTest {
    static final StoreSchema SCHEMA =
            StoreSchema.EMPTY.with(
                    SchemaReader.read(
                            "people.schema",
                            """
                            name: string @index(exact, term) @lang .
                            age: int @index(int) .
                            friend: [uid] @reverse @count .
                            [0x2] nick: [string] @index(hash) @count .
                            """),
                    predicate -> false);

    private static final long FIRST = 1L << 52;
    private static final Map<String, Long> TYPES =
            Map.of(
                    "name",
                    FIRST,
                    "age",
                    FIRST + 1,
                    "friend",
                    FIRST + 2,
                    "~friend",
                    FIRST + 3,
                    "0x2|nick",
                    FIRST + 4);

    @Test
    void readsWhatWasWritten() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry = SCHEMA.write(storage, 3);
        assertEquals("schema-000003", entry.name());
        assertEquals(SCHEMA, StoreSchema.read(storage, entry));
        assertEquals(StoreSchema.EMPTY, StoreSchema.read(storage, ManifestFileTest.MANIFEST));
    }

    @Test
    void everyFlippedBitIsDamage() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry = SCHEMA.write(storage, 1);
        byte[] good =
                (SCHEMA.schema().text() + SCHEMA.numbers().text()).getBytes(StandardCharsets.UTF_8);
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit >>> 3] ^= (byte) (1 << (bit & 7));
            StorageFiles.publish(
                    storage,
                    entry.name(),
                    sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bad)));
            assertThrows(CorruptFileException.class, () -> StoreSchema.read(storage, entry));
        }
    }

    @Test
    void numbersStayWhateverComesLater() {
        StoreSchema later =
                SCHEMA.with(
                        SchemaReader.read("b", "a: string @index(exact) .\n"), predicate -> true);
        assertEquals(SCHEMA.numbers().next(), later.numbers().numbers().get(key("a")).intValue());
        SCHEMA.numbers()
                .numbers()
                .forEach((key, number) -> assertEquals(number, later.numbers().numbers().get(key)));
    }

    private static IndexNumbers.Key key(String name) {
        return new IndexNumbers.Key(0, name, Tokenizer.EXACT);
    }

    @Test
    void keysAreNumbersAndTokensOfValues() throws IOException {
        IndexKeys keys = keys();
        long name = PropertyTypes.ofPredicate(FIRST);
        assertEquals(8, keys.numbersEnd());
        assertEquals(
                List.of(
                        "00000004" + hex("Ann Lee"),
                        "00000005" + hex("ann"),
                        "00000005" + hex("lee")),
                keys(keys, name, "09" + hex("Ann Lee")));
        assertEquals(
                List.of("00000004" + hex("fr") + "1f" + hex("Anne"), "00000005" + hex("anne")),
                keys(keys, name, "1905" + hex("fr-CA") + hex("Anne")));
        assertEquals(
                List.of("00000001" + "01000000000000002a"),
                keys(keys, PropertyTypes.ofPredicate(FIRST + 1), "022a"));
    }

    @Test
    void whatIsNoValueOfTheTypeHasNoKeys() throws IOException {
        IndexKeys keys = keys();
        assertEquals(List.of(), keys(keys, PropertyTypes.ofPredicate(FIRST), "022a"));
        assertEquals(List.of(), keys(keys, PropertyTypes.ofPredicate(FIRST), ""));
        assertEquals(List.of(), keys(keys, PropertyTypes.ofPredicate(FIRST), "07ff"));
        assertEquals(List.of(), keys(keys, FIRST, "0941"));
    }

    @Test
    void knowsWhichTypesHaveIndexes() {
        IndexKeys keys = keys();
        long nick = PropertyTypes.ofPredicate(FIRST + 4);
        assertTrue(keys.isIndexed(PropertyTypes.ofPredicate(FIRST)));
        assertTrue(keys.isIndexed(nick));
        assertFalse(keys.isIndexed(FIRST));
        assertFalse(keys.isIndexed(PropertyTypes.ofPredicate(FIRST + 2)));
        assertEquals(2, keys.countIndex(FIRST + 2));
        assertEquals(3, keys.countIndex(FIRST + 3));
        assertEquals(7, keys.countIndex(nick));
        assertEquals(0, keys.countIndex(PropertyTypes.ofPredicate(FIRST)));
    }

    private static IndexKeys keys() {
        return SchemaKeys.maker(
                        SCHEMA,
                        name ->
                                TYPES.containsKey(name)
                                        ? OptionalLong.of(TYPES.get(name))
                                        : OptionalLong.empty())
                .make();
    }

    private static List<String> keys(IndexKeys keys, long type, String data) throws IOException {
        byte[] row = HexFormat.of().parseHex("ffff" + data + "ff");
        List<String> found = new ArrayList<>();
        keys.keys(
                type,
                row,
                2,
                row.length - 3,
                (bytes, offset, length) ->
                        found.add(HexFormat.of().formatHex(bytes, offset, offset + length)));
        return found;
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
