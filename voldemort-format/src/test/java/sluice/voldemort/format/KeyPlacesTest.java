package sluice.voldemort.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values that Voldemort's own functions give. */
class KeyPlacesTest {
    private static final PartitionOwners FOUR =
            new PartitionOwners(List.of(0, 0, 1, 1, 2, 2, 3, 3));

    @ParameterizedTest
    @CsvSource({
        "61, -468965076, 4, 4, 0cc175b9c0f1b6a8, 0, 1",
        "68656c6c6f, 1335831723, 3, 11, 5d41402abc4b2a76, 0, 2",
        "0000000000000001, -1696501806, 6, 14, fa5ad9a8557e5a84, 2, 0",
        "000000000000002a, -2115942281, 1, 9, 7e0535868cd45dff, 0, 2"
    })
    void keysArePlacedAsVoldemortPlacesThem(
            String hex, int fnv, int of8, int of16, String hash, int of3, int of4) {
        byte[] key = HexFormat.of().parseHex(hex);
        byte[] md5 = KeyPlaces.md5(key);
        assertEquals(fnv, KeyPlaces.fnv1a(key));
        assertEquals(of8, KeyPlaces.masterPartition(key, 8));
        assertEquals(of16, KeyPlaces.masterPartition(key, 16));
        assertEquals(hash, HexFormat.of().toHexDigits(KeyPlaces.indexHash(md5)));
        assertEquals(of3, KeyPlaces.chunk(md5, 3));
        assertEquals(of4, KeyPlaces.chunk(md5, 4));
    }

    @Test
    void theLowestNumberIsTheFirstChunk() {
        byte[] md5 = ByteBuffer.allocate(16).putInt(Integer.MIN_VALUE).array();
        assertEquals(0, KeyPlaces.chunk(md5, 7));
    }

    @Test
    void anEmptyKeyHasThePartitionOfTheStart() {
        byte[] none = "".getBytes(StandardCharsets.UTF_8);
        assertEquals(0x811C9DC5, KeyPlaces.fnv1a(none));
        assertEquals(-(0x811C9DC5) % 8, KeyPlaces.masterPartition(none, 8));
    }

    @Test
    void replicasAreTheNextNodesClockwise() {
        assertEquals(List.of(0, 2), FOUR.replicas(0, 2));
        assertEquals(List.of(6, 0), FOUR.replicas(6, 2));
        assertEquals(4, FOUR.replicas(0, 9).size(), "no more than there are nodes");
    }

    @Test
    void zonesHaveTheReplicasThatTheyWant() {
        Map<Integer, Integer> zones = Map.of(0, 0, 1, 0, 2, 1, 3, 1);
        assertEquals(List.of(0, 4), FOUR.zoneReplicas(0, 2, zones, Map.of(0, 1, 1, 1)));
        assertEquals(List.of(1, 2), FOUR.zoneReplicas(1, 2, zones, Map.of(0, 2)));
        assertEquals(List.of(5, 0), FOUR.zoneReplicas(5, 2, zones, Map.of(0, 1, 1, 1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> FOUR.zoneReplicas(0, 3, zones, Map.of(0, 1, 1, 1)));
    }

    @Test
    void partitionsAreDealtToAllNodes() {
        PartitionOwners dealt = PartitionOwners.dealt(8, 3);
        assertEquals(8, dealt.partitions());
        assertEquals(3, dealt.nodes().size());
        IntStream.range(0, 8).forEach(p -> assertEquals(3, dealt.replicas(p, 3).size()));
    }
}
