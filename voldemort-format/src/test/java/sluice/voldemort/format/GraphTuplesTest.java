package sluice.voldemort.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;

/** Rows as keys and values, and these as text. */
class GraphTuplesTest {
    private final List<String> keys = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();

    private GraphTuples tuples() {
        GraphTuples.Target target =
                (key, value) -> {
                    keys.add(HexFormat.of().formatHex(key));
                    values.add(value);
                };
        return new GraphTuples(target, target);
    }

    private static Link link(long id1, long type, long id2, int dataBytes) {
        return new Link(id1, type, id2, Visibility.VISIBLE, 1, 2, new byte[dataBytes]);
    }

    @Test
    void aNodeAndAListAreTheBytesOfThePage() throws IOException {
        GraphTuples tuples = tuples();
        tuples.node(new Node(7, 1, 3, 49, "d".getBytes(StandardCharsets.UTF_8)));
        tuples.link(new Link(7, 2, 9, Visibility.HIDDEN, 5, -1, new byte[] {65}));
        tuples.finish();
        assertEquals(
                List.of("0000000000000007", "00000000000000070000000000000002" + "00000000"), keys);
        assertEquals(
                "0000000000000001" + "0000000000000003" + "0000000000000031" + "64",
                HexFormat.of().formatHex(values.getFirst()));
        assertEquals(
                "0000000000000009"
                        + "ffffffffffffffff"
                        + "0000000000000005"
                        + "00"
                        + "00000001"
                        + "41",
                HexFormat.of().formatHex(values.getLast()));
    }

    @Test
    void aLongListIsInPiecesAndALinkIsNeverDivided() throws IOException {
        GraphTuples tuples = tuples();
        tuples.link(link(1, 0, 5, 700_000));
        tuples.link(link(1, 0, 6, 700_000));
        tuples.link(link(1, 0, 7, 2_000_000));
        tuples.link(link(1, 1, 7, 1));
        // A list of many links comes in several turns of its id1, one for each bucket.
        tuples.link(link(1, 0, 8, 1));
        tuples.link(link(2, 0, 8, 1));
        tuples.finish();
        String one = "0000000000000001";
        String zero = "0000000000000000";
        assertEquals(
                List.of(
                        one + zero + "00000000",
                        one + zero + "00000001",
                        one + zero + "00000002",
                        one + one + "00000000",
                        one + zero + "00000003",
                        "0000000000000002" + zero + "00000000"),
                keys);
        assertEquals(2_000_000 + GraphTuples.LINK_HEADER_BYTES, values.get(2).length);
    }

    @Test
    void textQuotesWhatItMust() throws IOException {
        byte[] data = "a \"b\",\n".getBytes(StandardCharsets.UTF_8);
        ByteBuffer value = ByteBuffer.allocate(24 + data.length);
        value.putLong(-1).putLong(2).putLong(3).put(data);
        assertEquals(
                "id,type,time,version,data\n7,18446744073709551615,3,2,\"a \"\"b\"\",\n\"\n",
                text(ByteBuffer.allocate(8).putLong(7).array(), value.array()));
    }

    @Test
    void otherKeysAndCutValuesAreRefusedByName() {
        byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
        refused("found a key of 5 bytes at key 68656c6c6f", hello, new byte[30]);
        refused("a node of 23 bytes", new byte[8], new byte[23]);
        refused("a link of 28 bytes", new byte[20], new byte[28]);
        byte[] link = new byte[29];
        link[28] = 1;
        refused("a link with data of 1 bytes", new byte[20], link);
    }

    private static void refused(String message, byte[] key, byte[] value) {
        SluiceException refused = assertThrows(SluiceException.class, () -> text(key, value));
        String said = String.valueOf(refused.getMessage());
        assertTrue(said.startsWith("here: ") && said.contains(message), said);
    }

    private static String text(byte[] key, byte[] value) throws IOException {
        MemoryStorage directory = MemoryStorage.create();
        ChunkName name = new ChunkName(0, 0, 0);
        try (ChunkOutput writer = new ChunkOutput(directory, name, Checksum.NONE)) {
            writer.add(
                    KeyPlaces.indexHash(KeyPlaces.md5(key)),
                    List.of(new ChunkOutput.Tuple(key, value)));
            writer.finish();
        }
        try (ChunkText text = ChunkText.open("here", directory, name.dataFile())) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
