package sluice.load.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.dictionary.NameTrail;
import sluice.ingest.Source;
import sluice.load.Beginning;
import sluice.load.Job;
import sluice.load.LoadFixture;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.storage.MemoryStorage;

/** A sample from the pass that collects names is the one that would be read after it. */
class RecordedSampleTest {
    /** Is there where the sample left its rows. */
    private static final String NUMBERS = NameTrail.numbersFileName("sample");

    private static final int PEOPLE = 20_000;
    private static final int STATEMENTS = 60_000;

    private static final LoadOptions OPTIONS = LoadFixture.options().withBucketBytes(64 << 10);

    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void rowsAndPlacesAreThoseOfASampleThatIsRead() throws IOException {
        Source source = source();
        Beginning begun = begin(source, MemoryPlan.of(OPTIONS));
        assertTrue(storage.list().contains(NUMBERS), "files: " + storage.list());
        assertSame(read(begun), begun.sample());
    }

    /** As after a crash, or where the names of the sample take more than the memory. */
    @Test
    void aSampleWithoutRowsIsReadAgain() throws IOException {
        Source source = source();
        Beginning begun = begin(source, new MemoryPlan(64 << 10));
        assertFalse(storage.list().contains(NUMBERS), "files: " + storage.list());
        assertSame(read(begun), begun.sample());
    }

    private void assertSame(SourceSample expected, SourceSample found) {
        assertEquals(expected.read(), found.read());
        assertTrue(expected.rows().rows() > 1000, "rows: " + expected.rows().rows());
        assertEquals(expected.rows().rows(), found.rows().rows());
        assertEquals(expected.rows().totalBytes(), found.rows().totalBytes());
        assertArrayEquals(expected.rows().sortedId1s(), found.rows().sortedId1s());
        assertEquals(expected.degrees().largest(), found.degrees().largest());
        // How far the blocks reach says where each begins.
        Borders ranges = new BucketPlanner(expected.rows()).plan(256, 1);
        assertEquals(expected.rows().reach(ranges), found.rows().reach(ranges));
        assertArrayEquals(expected.keys().sortedId1s(), found.keys().sortedId1s());
    }

    private SourceSample read(Beginning begun) throws IOException {
        try (Dictionary dictionary =
                Dictionary.open(storage, NameFile.of(begun.manifest().dictionaries()))) {
            return SourceSample.read(begun.source(), OPTIONS, dictionary, () -> 0);
        }
    }

    private Beginning begin(Source source, MemoryPlan memory) throws IOException {
        Job job =
                Job.of(storage, OPTIONS, new LoadProgress(), LoadEvents.NONE, new Demand())
                        .with(memory);
        LoadIdentity identity =
                LoadIdentity.of(
                        source, OPTIONS, LoadPlan.bucketBytes(source, OPTIONS), Optional.empty());
        return Beginning.of(
                job, source, Optional.empty(), identity, (plan, _) -> plan.chunks(), null);
    }

    /** Links with some back, properties, rows that cannot be read, and a file of JSON. */
    private Source source() throws IOException {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        StringBuilder objects = new StringBuilder();
        for (int i = 0; i < STATEMENTS; i++) {
            int from = (int) (PEOPLE * Math.pow(random.nextDouble(), 3));
            int to = random.nextInt(PEOPLE);
            switch (random.nextInt(20)) {
                case 0 -> text.append("<p%d> nonsense\n".formatted(from));
                case 1, 2 -> text.append("<p%d> <name> \"P %d\" .\n".formatted(from, from));
                case 3 ->
                        objects.append(
                                "{\"uid\":\"_:p%d\",\"knows\":{\"uid\":\"_:p%d\"}}\n"
                                        .formatted(from, to));
                default -> text.append("<p%d> <follows> <p%d> .\n".formatted(from, to));
            }
        }
        Files.writeString(directory.resolve("a.rdf"), text);
        Files.writeString(directory.resolve("b.json"), objects);
        Files.writeString(
                directory.resolve("people.schema"),
                "name: string .\nfollows: [uid] @reverse .\nknows: [uid] .\n");
        return Source.open(List.of(directory.toString()), null);
    }
}
