package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.ingest.Source;
import sluice.load.files.HotMark;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreReader;

class AbandonTest {
    private static final String HEADER = "id1(P),id2(P),time\n";

    @TempDir Path directory;

    private final MemoryStorage storage = LoadFixture.storage();

    @Test
    void aFirstLoadThatIsAbandonedLeavesNoStore() throws IOException {
        interrupt(source("first.csv", 1));
        assertTrue(ManifestFile.read(storage).isPresent());

        Abandoned abandoned = Load.abandon(storage);
        assertTrue(abandoned.loadGivenUp());
        assertTrue(abandoned.storeEmptied());
        assertEquals(Set.of(StoreFiles.LOCK), Set.copyOf(storage.list()));
    }

    @Test
    void aLaterLoadThatIsAbandonedLeavesTheStoreAsItWas() throws IOException {
        Source first = source("first.csv", 1);
        LoadFixture.load(storage, first, options());
        String graph = LoadFixture.graph(storage);
        TreeMap<String, String> image = LoadFixture.image(storage);
        Manifest before = ManifestFile.read(storage).orElseThrow();

        interrupt(source("second.csv", 500));
        assertTrue(LoadFixture.image(storage).size() > image.size());
        Abandoned abandoned = Load.abandon(storage);

        assertTrue(abandoned.loadGivenUp());
        assertFalse(abandoned.storeEmptied());
        Manifest after = ManifestFile.read(storage).orElseThrow();
        assertEquals(before.buckets(), after.buckets());
        assertEquals(before.dictionaries(), after.dictionaries());
        assertEquals(Manifest.Phase.COMPLETE, after.phase());
        assertTrue(after.version() > before.version());
        assertEquals(graph, LoadFixture.graph(storage));
        TreeMap<String, String> left = LoadFixture.image(storage);
        image.remove(Manifest.FILE_NAME);
        left.remove(Manifest.FILE_NAME);
        assertEquals(image, left);
        assertTrue(LoadFixture.load(storage, first, options()).alreadyComplete());
    }

    /** Online writes may have the ids of names that only the load had which is given up. */
    @Test
    void namesStayWhereRowsMayHaveBeenWrittenOnline() throws IOException {
        LoadFixture.load(storage, source("first.csv", 1), options());
        HotMark.publish(storage, 7);
        interrupt(source("second.csv", 500));
        Manifest interrupted = ManifestFile.read(storage).orElseThrow();
        Load.abandon(storage);
        Manifest left = ManifestFile.read(storage).orElseThrow();
        assertEquals(interrupted.dictionaries(), left.dictionaries());
        Source third = source("third.csv", 900);
        LoadFixture.load(storage, third, options());
        Manifest next = ManifestFile.read(storage).orElseThrow();
        assertEquals(left.dictionaries(), next.dictionaries().subList(0, 2));
        MemoryStorage clean = LoadFixture.storage();
        LoadFixture.load(clean, source("first.csv", 1), options());
        LoadFixture.load(clean, third, options());
        assertEquals(namedLinks(clean), namedLinks(storage));
    }

    @Test
    void namesOfAFirstLoadStayWhereRowsMayHaveBeenWrittenOnline() throws IOException {
        HotMark.publish(storage, 7);
        interrupt(source("first.csv", 1));
        Manifest interrupted = ManifestFile.read(storage).orElseThrow();
        Abandoned abandoned = Load.abandon(storage);
        assertTrue(abandoned.storeEmptied());
        Manifest left = ManifestFile.read(storage).orElseThrow();
        assertEquals(interrupted.dictionaries(), left.dictionaries());
        assertEquals(new Abandoned(false, false, 0), Load.abandon(storage));
        Source second = source("second.csv", 500);
        LoadFixture.load(storage, second, options());
        MemoryStorage clean = LoadFixture.storage();
        LoadFixture.load(clean, second, options());
        assertEquals(namedLinks(clean), namedLinks(storage));
    }

    private static TreeSet<String> namedLinks(Storage storage) throws IOException {
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        TreeSet<String> rows = new TreeSet<>();
        try (Dictionary names = Dictionary.open(storage, NameFile.of(manifest.dictionaries()));
                StoreReader reader = StoreReader.open(storage)) {
            List<Link> links = new ArrayList<>();
            reader.scan(
                    new GraphReader.Visitor() {
                        @Override
                        public void node(Node node) {}

                        @Override
                        public void link(Link link) {
                            links.add(link);
                        }
                    });
            for (Link link : links) {
                rows.add(
                        "%s %s %d"
                                .formatted(
                                        names.name(link.id1()).orElseThrow(),
                                        names.name(link.id2()).orElseThrow(),
                                        link.time()));
            }
        }
        return rows;
    }

