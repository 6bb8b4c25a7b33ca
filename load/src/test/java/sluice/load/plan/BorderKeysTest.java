package sluice.load.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.LoadFixture;
import sluice.load.job.LoadOptions;
import sluice.segment.Borders;

/** Buckets come out even, in whichever order the rows of a source are. */
class BorderKeysTest {
    private static final int IDS = 60_000;
    private static final int LINKS_PER_ID = 10;

    /** For more buckets than a sample has blocks: some 1,300. */
    private static final LoadOptions OPTIONS = LoadFixture.options().withBucketBytes(8 << 10);

    @TempDir Path directory;

    @Test
    void bucketsOfSortedSourceAreEven() throws IOException {
        SourceSample sample = sample(source(ids(), 10), OPTIONS);

        assertTrue(buckets(sample).length > 1000, "buckets: " + buckets(sample).length);
        assertTrue(largestOverMean(sample) < 2, "largest bucket: " + largestOverMean(sample));
    }

    @Test
    void bucketsOfSourceInRandomOrderAreEven() throws IOException {
        List<Integer> ids = ids();
        Collections.shuffle(ids, new Random(1));
        SourceSample sample = sample(source(ids, 1), OPTIONS);

        assertTrue(largestOverMean(sample) < 2, "largest bucket: " + largestOverMean(sample));
        assertTrue(sample.keys().count() < 2 * 128 * buckets(sample).length, "keys");
    }

    @Test
    void sameSourceAndOptionsGiveSameBorders() throws IOException {
        Source source = source(ids(), 10);
        Borders one = plan(sample(source, OPTIONS));
        Borders other = plan(sample(source, OPTIONS.withThreads(1).withChunkBytes(1000)));

        assertArrayEquals(starts(one), starts(other));
    }

    @Test
    void fewBucketsAreCutByTheFirstSample() throws IOException {
        LoadOptions options = OPTIONS.withBucketBytes(64 << 10);
        SourceSample sample = sample(source(ids(), 10), options);

        assertSame(sample.rows(), sample.keys());
    }

    private static SourceSample sample(Source source, LoadOptions options) throws IOException {
        try (Dictionary none = Dictionary.open(LoadFixture.storage(), List.of())) {
            return SourceSample.read(source, options, none, () -> 0);
        }
    }

    private Borders plan(SourceSample sample) throws IOException {
        return LoadPlan.of(source(), OPTIONS, Optional.empty(), sample).borders();
    }

    private static long[] starts(Borders borders) {
        return IntStream.range(0, borders.count()).mapToLong(borders::id1).toArray();
    }

    /** How many links each bucket gets. */
    private long[] buckets(SourceSample sample) throws IOException {
        Borders borders = plan(sample);
        long[] links = new long[borders.count()];
        for (int id = 0; id < IDS; id++) {
            links[borders.find(id, 0)] += LINKS_PER_ID;
        }
        return links;
    }

    private double largestOverMean(SourceSample sample) throws IOException {
        long[] links = buckets(sample);
        long most = Arrays.stream(links).max().orElseThrow();
        return most * (double) links.length / (IDS * LINKS_PER_ID);
    }

    private static List<Integer> ids() {
        return new ArrayList<>(IntStream.range(0, IDS).boxed().toList());
    }

    private Source source() throws IOException {
        return new LoadFixture(directory).source("links.csv");
    }

    /** All links of the ids in their order, {@code together} of one id at once. */
    private Source source(List<Integer> ids, int together) throws IOException {
        StringBuilder rows = new StringBuilder("id1,id2,time\n");
        for (int from = 0; from < LINKS_PER_ID; from += together) {
            for (int id : ids) {
                for (int link = from; link < from + together; link++) {
                    rows.append(id).append(",%d,%d\n".formatted(7_000_000 + link, 1_000_000 + id));
                }
            }
        }
        Files.writeString(directory.resolve("links.csv"), rows);
        Source source = source();
        assertEquals(1, source.files().size());
        return source;
    }
}
