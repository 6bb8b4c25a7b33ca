package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;

class RmatGraphTest {
    private static String digest(RmatOptions options, int threads) throws IOException {
        Digest digest = new Digest();
        RmatGraph.open(options, threads)
                .forEachLink(
                        (id1, type, id2, time, data, length) ->
                                digest.line(
                                        id1
                                                + " "
                                                + type
                                                + " "
                                                + id2
                                                + " "
                                                + time
                                                + " "
                                                + Digest.crc(data, length)));
        assertEquals(options.links(), digest.lineCount());
        return digest.hex();
    }

    private static RmatOptions options(String... pairs) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return RmatOptions.of(values);
    }

    @Test
    void linksOfASeedAreWhatTheyWere() throws IOException {
        String repeating = digest(options("scale", "12", "links", "40000"), 1);
        assertEquals("2246c8b5995706fbbda801c19d6e9213025ceee7f06ffb2d6f2739ed7131803e", repeating);
        String distinct = digest(RmatOptions.distinct(16, 200_000), 1);
        assertEquals("5de95d6c3b65a27617b0ef1949fc6cacd89b54a90ba187531269bee214d0b2ff", distinct);
    }

    @Test
    void distinctLinksAreTheSameForAnyNumberOfThreads() throws IOException {
        RmatOptions options = RmatOptions.distinct(16, 300_000);
        assertEquals(digest(options, 1), digest(options, 3));
    }

    @Test
    void seedsDiffer() throws IOException {
        assertNotEquals(
                digest(options("scale", "8", "seed", "1"), 1),
                digest(options("scale", "8", "seed", "2"), 1));
    }

    @Test
    void distinctLinksAreExactlySoManyAndAllDiffer() throws IOException {
        for (long count : new long[] {1, 100, 5_000, 150_000}) {
            Set<Long> seen = new HashSet<>();
            RmatGraph.open(RmatOptions.distinct(13, count), 2)
                    .forEachLink(
                            (id1, _, id2, _, _, _) -> {
                                assertTrue(id1 >= 0 && id1 < 1 << 13 && id2 >= 0 && id2 < 1 << 13);
                                assertTrue(seen.add(id1 << 32 | id2));
                            });
            assertEquals(count, seen.size());
        }
    }

    @Test
    void distinctLinksComeInRandomOrder() throws IOException {
        long[] last = new long[1];
        int[] rises = new int[1];
        int count = 100_000;
        RmatGraph.open(RmatOptions.distinct(14, count), 2)
                .forEachLink(
                        (id1, _, id2, _, _, _) -> {
                            rises[0] += (id1 << 32 | id2) > last[0] ? 1 : 0;
                            last[0] = id1 << 32 | id2;
                        });
        assertEquals(0.5, (double) rises[0] / count, 0.01);
    }

    @Test
    void moreLinksThanThereAreIsAnErrorThatSaysSo() {
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> RmatGraph.open(RmatOptions.distinct(6, 4_000), 1));
        assertTrue(
                failure.getMessage()
                        .matches(
                                "only \\d+ of 4000 links differ at scale 6; expected fewer links or"
                                        + " .*"),
                failure.getMessage());
    }

    @Test
    void degreesAreSpreadAsInThePlainGenerator() throws IOException {
        int scale = 14;
        int count = 150_000;
        GraphShape plain = plainShape(scale, count, new Random(3));
        RmatGraph graph = RmatGraph.open(RmatOptions.distinct(scale, count), 2);
        GraphShape shape = GraphShape.of(graph, (1 << scale) - 1);
        assertEquals(count, shape.links());
        assertEquals(plain.sources(), shape.sources(), plain.sources() * 0.02);
        assertEquals(
                plain.largestOutDegree(),
                shape.largestOutDegree(),
                plain.largestOutDegree() * 0.05);
    }

    @Test
    void inputOfTheLoadBenchmarkHasTheShapeItIsKnownBy() throws IOException {
        RmatOptions options = RmatOptions.loadBenchmark();
        GraphShape shape = GraphShape.of(RmatGraph.open(options, 2), (1 << options.scale()) - 1);
        assertEquals(new GraphShape(10_000_000, 476_151, 27_230), shape);
    }

    /**
     * R-MAT as it is described: one quadrant a level, links that were drawn before are drawn again.
     */
    private static GraphShape plainShape(int scale, int count, Random random) {
        Set<Long> links = new HashSet<>();
        Map<Long, Long> degrees = new HashMap<>();
        while (links.size() < count) {
            long id1 = 0;
            long id2 = 0;
            for (int level = 0; level < scale; level++) {
                double draw = random.nextDouble();
                id1 = 2 * id1 + (draw < 0.76 ? 0 : 1);
                id2 = 2 * id2 + (draw < 0.57 || draw >= 0.76 && draw < 0.95 ? 0 : 1);
            }
            if (links.add(id1 << 32 | id2)) {
                degrees.merge(id1, 1L, Long::sum);
            }
        }
        return new GraphShape(count, degrees.size(), Collections.max(degrees.values()));
    }

    @Test
    void dataTypesAndTimesFollowTheOptions() throws IOException {
        RmatOptions options =
                options(
                        "scale",
                        "10",
                        "links",
                        "20000",
                        "link-types",
                        "3",
                        "data-min",
                        "1",
                        "data-max",
                        "11",
                        "now",
                        "5000000000");
        int[] types = new int[4];
        int[] lengths = new int[12];
        RmatGraph.open(options, 1)
                .forEachLink(
                        (_, type, _, time, data, length) -> {
                            types[(int) type]++;
                            lengths[length]++;
                            assertTrue(
                                    time < 5_000_000_000L && time >= 5_000_000_000L - (1L << 32));
                            for (int i = 0; i < length; i++) {
                                assertTrue(
                                        Character.isLetterOrDigit(data[i])
                                                || data[i] == '-'
                                                || data[i] == '_');
                            }
                        });
        assertEquals(0, types[0]);
        assertEquals(0, lengths[0]);
        for (int type = 1; type <= 3; type++) {
            assertTrue(types[type] > 4_000);
        }
        for (int length = 1; length <= 11; length++) {
            assertTrue(lengths[length] > 1_500);
        }
    }

    @Test
    void optionsSayWhichValueIsWrong() {
        assertMessage("scale is 32, expected 1 to 31", "scale", "32");
        assertMessage(
                "a=0.9 b=0.19 c=0.19, expected none below 0 and at most 1 in all", "a", "0.9");
        assertMessage("--links: \"1e6\" is not COUNT; expected 1 or more", "links", "1e6");
        assertMessage(
                "data-min=70 data-max=60, expected 0 <= data-min <= data-max <= 65536",
                "data-min",
                "70");
        assertEquals(16 << 20, options().links());
        assertEquals(
                RmatOptions.distinct(20, 10_000_000),
                options("scale", "20", "links", "10000000", "distinct", "true"));
    }

    @Test
    void moreDistinctLinksThanThereAreAreRefused() {
        SluiceException refusal =
                assertThrows(
                        SluiceException.class,
                        () -> RmatGraph.open(RmatOptions.distinct(2, 1000), 1));
        assertEquals(
                "only 16 of 1000 links differ at scale 2; expected fewer links or a larger scale",
                refusal.getMessage());
        // Not even the memory for so many is taken.
        assertThrows(
                SluiceException.class,
                () -> RmatGraph.open(RmatOptions.distinct(2, 1_000_000_000), 1));
    }

    private static void assertMessage(String message, String... pairs) {
        assertEquals(
                message, assertThrows(SluiceException.class, () -> options(pairs)).getMessage());
    }
}
