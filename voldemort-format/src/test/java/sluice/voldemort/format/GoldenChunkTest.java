package sluice.voldemort.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** A chunk of three keys in known bytes: written, read, and refused when damaged. */
class GoldenChunkTest {
    private static final String INDEX =
            "5d41402abc4b2a7600000000" + "7e0535868cd45dff00000014" + "fa5ad9a8557e5a8400000029";
    private static final String DATA =
            "0001000000050000000568656c6c6f776f726c64"
                    + "00010000000800000003000000000000002a78797a"
                    + "0001000000080000000200000000000000010002";
    private static final Map<String, String> TUPLES =
            Map.of(
                    "68656c6c6f", "776f726c64",
                    "000000000000002a", "78797a",
                    "0000000000000001", "0002");
    private static final PartitionOwners ONE = PartitionOwners.dealt(1, 1);

    private final MemoryStorage directory = MemoryStorage.create();

    @Test
    void theBytesAreVoldemorts() throws IOException {
        build(Checksum.MD5, new ArrayList<>(TUPLES.keySet()));
        assertEquals(INDEX, hex("0_0_0.index"));
        assertEquals(DATA, hex("0_0_0.data"));
        assertEquals(
                "{\"format\":\"ro2\",\"checksum-type\":\"md5\","
                        + "\"checksum\":\"a8d4654b3ab3c95a269047d5197f9ff6\","
                        + "\"disk_size_in_bytes\":\"97\"}",
                new String(bytes(".metadata"), StandardCharsets.UTF_8));
    }

    @Test
    void anyOrderGivesTheSameBytes() throws IOException {
        List<String> keys = new ArrayList<>(TUPLES.keySet());
        for (int seed = 0; seed < 6; seed++) {
            Collections.shuffle(keys, new Random(seed));
            for (String file : directory.list()) {
                directory.delete(file);
            }
            build(Checksum.MD5, keys);
            assertEquals(INDEX, hex("0_0_0.index"));
        }
    }

    @Test
    void checksumsOfFilesAreVoldemorts() {
        byte[] data = HexFormat.of().parseHex(DATA);
        byte[] index = HexFormat.of().parseHex(INDEX);
        assertEquals("ef32718e3e537c002819e46be96e01ce", digest(Checksum.MD5, data));
        assertEquals("e9159b83d26560fd2f6dfcad1ecebf25", digest(Checksum.MD5, index));
        assertEquals("000000002a2ccd69", digest(Checksum.CRC32, data));
        assertEquals("000000003f68a626", digest(Checksum.CRC32, index));
        assertEquals("", digest(Checksum.NONE, data));
        assertEquals(16, digest(Checksum.ADLER32, data).length());
    }

    private static String digest(Checksum kind, byte[] bytes) {
        Checksum.Running digest = kind.start();
        digest.update(bytes, 0, bytes.length);
        return HexFormat.of().formatHex(digest.take());
    }

    @Test
    void aChunkOfVoldemortIsRead() throws IOException {
        plant();
        try (ReadOnlyVersion version = ReadOnlyVersion.open(directory)) {
            version.verify();
            for (Map.Entry<String, String> tuple : TUPLES.entrySet()) {
                byte[] key = HexFormat.of().parseHex(tuple.getKey());
                byte[] value = version.get(key, 1).orElseThrow();
                assertEquals(tuple.getValue(), HexFormat.of().formatHex(value));
            }
            assertTrue(version.get("nobody".getBytes(StandardCharsets.UTF_8), 1).isEmpty());
            assertEquals(Set.of(new ReadOnlyVersion.Bucket(0, 0)), version.buckets());
            List<String> keys = new ArrayList<>();
            version.scanPrimaries((key, _) -> keys.add(HexFormat.of().formatHex(key)));
            assertEquals(List.of("68656c6c6f", "000000000000002a", "0000000000000001"), keys);
        }
    }

    @Test
    void everyFlippedBitIsFound() throws IOException {
        plant();
        for (String file : List.of("0_0_0.index", "0_0_0.data")) {
            byte[] good = bytes(file);
            for (int bit = 0; bit < good.length * Byte.SIZE; bit++) {
                byte[] damaged = good.clone();
                damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                replace(file, damaged);
                assertThrows(CorruptFileException.class, this::openAndVerify, file + " bit " + bit);
            }
            replace(file, good);
        }
        openAndVerify();
    }

