package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadOptions.Dangling;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

class DanglingTest {
    @TempDir Path directory;

    private final MemoryStorage storage = LoadFixture.storage();

    @Test
    void linksWithoutNodesAreTakenAndToldByRelation() throws IOException {
        Source source = linksBeforeNodes();
        LoadResult result = LoadFixture.load(storage, source, options(Dangling.REPORT));
        assertEquals(List.of("knows", "likes"), names(result));
        DanglingReport knows = result.dangling().getFirst();
        assertEquals(2, knows.links());
        assertEquals(
                new DanglingReport.Example(
                        directory + "/knows.csv", 3, 2, "no node row declares id 9"),
                knows.examples().getFirst());
        assertEquals(
                new DanglingReport.Example(
                        directory + "/knows.csv", 5, 1, "no node row declares id 8 or 9"),
                knows.examples().getLast());
        assertEquals(0, result.rowsRejected());
        assertEquals(6 + 3, result.links());
    }

    @Test
    void linksWithoutNodesAreRejectedLikeRowsThatCannotBeRead() throws IOException {
        LoadOptions options = options(Dangling.REJECT);
        LoadResult result =
                LoadFixture.load(
                        storage,
                        linksBeforeNodes(),
                        options.withRejects(
                                LoadOptions.OnError.DIVERT, LoadOptions.RejectBudget.UNLIMITED));
        assertEquals(3, result.rowsRejected());
        assertEquals(List.of(), result.dangling());
        assertEquals(2 + 2, result.links());
        String ledger = LoadFixture.text(storage, result.ledger());
        assertTrue(
                ledger.contains(
                        "knows.csv\",\"line\":5,\"offset\":13,\"column\":1,\"cause\":\"no node row declares id 8 or 9\""),
                ledger);
        SluiceException first =
                assertThrows(
                        SluiceException.class,
                        () -> LoadFixture.load(LoadFixture.storage(), linksBeforeNodes(), options));
        assertEquals(ErrorCode.INPUT, first.code());
        assertTrue(first.getMessage().contains("no node row declares id"), first::getMessage);
    }

    @Test
    void nodesAndLinksReadInTurnAreAllReadInThisTry() throws IOException {
        Source source = linksBeforeNodes();
        LoadProgress progress = new LoadProgress();
        LoadOptions options = options(Dangling.REPORT);
        Load.run(storage, source, options, progress, LoadEvents.NONE, new Demand());
        assertEquals(source.bytesTotal(), progress.bytesRead());
        assertEquals(0, progress.bytesResumed());
        assertEquals(0, progress.rowsResumed());
    }

    @Test
    void nothingIsCheckedUnlessItWasAskedFor() throws IOException {
        LoadResult result = LoadFixture.load(storage, linksBeforeNodes(), options(Dangling.ACCEPT));
        assertEquals(List.of(), result.dangling());
        assertEquals(0, result.rowsRejected());
    }

    @Test
    void nodesOfEarlierLoadsCountAndDeletedOnesDoNot() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("one.csv", "id,version,delete\n1,1,0\n2,1,0\n3,1,0\n");
        fixture.write("two.csv", "id,version,delete\n3,2,1\n4,1,0\n");
        fixture.write("links.csv", "id1,id2,delete\n1,2,0\n2,4,0\n1,3,0\n5,6,1\n");
        LoadFixture.load(storage, fixture.source("one.csv"), options(Dangling.REPORT));
        LoadResult result =
                LoadFixture.load(
                        storage, fixture.source("two.csv", "links.csv"), options(Dangling.REPORT));
        assertEquals(1, result.dangling().getFirst().links());
        assertEquals(4, result.dangling().getFirst().examples().getFirst().line());
    }

    @Test
    void namesAreShownAsTheyStand() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("P.csv", ":ID(P)\nann\n");
        fixture.write("P_knows_P.csv", ":START_ID(P),:END_ID(P)\nann,\"b\"\"ob\"\n");
        LoadResult result =
                LoadFixture.load(
                        storage,
                        fixture.source("P.csv", "P_knows_P.csv"),
                        options(Dangling.REPORT));
        assertEquals(
                "no node row declares id \"b\\\"ob\"",
                result.dangling().getFirst().examples().getFirst().cause());
    }

    @Test
    void onRandomGraphsTheCountIsExactHoweverTheLoadIsCut() throws IOException {
        long seed = Long.getLong("seed", 7);
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        Set<Long> nodes = new TreeSet<>();
        StringBuilder nodeText = new StringBuilder("id\n");
        for (int i = 0; i < 3000; i++) {
            long id = id(random);
            nodes.add(id);
            nodeText.append(Long.toUnsignedString(id)).append('\n');
        }
        StringBuilder linkText = new StringBuilder("id1,id2\n");
        long expected = 0;
        for (int i = 0; i < 5000; i++) {
            long id1 = id(random);
            long id2 = id(random);
            expected += nodes.contains(id1) && nodes.contains(id2) ? 0 : 1;
            linkText.append(Long.toUnsignedString(id1)).append(',');
            linkText.append(Long.toUnsignedString(id2)).append('\n');
        }
        assertTrue(expected > 500 && expected < 4500, "links without nodes: " + expected);
        LoadFixture fixture = new LoadFixture(directory);
        fixture.writeGzip("links.csv.gz", linkText.toString());
        fixture.write("nodes.csv", nodeText.toString());
        Source source = fixture.source("links.csv.gz", "nodes.csv");
        LoadResult whole =
                LoadFixture.load(
                        LoadFixture.storage(), source, options(Dangling.REPORT).withThreads(1));
        assertEquals(expected, whole.dangling().getFirst().links());

        for (int stopAfter = 1; stopAfter < 60; stopAfter += 11) {
            LoadOptions options =
                    options(Dangling.REPORT).withChunkBytes(5000).withBucketBytes(7000);
            MemoryStorage resumed = LoadFixture.storage();
            LoadEvents stop = LoadFixture.stopAfter(stopAfter);
            try {
                LoadFixture.load(resumed, source, options, stop);
            } catch (SluiceException stopped) {
                assertEquals(ErrorCode.INTERRUPTED, stopped.code());
            }
            LoadResult result = LoadFixture.load(resumed, source, options);
            assertFalse(result.alreadyComplete());
            assertEquals(whole.dangling(), result.dangling(), "stopped at " + stopAfter);
        }
    }

    /** Ids of which many collide, small and large as unsigned numbers. */
    private static long id(SplittableRandom random) {
        return random.nextInt(1500) * 0x3_0000_0000_0001L * (random.nextBoolean() ? 1 : -1);
    }

    private Source linksBeforeNodes() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        Path mapping =
                fixture.write(
                        "map.yaml",
                        """
                        relations:
                          - files: "knows*"
                            link: 1
                            inverse: 2
                            columns: [id1, id2]
                          - files: "likes*"
                            link: 3
                            columns: [id1, id2]
                          - files: "nodes*"
                            node: 0
                            columns: [id]
                        """);
        fixture.write("knows.csv", "# a\n1,2\n3,9\n\n8,9\n");
        fixture.write("likes.csv", "1,2\n2,1\n7,1\n");
        fixture.write("nodes.csv", "1\n2\n3\n");
        return fixture.source(mapping, "knows.csv", "likes.csv", "nodes.csv");
    }

    private static LoadOptions options(Dangling dangling) {
        return LoadFixture.options().withDangling(dangling);
    }

    private static List<String> names(LoadResult result) {
        return result.dangling().stream().map(DanglingReport::relation).toList();
    }
}
