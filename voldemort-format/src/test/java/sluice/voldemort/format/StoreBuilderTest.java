package sluice.voldemort.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;

/** Stores of several nodes, and chunks with hashes that no real keys would bring. */
class StoreBuilderTest {
    private static final long SEED = Long.getLong("seed", 1);

    @Test
    void everyKeyIsOnAllNodesThatHoldItsPartition() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<ByteBuffer, byte[]> tuples = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            tuples.put(ByteBuffer.wrap(bytes(random, 1 + i % 20)), bytes(random, i % 50));
        }
        StoreBuilder.Layout layout =
                new StoreBuilder.Layout(PartitionOwners.dealt(8, 3), 2, 3, Checksum.CRC32);
        Map<Integer, MemoryStorage> nodes = build(layout, tuples);
        Map<Integer, ReadOnlyVersion> open = new TreeMap<>();
        try {
            for (Map.Entry<Integer, MemoryStorage> node : nodes.entrySet()) {
                ReadOnlyVersion version =
                        ReadOnlyVersion.open(node.getValue(), expected(layout, node.getKey()));
                open.put(node.getKey(), version);
                version.verify();
            }
            for (Map.Entry<ByteBuffer, byte[]> tuple : tuples.entrySet()) {
                byte[] key = tuple.getKey().array();
                int partition = KeyPlaces.masterPartition(key, 8);
                for (int replica : layout.topology().replicas(partition, 2)) {
                    ReadOnlyVersion node = open.get(layout.topology().owner(replica));
                    assertArrayEquals(tuple.getValue(), node.get(key, 8).orElseThrow());
                }
            }
            Map<ByteBuffer, byte[]> scanned = new HashMap<>();
            for (ReadOnlyVersion version : open.values()) {
                version.scanPrimaries(
                        (key, value) ->
                                assertEquals(null, scanned.put(ByteBuffer.wrap(key), value)));
            }
            assertEquals(tuples.keySet(), scanned.keySet());
        } finally {
            for (ReadOnlyVersion version : open.values()) {
                version.close();
            }
        }
    }

    @Test
    void anEmptyValueIsNotAnAbsentKey() throws IOException {
        StoreBuilder.Layout layout =
                new StoreBuilder.Layout(PartitionOwners.dealt(1, 1), 1, 1, Checksum.MD5);
        MemoryStorage node =
                build(layout, Map.of(ByteBuffer.wrap(new byte[] {7}), new byte[0])).get(0);
        try (ReadOnlyVersion version = ReadOnlyVersion.open(node)) {
            assertEquals(0, version.get(new byte[] {7}, 1).orElseThrow().length);
            assertEquals(Optional.empty(), version.get(new byte[] {8}, 1));
        }
    }

    @Test
    void aKeyWithTwoValuesIsNamedAndOneGivenTwiceIsKept() throws IOException {
        StoreBuilder.Layout layout =
                new StoreBuilder.Layout(PartitionOwners.dealt(1, 1), 1, 1, Checksum.MD5);
        byte[] key = {1, 2};
        try (StoreBuilder builder = new StoreBuilder(layout, MemoryStorage.create())) {
            builder.put(key, new byte[] {3});
            builder.put(key, new byte[] {3});
            assertEquals(1, builder.build(_ -> MemoryStorage.create()).keys());
            builder.put(key, new byte[] {4});
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () -> builder.build(_ -> MemoryStorage.create()));
            assertTrue(String.valueOf(refused.getMessage()).contains("0102"));
        }
    }

    @Test
    void twoKeysOfOneHashAreToldApart() throws IOException {
        MemoryStorage directory = MemoryStorage.create();
        ChunkName name = new ChunkName(0, 0, 0);
        long hash = 0x8000_0000_0000_0001L;
        try (ChunkOutput writer = new ChunkOutput(directory, name, Checksum.MD5)) {
            writer.add(5, List.of(tuple(1, 10)));
            writer.add(hash, List.of(tuple(2, 20), tuple(3, 30)));
            assertThrows(
                    IllegalArgumentException.class, () -> writer.add(hash, List.of(tuple(4, 40))));
            writer.finish();
        }
        try (OpenChunk chunk = OpenChunk.open(directory, name)) {
            assertArrayEquals(new byte[] {20}, chunk.get(hash, new byte[] {2}).orElseThrow());
            assertArrayEquals(new byte[] {30}, chunk.get(hash, new byte[] {3}).orElseThrow());
            assertEquals(Optional.empty(), chunk.get(hash, new byte[] {4}));
            assertEquals(2, chunk.entries());
        }
    }

    @Test
    void bothSearchesFindTheSameInAnyIndex() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 200; round++) {
            // Some share their upper halves, and all have any first bit.
            TreeSet<Long> hashes = new TreeSet<>(Long::compareUnsigned);
            long shared = random.nextLong() << Integer.SIZE;
            int count = random.nextInt(60);
            for (int i = 0; i < count; i++) {
                hashes.add(i % 3 == 0 ? shared | random.nextInt(20) : random.nextLong());
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment index = index(arena, hashes);
                for (long hash : hashes) {
                    long offset = IndexSearch.find(index, hash);
                    assertTrue(offset >= 0);
                    assertEquals(offset, IndexSearch.find(index, hash, 0));
                    assertEquals(offset, IndexSearch.find(index, hash, Integer.MAX_VALUE));
                    long absent = hash + 1;
                    if (!hashes.contains(absent)) {
                        assertEquals(-1, IndexSearch.find(index, absent));
                        assertEquals(-1, IndexSearch.find(index, absent, 0));
                    }
                }
            }
        }
    }

    private static MemorySegment index(Arena arena, Set<Long> hashes) {
        ByteBuffer entries = ByteBuffer.allocate(hashes.size() * ChunkOutput.ENTRY_BYTES);
        int offset = 0;
        for (long hash : hashes) {
            entries.putLong(hash).putInt(offset++);
        }
        MemorySegment index = arena.allocate(Math.max(1, entries.capacity()));
        MemorySegment.copy(MemorySegment.ofArray(entries.array()), 0, index, 0, entries.capacity());
        return index.asSlice(0, entries.capacity());
    }

    private static ChunkOutput.Tuple tuple(int key, int value) {
        return new ChunkOutput.Tuple(new byte[] {(byte) key}, new byte[] {(byte) value});
    }

    private static Set<ReadOnlyVersion.Bucket> expected(StoreBuilder.Layout layout, int node) {
        Set<ReadOnlyVersion.Bucket> buckets = new TreeSet<>();
        for (int partition = 0; partition < layout.topology().partitions(); partition++) {
            List<Integer> holders = layout.topology().replicas(partition, layout.replicas());
            for (int replica = 0; replica < holders.size(); replica++) {
                if (layout.topology().owner(holders.get(replica)) == node) {
                    buckets.add(new ReadOnlyVersion.Bucket(partition, replica));
                }
            }
        }
        return buckets;
    }

    private static Map<Integer, MemoryStorage> build(
            StoreBuilder.Layout layout, Map<ByteBuffer, byte[]> tuples) throws IOException {
        Map<Integer, MemoryStorage> nodes = new LinkedHashMap<>();
        for (int node : layout.topology().nodes()) {
            nodes.put(node, MemoryStorage.create());
        }
        Storage spill = MemoryStorage.create();
        try (StoreBuilder builder = new StoreBuilder(layout, spill)) {
            for (Map.Entry<ByteBuffer, byte[]> tuple : tuples.entrySet()) {
                builder.put(tuple.getKey().array(), tuple.getValue());
            }
            assertEquals(tuples.size(), builder.build(nodes::get).keys());
        }
        return nodes;
    }

    private static byte[] bytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Arrays.copyOf(bytes, length);
    }
}