    @Test
    void filesThatAreMissingCutOrTooLongAreRefusedWhenOpened() throws IOException {
        for (String file : List.of("0_0_0.index", "0_0_0.data", ".metadata")) {
            plant();
            directory.delete(file);
            refused("missing");
        }
        plant();
        byte[] index = bytes("0_0_0.index");
        replace("0_0_0.index", Arrays.copyOf(index, index.length - 1));
        refused("multiple of 12");
        plant();
        replace("0_0_0.data", new byte[29]);
        refused("29 bytes for 3 entries");
        plant();
        replace("0_0_0.index", new byte[0]);
        refused("61 bytes for 0 entries");
        plant();
        directory.rename("0_0_0.index", "0_0_1.index");
        directory.rename("0_0_0.data", "0_0_1.data");
        refused("chunk 0 is missing");
        plant();
        replace(".metadata", "{\"format\":\"ro1\"}".getBytes(StandardCharsets.UTF_8));
        refused("expected ro2");
        replace(".metadata", "no json".getBytes(StandardCharsets.UTF_8));
        refused("no object");
    }

    @Test
    void aLostPartitionIsNotAnEmptyOne() throws IOException {
        plant();
        Set<ReadOnlyVersion.Bucket> expected =
                Set.of(new ReadOnlyVersion.Bucket(0, 0), new ReadOnlyVersion.Bucket(3, 1));
        CorruptFileException refused =
                assertThrows(
                        CorruptFileException.class,
                        () -> ReadOnlyVersion.open(directory, expected));
        assertEquals("3_1_0.data", refused.file());
    }

    @Test
    void anExtraChunkIsFoundByTheChecksum() throws IOException {
        plant();
        replace("1_0_0.index", new byte[0]);
        replace("1_0_0.data", new byte[0]);
        assertThrows(CorruptFileException.class, this::openAndVerify);
    }

    private void refused(String finding) throws IOException {
        CorruptFileException refused =
                assertThrows(CorruptFileException.class, () -> ReadOnlyVersion.open(directory));
        assertTrue(refused.finding().contains(finding), refused::finding);
    }

    private void openAndVerify() throws IOException {
        try (ReadOnlyVersion version = ReadOnlyVersion.open(directory)) {
            version.verify();
        }
    }

    private void build(Checksum checksum, List<String> keys) throws IOException {
        StoreBuilder.Layout layout = new StoreBuilder.Layout(ONE, 1, 1, checksum);
        MemoryStorage spill = MemoryStorage.create();
        try (StoreBuilder builder = new StoreBuilder(layout, spill)) {
            for (String key : keys) {
                builder.put(HexFormat.of().parseHex(key), HexFormat.of().parseHex(TUPLES.get(key)));
            }
            StoreBuilder.Result result = builder.build(_ -> directory);
            assertEquals(new StoreBuilder.Result(3, 97, 2), result);
        }
        assertEquals(List.of(), spill.list());
    }

    /** The files as Voldemort wrote them. */
    private void plant() throws IOException {
        for (String file : directory.list()) {
            directory.delete(file);
        }
        replace("0_0_0.index", HexFormat.of().parseHex(INDEX));
        replace("0_0_0.data", HexFormat.of().parseHex(DATA));
        String metadata =
                "{\"format\":\"ro2\",\"checksum-type\":\"md5\","
                        + "\"checksum\":\"a8d4654b3ab3c95a269047d5197f9ff6\","
                        + "\"disk_size_in_bytes\":\"97\"}";
        replace(".metadata", metadata.getBytes(StandardCharsets.UTF_8));
    }

    private void replace(String name, byte[] bytes) throws IOException {
        StorageFiles.publish(
                directory, name, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
    }

    private String hex(String name) throws IOException {
        return HexFormat.of().formatHex(bytes(name));
    }

    private byte[] bytes(String name) throws IOException {
        try (Storage.Source source = directory.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, buffer, 0);
            return buffer.array();
        }
    }

    @Test
    void otherFilesAreNoChunks() {
        assertFalse(ChunkName.of("0_0.index").isPresent());
        assertFalse(ChunkName.of("0_0_0.index.checksum").isPresent());
        assertEquals(new ChunkName(3, 1, 12), ChunkName.of("3_1_12.data").orElseThrow());
        assertArrayEquals(new byte[0], Checksum.NONE.start().take());
    }
}