    @Test
    void anotherLoadGoesInWhereOneWasAbandoned() throws IOException {
        LoadFixture.load(storage, source("first.csv", 1), options());
        Source third = source("third.csv", 900);
        interrupt(source("second.csv", 500));
        SluiceException refused =
                assertThrows(
                        SluiceException.class, () -> LoadFixture.load(storage, third, options()));
        assertEquals(ErrorCode.STORE, refused.code());
        assertTrue(
                refused.getMessage().contains("give it up with: sluice abandon "),
                refused.getMessage());

        Load.abandon(storage);
        LoadFixture.load(storage, third, options());
        MemoryStorage clean = LoadFixture.storage();
        LoadFixture.load(clean, source("first.csv", 1), options());
        LoadFixture.load(clean, third, options());
        assertEquals(LoadFixture.graph(clean), LoadFixture.graph(storage));
        assertEquals(
                List.of(),
                storage.list().stream().filter(name -> name.startsWith("before-")).toList());
    }

    @Test
    void aLoadWhoseRowsAreAllThereIsNotAbandoned() throws IOException {
        LoadEvents atUptime =
                new LoadEvents() {
                    private volatile boolean up;

                    @Override
                    public void uptime() {
                        up = true;
                    }

                    @Override
                    public boolean stopRequested() {
                        return up;
                    }
                };
        Source first = source("first.csv", 1);
        assertThrows(
                SluiceException.class, () -> LoadFixture.load(storage, first, options(), atUptime));
        TreeMap<String, String> image = LoadFixture.image(storage);
        SluiceException refused = assertThrows(SluiceException.class, () -> Load.abandon(storage));
        assertEquals(ErrorCode.STORE, refused.code());
        assertTrue(refused.getMessage().contains("all its rows are in the store"));
        assertEquals(image, LoadFixture.image(storage));

        Source second = source("second.csv", 500);
        SluiceException mismatch =
                assertThrows(
                        SluiceException.class, () -> LoadFixture.load(storage, second, options()));
        assertTrue(mismatch.getMessage().endsWith("or load into another directory"));
    }

    @Test
    void withoutAnUnfinishedLoadNothingIsGivenUp() throws IOException {
        assertEquals(new Abandoned(false, false, 0), Load.abandon(storage));
        LoadFixture.load(storage, source("first.csv", 1), options());
        TreeMap<String, String> image = LoadFixture.image(storage);
        assertEquals(new Abandoned(false, false, 0), Load.abandon(storage));
        assertEquals(image, LoadFixture.image(storage));
    }

    @Test
    void namesOfALoadThatEndedBeforeItsFirstManifestAreRemoved() throws IOException {
        LoadEvents atOnce =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return storage.list().stream()
                                .anyMatch(name -> name.startsWith(StoreFiles.NAMES_PREFIX));
                    }
                };
        Source first = source("first.csv", 1);
        assertThrows(
                SluiceException.class, () -> LoadFixture.load(storage, first, options(), atOnce));
        assertTrue(Load.abandon(storage).filesDeleted() > 0);
        assertEquals(Set.of(StoreFiles.LOCK), Set.copyOf(storage.list()));
    }

    @Test
    void aCrashWhileAbandoningLeavesOneOfTheTwoStores() throws IOException {
        LoadFixture.load(storage, source("first.csv", 1), options());
        String graph = LoadFixture.graph(storage);
        interrupt(source("second.csv", 500));
        long cuts = 0;
        for (boolean hit = true; hit; cuts++) {
            for (Survival survival : Survival.values()) {
                MemoryStorage disk = storage.crash(new SplittableRandom(cuts), Survival.ALL);
                FaultyStorage cut = FaultyStorage.over(disk, FaultPlan.at(cuts + 1, Fault.CUT));
                try {
                    Load.abandon(cut);
                } catch (PowerCut expected) {
                    assertTrue(cut.isCut());
                }
                hit = cut.hitCount() > 0;
                MemoryStorage after = disk.crash(new SplittableRandom(cuts), survival);
                Load.abandon(after);
                assertEquals(graph, LoadFixture.graph(after), "cut at " + cuts + " " + survival);
                assertFalse(after.list().stream().anyMatch(name -> name.startsWith("run-")));
            }
        }
        assertTrue(cuts > 20, "only " + cuts + " places to cut");
    }

    @Test
    void aDirectoryThatIsNoStoreIsLeftAlone() throws IOException {
        storage.create("notes.tmp").close();
        SluiceException refused = assertThrows(SluiceException.class, () -> Load.abandon(storage));
        assertEquals(ErrorCode.STORE, refused.code());
        assertEquals(List.of("notes.tmp"), storage.list());
    }

    @Test
    void aLoadThatRunsIsNotAbandoned() throws IOException {
        try (Closeable _ = storage.lock(StoreFiles.LOCK).orElseThrow()) {
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> Load.abandon(storage));
            assertTrue(
                    refused.getMessage()
                            .startsWith("another load, absorption or backup is at work"));
        }
    }

    private static LoadOptions options() {
        return LoadFixture.diverting().withChunkBytes(400).withBucketBytes(1000);
    }

    /** Loads some chunks of {@code source}, with rejected rows among them. */
    private void interrupt(Source source) {
        assertThrows(
                SluiceException.class,
                () -> LoadFixture.load(storage, source, options(), LoadFixture.stopAfterChunks(4)));
    }

    private Source source(String name, int from) throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = from; i < from + 400; i++) {
            text.append("p%d,p%d,%s\n".formatted(i, i * 7 % 1000, i % 50 == 0 ? "bad" : i));
        }
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write(name, text.toString());
        return fixture.source(name);
    }
}
