package sluice.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinkSampleTest {
    private static final int DRAWS = 20_000;

    /** Id 1 has half of the links, 2 a third, 3 a sixth; and 2^64-1 none but one. */
    private static final long[] SOURCES = {1, 1, 1, 2, 2, 3};

    @TempDir private Path directory;

    @Test
    void byDegreeDrawsSourcesInProportionToTheirLinks() throws IOException {
        LinkSample sample = LinkSample.byDegree(links(), DRAWS, 7);
        Map<Long, Integer> counts = counts(sample);
        assertShare(1 / 2.0, counts.get(1L));
        assertShare(1 / 3.0, counts.get(2L));
        assertShare(1 / 6.0, counts.get(3L));
        assertTrue(counts.getOrDefault(-1L, 0) < DRAWS / 500);
    }

    @Test
    void bySourceDrawsEachSourceAlike() throws IOException {
        LinkSample sample = LinkSample.bySource(links(), DRAWS, 7);
        Map<Long, Integer> counts = counts(sample);
        assertEquals(4, counts.size());
        counts.values().forEach(count -> assertShare(1 / 4.0, count));
    }

    @Test
    void manySourcesAreAllFound() throws IOException {
        List<String> lines = new ArrayList<>(List.of("id1\tlink_type\tid2\ttime_ms\tdata"));
        for (int i = 0; i < 60_000; i++) {
            lines.add((i * 7919L % 50_000) + "\t5\t" + i + "\t1\tdata");
        }
        Path input = Files.write(directory.resolve("edges"), lines);
        LinkSample sample = LinkSample.bySource(input, 500_000, 3);
        Map<Long, Integer> counts = counts(sample);
        // Of 50,000 sources, e^-10 are expected to be missed by 500,000 draws.
        assertTrue(counts.size() > 49_900 && counts.size() <= 50_000, "found " + counts.size());
        for (int i = 0; i < sample.count(); i++) {
            assertEquals(sample.id1(i), sample.id2(i) * 7919L % 50_000);
            assertEquals(5, sample.linkType(i));
        }
    }

    @Test
    void theSameSeedDrawsTheSame() throws IOException {
        Path input = links();
        LinkSample first = LinkSample.byDegree(input, 100, 1);
        LinkSample again = LinkSample.byDegree(input, 100, 1);
        LinkSample other = LinkSample.byDegree(input, 100, 2);
        assertEquals(text(first), text(again));
        assertNotEquals(text(first), text(other));
    }

    @Test
    void everyDrawIsALinkOfTheFile() throws IOException {
        Path input = links();
        List<String> lines = Files.readAllLines(input);
        LinkSample sample = LinkSample.byDegree(input, 1000, 1);
        Map<String, Boolean> known = new HashMap<>();
        lines.forEach(
                line -> known.put(String.join(" ", List.of(line.split("\t")).subList(0, 3)), true));
        for (String link : text(sample)) {
            assertTrue(known.containsKey(link), link);
        }
    }

    @Test
    void aFileOfOneLinkIsDrawnWhateverTheByte() throws IOException {
        Path input =
                Files.writeString(
                        directory.resolve("one"),
                        "id1\tlink_type\tid2\ttime_ms\tdata\n5\t6\t7\t8\tdata");
        LinkSample sample = LinkSample.byDegree(input, 50, 1);
        assertEquals(Map.of("5 6 7", 50), countsOfText(sample));
    }

    @Test
    void aFileWithoutLinksIsRefused() throws IOException {
        Path input =
                Files.writeString(
                        directory.resolve("none"), "id1\tlink_type\tid2\ttime_ms\tdata\n");
        assertThrows(IOException.class, () -> LinkSample.byDegree(input, 1, 1));
        assertThrows(IOException.class, () -> LinkSample.bySource(input, 1, 1));
    }

    private Path links() throws IOException {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>(List.of("id1\tlink_type\tid2\ttime_ms\tdata"));
        for (int i = 0; i < 12_000; i++) {
            long source = SOURCES[random.nextInt(SOURCES.length)];
            lines.add(
                    source
                            + "\t"
                            + (source + 10)
                            + "\t"
                            + i
                            + "\t1\t"
                            + "9".repeat(20 + random.nextInt(40)));
        }
        lines.add(6000, "18446744073709551615\t3\t18446744073709551615\t1\tlast");
        return Files.write(directory.resolve("links"), lines);
    }

    private static void assertShare(double expected, int count) {
        assertEquals(expected, (double) count / DRAWS, 0.02);
    }

    private static Map<Long, Integer> counts(LinkSample sample) {
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < sample.count(); i++) {
            counts.merge(sample.id1(i), 1, Integer::sum);
        }
        return counts;
    }

    private static Map<String, Integer> countsOfText(LinkSample sample) {
        Map<String, Integer> counts = new HashMap<>();
        text(sample).forEach(link -> counts.merge(link, 1, Integer::sum));
        return counts;
    }

    private static List<String> text(LinkSample sample) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < sample.count(); i++) {
            text.add(
                    Long.toUnsignedString(sample.id1(i))
                            + " "
                            + sample.linkType(i)
                            + " "
                            + Long.toUnsignedString(sample.id2(i)));
        }
        return text;
    }
}
