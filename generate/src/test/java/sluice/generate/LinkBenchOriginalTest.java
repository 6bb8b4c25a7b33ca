package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import sluice.generate.LinkBenchOptions.Profile;

/**
 * The generator against digests of what the original LinkBench writes, with its own distribution
 * file. That file is not part of Sluice; {@code SLUICE_LINKBENCH_DATA} names it where there is one.
 */
@EnabledIfEnvironmentVariable(named = "SLUICE_LINKBENCH_DATA", matches = ".+")
class LinkBenchOriginalTest {
    private static final long IDS = 1_000_000;
    private static final Path DATA =
            Path.of(System.getenv().getOrDefault("SLUICE_LINKBENCH_DATA", ""));

    private static LinkBenchGraph graph(Profile profile) throws IOException {
        return LinkBenchGraph.open(new LinkBenchOptions(IDS, 1, profile, 2, 0, 8, 128, 1, 0, DATA));
    }

    private static Digest links(Profile profile) throws IOException {
        Digest digest = new Digest();
        Random random = new Random(12345);
        graph(profile)
                .linksOfOneStream(
                        1,
                        10_000,
                        random,
                        (id1, linkType, id2, _, data, length) -> {
                            long type = linkType - LinkBenchOptions.FIRST_LINK_TYPE;
                            digest.line(
                                    "L %d %d %d %d %s"
                                            .formatted(
                                                    id1,
                                                    type,
                                                    id2,
                                                    length,
                                                    Digest.crc(data, length)));
                        });
        return digest;
    }

    private static String degrees(Profile profile) throws IOException {
        LinkBenchGraph graph = graph(profile);
        Digest digest = new Digest();
        for (long id = 1; id <= IDS; id++) {
            long degree = graph.degree(id);
            long[] counts = {graph.linkCount(degree, 0), graph.linkCount(degree, 1)};
            digest.line(id + " " + degree + " " + counts[0] + " " + counts[1]);
        }
        return digest.hex();
    }

    @Test
    void legacyLinksAreThoseOfTheOriginal() throws IOException {
        Digest digest = links(Profile.LEGACY);
        assertEquals(34_278, digest.lineCount());
        assertEquals(
                "83232aea5dd5c56da8458927e87c19ce3030fa85fd7ce9b9844d2923f0ac6525", digest.hex());
    }

    @Test
    void correctedLinksAreThoseOfTheOriginalWithItsDefectsRepaired() throws IOException {
        Digest digest = links(Profile.CORRECTED);
        assertEquals(31_770, digest.lineCount());
        assertEquals(
                "59260bdd29dfb9da42f7a9c2dd3c9611fcc414aad6e7c9c5f26564df2f559c9a", digest.hex());
    }

    @Test
    void nodesAreThoseOfTheOriginal() throws IOException {
        Digest digest = new Digest();
        graph(Profile.LEGACY)
                .nodesOfOneStream(
                        1,
                        10_000,
                        new Random(12345),
                        (_, _, _, _, data, length) ->
                                digest.line("a %d %s".formatted(length, Digest.crc(data, length))));
        assertEquals(
                "4f6540ed37d213df8a2075e43a5f8359fab23f9f9354803bcafae4b40ae71b18", digest.hex());
    }

    @Test
    void degreesOfAMillionIdsAreThoseOfTheOriginal() throws IOException {
        String legacy = degrees(Profile.LEGACY);
        assertEquals("1f8ee16ec929f51e54aacc0c3b10ba7bfea28af654c78735143946a292e27f21", legacy);
        String corrected = degrees(Profile.CORRECTED);
        assertEquals("f9f587bedfb19ccd0dec63d68e7e8cb76d82cb71789a352ad300019f8d2cab5d", corrected);
    }

    @Test
    void everyQuantileOfTheBuiltInDegreesIsWithinATenthOfAPercentOrOneLink() throws IOException {
        OutDegrees original = OutDegrees.read(DATA);
        OutDegrees builtIn = OutDegrees.builtIn();
        for (int point = 0; point < original.pointCount(); point++) {
            assertClose(original, builtIn, original.quantile(point));
        }
        for (int point = 0; point < builtIn.pointCount(); point++) {
            assertClose(original, builtIn, builtIn.quantile(point));
        }
        for (long ids : new long[] {1_000_000, 10_000_000}) {
            for (long rank = 0; rank < ids; rank++) {
                assertClose(original, builtIn, 1 - (double) rank / ids);
            }
        }
        assertEquals(original.largest(), builtIn.largest());
        assertEquals(original.mean(), builtIn.mean(), original.mean() / 1000);
    }

    private static void assertClose(OutDegrees original, OutDegrees builtIn, double quantile) {
        long expected = original.degree(quantile);
        long found = builtIn.degree(quantile);
        assertTrue(
                Math.abs(found - expected) <= Math.max(1, expected / 1000.0),
                () -> "quantile " + quantile + ": " + found + " links, expected " + expected);
    }
}
