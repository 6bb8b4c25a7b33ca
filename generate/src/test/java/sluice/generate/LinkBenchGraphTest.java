package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.model.SluiceException;

class LinkBenchGraphTest {
    private static final long NOW = LinkBenchOptions.NOW_MILLIS;

    private static LinkBenchGraph graph(long ids, Profile profile) throws IOException {
        return LinkBenchGraph.open(LinkBenchOptions.shipped(ids, profile));
    }

    private static String line(long id1, long type, long id2, long time, byte[] data, int length) {
        return id1 + " " + type + " " + id2 + " " + time + " " + Digest.crc(data, length);
    }

    @Test
    void linksAndNodesOfASeedAreWhatTheyWere() throws IOException {
        LinkBenchGraph graph = graph(1_000_000, Profile.CORRECTED);
        Digest links = new Digest();
        graph.links(
                0,
                (id1, type, id2, time, data, length) ->
                        links.line(line(id1, type, id2, time, data, length)));
        assertEquals(
                "a3da0c2c03d8a25a49044c813a7b4e86d2210b8017fdf2a219b6dd74da1634d8", links.hex());
        Digest nodes = new Digest();
        graph.nodes(
                1,
                (id, type, version, time, data, length) ->
                        nodes.line(
                                id
                                        + " "
                                        + type
                                        + " "
                                        + version
                                        + " "
                                        + time
                                        + " "
                                        + Digest.crc(data, length)));
        assertEquals(
                "a77c0e108e28b8471518ce2cf2463e7027cb11e6c2ad7182835d1d8c90aa7275", nodes.hex());
    }

    @Test
    void oneStreamBeginsWithTheLinksAndNodesOfTheOriginal() throws IOException {
        StringBuilder rows = new StringBuilder();
        graph(1_000_000, Profile.LEGACY)
                .linksOfOneStream(
                        1,
                        9,
                        new Random(12345),
                        (id1, type, id2, _, data, length) ->
                                rows.append(id1)
                                        .append(' ')
                                        .append(type - 123456789)
                                        .append(' ')
                                        .append(id2)
                                        .append(' ')
                                        .append(length)
                                        .append(' ')
                                        .append(Digest.crc(data, length))
                                        .append('\n'));
        assertEquals(
                """
                2 0 2 7 f07d8f94
                3 0 3 14 b0ffc852
                7 0 7 3 7b20f7b
                8 0 8 4 7d3e699e
                9 0 9 15 51a41e65
                """,
                rows.toString());
        rows.setLength(0);
        graph(1_000_000, Profile.LEGACY)
                .nodesOfOneStream(
                        1,
                        3,
                        new Random(12345),
                        (_, _, _, _, data, length) ->
                                rows.append(length)
                                        .append(' ')
                                        .append(Digest.crc(data, length))
                                        .append('\n'));
        assertEquals("106 402f36e7\n231 9217c147\n382 e43f024f\n", rows.toString());
    }

    @Test
    void linkCountsFollowTheProfile() throws IOException {
        LinkBenchGraph legacy = graph(1000, Profile.LEGACY);
        LinkBenchGraph corrected = graph(1000, Profile.CORRECTED);
        long[][] counts = {{0, 0, 0}, {1, 1, 0}, {2, 1, 1}, {3, 2, 1}, {961_963, 480_982, 480_981}};
        for (long[] count : counts) {
            assertEquals(count[1], corrected.linkCount(count[0], 0));
            assertEquals(count[2], corrected.linkCount(count[0], 1));
        }
        long[][] legacyCounts = {{0, 0, 0}, {1, 1, 0}, {2, 2, 1}, {3, 2, 2}, {4, 3, 3}, {5, 3, 3}};
        for (long[] count : legacyCounts) {
            assertEquals(count[1], legacy.linkCount(count[0], 0));
            assertEquals(count[2], legacy.linkCount(count[0], 1));
        }
    }

    @Test
    void linksGoToTheIdsThatFollowWithPrintableDataInTheLastFiftyDays() throws IOException {
        LinkBenchGraph graph = graph(1000, Profile.CORRECTED);
        long[] rows = new long[1];
        long[] next = {0, 0, 0};
        graph.forEachLink(
                (id1, type, id2, time, data, length) -> {
                    next[2] = next[0] == id1 && next[1] == type ? next[2] + 1 : id1;
                    next[0] = id1;
                    next[1] = type;
                    assertEquals(next[2], id2);
                    assertTrue(time >= NOW - (1L << 32) && time < NOW);
                    assertTrue(length <= 254);
                    for (int i = 0; i < length; i++) {
                        assertTrue(data[i] >= 32 && data[i] <= 100);
                    }
                    rows[0]++;
                });
        long expected = 0;
        for (long id = 1; id <= 1000; id++) {
            expected += graph.degree(id);
        }
        assertEquals(expected, rows[0]);
        assertEquals(963_593, rows[0], 1000);
    }

    @Test
    void nodesHaveEachIdOnceAndBytesWithoutTabOrLineEnd() throws IOException {
        long[] last = new long[1];
        long[] bytes = new long[1];
        graph(10_000, Profile.CORRECTED)
                .forEachNode(
                        (id, type, version, time, data, length) -> {
                            assertEquals(++last[0], id);
                            assertEquals(2048, type);
                            assertEquals(1, version);
                            assertEquals(NOW / 1000, time);
                            for (int i = 0; i < length; i++) {
                                assertTrue(
                                        Byte.toUnsignedInt(data[i]) >= 50
                                                && Byte.toUnsignedInt(data[i]) <= 220);
                            }
                            bytes[0] += length;
                        });
        assertEquals(10_000, last[0]);
        assertEquals(210.86, bytes[0] / 10_000.0, 8);
    }

    @Test
    void randomId2StaysBelowItsMaximum() throws IOException {
        LinkBenchGraph graph =
                LinkBenchGraph.open(
                        LinkBenchOptions.of(Map.of("ids", "1000", "random-id2-max", "50")));
        long[] highest = new long[1];
        graph.forEachLink(
                (_, _, id2, _, _, _) -> {
                    assertTrue(id2 >= 0 && id2 < 50);
                    highest[0] = Math.max(highest[0], id2);
                });
        assertEquals(49, highest[0]);
    }

    @Test
    void optionsSayWhichValueIsWrong() {
        assertMessage(Map.of("ids", "many"), "--ids: \"many\" is not COUNT; expected 1 or more");
        assertMessage(
                Map.of("ids", "0"), "ids do not fit: ids=0 first-id=1, expected at least 1 and 0");
        assertMessage(
                Map.of("profile", "new"),
                "--profile: \"new\" is not PROFILE; expected legacy or corrected");
        assertMessage(
                Map.of("size", "1"),
                "no option --size; there are [ids, first-id, profile, link-types, random-id2-max,"
                        + " link-data, node-data, seed, now, data-file]");
        assertEquals(
                LinkBenchOptions.shipped(1_000_000, Profile.CORRECTED),
                LinkBenchOptions.of(Map.of()));
    }

    private static void assertMessage(Map<String, String> values, String message) {
        assertEquals(
                message,
                assertThrows(SluiceException.class, () -> LinkBenchOptions.of(values))
                        .getMessage());
    }
}
