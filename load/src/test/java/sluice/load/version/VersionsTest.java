package sluice.load.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.Abandoned;
import sluice.load.Load;
import sluice.load.files.StoreFiles;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.version.StoreVersion.State;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreDictionary;
import sluice.store.StoreReader;
import sluice.store.VersionFiles;

class VersionsTest {
    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();
    private VersionFixture fixture;

    @BeforeEach
    void open() {
        fixture = new VersionFixture(directory);
    }

    @Test
    void aNewVersionIsServedOnlyOnceItIsPublished() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 200, 900));
        String first = VersionFixture.served(storage);
        assertEquals(2, loadOnTop(fixture.links("b.csv", 300, 20, 800)).number());
        assertEquals(first, VersionFixture.served(storage));
        assertEquals(List.of(State.SERVED, State.READY), states());

        VersionFixture.publish(storage);
        String second = VersionFixture.served(storage);
        assertTrue(second.contains("1>900@1") && second.contains("300>800@300"));
        assertEquals(List.of(State.KEPT, State.SERVED), states());
    }

    @Test
    void aRollbackServesTheVersionBeforeAndTheNewerIsNotPickedAgain() throws IOException {
        String first = twoVersions();
        VersionFixture.rollback(storage);
        assertEquals(first, VersionFixture.served(storage));
        assertEquals(List.of(State.SERVED, State.ROLLED_BACK), states());
        assertRefused("sluice publish memory 2", () -> VersionFixture.publish(storage));
        assertEquals(first, VersionFixture.served(storage));

        VersionFixture.publish(storage, 2);
        assertEquals(List.of(State.KEPT, State.SERVED), states());
        VersionFixture.rollback(storage);
        assertEquals(3, loadOnTop(fixture.links("c.csv", 500, 20, 700)).number());
        VersionFixture.publish(storage);
        String third = VersionFixture.served(storage);
        // A number that no version has is not said to be older or newer.
        for (int none : List.of(0, 9)) {
            String text = "has no version " + none + "; it has 1, 2, 3";
            assertRefused(text, () -> VersionFixture.publish(storage, none));
            assertRefused(text, () -> Versions.rollback(storage, OptionalInt.of(none), 5));
        }
        assertTrue(third.contains("500>700@500"));
        assertFalse(third.contains("300>800@300"), "rows of what was rolled back");
    }

    /** A store with versions takes no writes any more. */
    @Test
    void aSourceThatTheStoreDoesNotTakeMakesNoVersions() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 20, 900));
        Source names = fixture.people("b.csv", "ann,bob,1");
        assertRefused("are numbers, those", () -> loadOnTop(names));
        assertFalse(VersionFiles.areIn(storage));
        VersionFixture.load(storage, fixture.links("c.csv", 300, 20, 800));
    }

    @Test
    void aVersionFromNothingHasTheRowsOfItsSourceAlone() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 200, 900));
        VersionFixture.loadVersion(storage, fixture.links("b.csv", 300, 20, 800), true);
        VersionFixture.publish(storage);
        MemoryStorage alone = MemoryStorage.create();
        VersionFixture.load(alone, fixture.links("b.csv", 300, 20, 800));
        assertEquals(VersionFixture.served(alone), VersionFixture.served(storage));
    }

    @Test
    void theFirstLoadOfAStoreMayMakeAVersionThatIsPublishedLater() throws IOException {
        loadOnTop(fixture.links("a.csv", 1, 20, 900));
        assertEquals(List.of(State.READY), states());
        SluiceException refused =
                assertThrows(SluiceException.class, () -> VersionFixture.served(storage));
        assertTrue(refused.getMessage().contains("sluice publish memory"), refused.getMessage());
        VersionFixture.publish(storage);
        assertEquals(List.of(State.SERVED), states());
        assertTrue(VersionFixture.served(storage).contains("1>900@1"));
    }

    @Test
    void anIdStandsForOneNameInAllVersions() throws IOException {
        VersionFixture.load(storage, fixture.people("a.csv", "ann,bob,1", "eve,joe,2"));
        long ann = id("P:ann");
        VersionFixture.loadVersion(storage, fixture.people("b.csv", "zoe,ann,3"), true);
        VersionFixture.publish(storage);
        assertEquals(ann, id("P:ann"));
        long zoe = id("P:zoe");
        VersionFixture.rollback(storage);
        // On top of what is served, which does not know zoe.
        loadOnTop(fixture.people("c.csv", "zoe,tim,4"));
        VersionFixture.publish(storage);
        assertEquals(zoe, id("P:zoe"));
        assertEquals(ann, id("P:ann"));
    }

    @Test
    void unchangedSegmentsAreSharedAndDeletedWithTheirLastVersion() throws IOException {
        twoVersions();
        TreeSet<String> first = files(1);
        TreeSet<String> shared = new TreeSet<>(first);
        shared.retainAll(files(2));
        assertTrue(shared.size() > 1 && first.size() > shared.size(), shared + " of " + first);
        loadOnTop(fixture.links("c.csv", 500, 20, 700));
        VersionFixture.publish(storage);

        assertEquals(List.of(1), Versions.keep(storage, 1));
        TreeSet<String> left = new TreeSet<>(storage.list());
        assertTrue(left.containsAll(files(2)) && left.containsAll(files(3)));
        first.removeAll(files(2));
        first.removeAll(files(3));
        first.retainAll(left);
        assertEquals(new TreeSet<>(), first, "files of the deleted version alone");
        assertEquals(List.of(State.KEPT, State.SERVED), states());
    }

    @Test
    void whatIsServedPinnedReadOrWaitsIsNotDeleted() throws IOException {
        twoVersions();
        loadOnTop(fixture.links("c.csv", 500, 20, 700));
        VersionFixture.publish(storage);
        loadOnTop(fixture.links("d.csv", 600, 20, 700));
        Versions.pin(storage, 1, true);
        try (StoreReader _ = StoreReader.open(Versions.view(storage, 2))) {
            assertEquals(List.of(), Versions.keep(storage, 0));
        }
        assertEquals(List.of(2), Versions.keep(storage, 0));
        Versions.pin(storage, 1, false);
        assertEquals(List.of(1), Versions.keep(storage, 0));
        assertEquals(List.of(State.SERVED, State.READY), states());
        assertEquals(List.of(), Versions.keep(storage, 0));
    }

    @Test
    void theNewestStaysAsTheNextLoadGoesOnFromItsNames() throws IOException {
        twoVersions();
        VersionFixture.rollback(storage);
        assertEquals(List.of(), Versions.keep(storage, 0));
        assertEquals(3, loadOnTop(fixture.links("c.csv", 500, 20, 700)).number());
        assertEquals(List.of(2), Versions.keep(storage, 0));
    }

    @Test
    void aLoadThatIsStoppedIsNoVersionAndItsCommandGoesOn() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 200, 900));
        Source second = fixture.links("b.csv", 100, 200, 800);
        for (Manifest.Phase phase : List.of(Manifest.Phase.STAGING, Manifest.Phase.BUILDING)) {
            assertThrows(
                    SluiceException.class,
                    () -> VersionFixture.loadVersion(storage, second, false, stopIn(phase)));
            assertEquals(List.of(State.SERVED), states());
            assertTrue(VersionLoad.isUnfinished(storage));
        }
        assertRefused(
                "without --from-nothing", () -> VersionFixture.loadVersion(storage, second, true));
        VersionLoad.Outcome outcome = loadOnTop(second);
        assertNotNull(outcome.result());
        assertTrue(outcome.result().resumed());
        assertFalse(VersionLoad.isUnfinished(storage));

        MemoryStorage plain = MemoryStorage.create();
        VersionFixture.load(plain, fixture.links("a.csv", 1, 200, 900));
        VersionFixture.load(plain, second);
        VersionFixture.publish(storage);
        assertEquals(VersionFixture.served(plain), VersionFixture.served(storage));
    }

    @Test
    void theSameLoadMakesNoSecondVersion() throws IOException {
        twoVersions();
        VersionLoad.Outcome again = loadOnTop(fixture.links("b.csv", 300, 20, 800));
        assertNull(again.result());
        assertEquals(2, again.number());
        VersionFixture.rollback(storage);
        assertNull(loadOnTop(fixture.links("b.csv", 300, 20, 800)).result());
        // The same source, but without the rows of version 1.
        assertEquals(
                3,
                VersionFixture.loadVersion(storage, fixture.links("b.csv", 300, 20, 800), true)
                        .number());
    }

    @Test
    void whatChangesAStoreInPlaceIsRefused() throws IOException {
        String first = twoVersions();
        assertRefused(
                "--new-version",
                () -> VersionFixture.load(storage, fixture.links("c.csv", 5, 2, 9)));
        assertRefused("--new-version", () -> Load.abandon(storage));
        VersionFixture.rollback(storage);
        assertEquals(first, VersionFixture.served(storage));
    }

    @Test
    void anUnfinishedLoadIsGivenUpAndLeavesNothing() throws IOException {
        twoVersions();
        TreeSet<String> names = names();
        Source third = fixture.links("c.csv", 100, 200, 700);
        assertThrows(
                SluiceException.class,
                () ->
                        VersionFixture.loadVersion(
                                storage, third, false, stopIn(Manifest.Phase.BUILDING)));
        Abandoned abandoned = VersionLoad.abandon(storage);
        assertTrue(abandoned.loadGivenUp() && abandoned.filesDeleted() > 0);
        assertEquals(names, names());
        assertFalse(VersionLoad.abandon(storage).loadGivenUp());
        assertEquals(3, loadOnTop(third).number());
    }

    @Test
    void anOpenReaderEndsOnItsVersionAndMovesOnWhenItIsAsked() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 200, 900));
        loadOnTop(fixture.links("b.csv", 300, 20, 800));
        OpenHandles before = storage.openHandles();
        try (StoreReader reader = StoreReader.open(storage)) {
            String first = VersionFixture.links(reader);
            VersionFixture.publish(storage);
            assertEquals(first, VersionFixture.links(reader));
            assertTrue(reader.refresh());
            assertEquals(2, reader.manifest().versionNumber());
            String second = VersionFixture.links(reader);
            assertNotEquals(first, second);
            VersionFixture.rollback(storage);
            assertTrue(reader.refresh());
            assertEquals(first, VersionFixture.links(reader));
        }
        assertEquals(before, storage.openHandles());
    }

    @Test
    void aVersionThatCannotBeOpenedIsNotServed() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 200, 900));
        loadOnTop(fixture.links("b.csv", 300, 20, 800));
        String first = VersionFixture.served(storage);
        TreeSet<String> own = files(2);
        own.removeAll(files(1));
        storage.delete(own.first());
        assertThrows(IOException.class, () -> VersionFixture.publish(storage));
        assertEquals(first, VersionFixture.served(storage));
    }

    @Test
    void aDamagedVersionIsNamedAndNothingIsDeletedBesideIt() throws IOException {
        twoVersions();
        loadOnTop(fixture.links("c.csv", 500, 20, 700));
        VersionFixture.publish(storage);
        storage.delete(VersionFiles.version(1));
        StorageFiles.publish(storage, VersionFiles.version(1), _ -> {});
        assertEquals("version-000001", Versions.damages(storage).getFirst().file());
        assertThrows(IOException.class, () -> Versions.keep(storage, 0));
        VersionFixture.rollback(storage);
        assertEquals(2, served().versionNumber());
    }

    @Test
    void anotherStateThanACompleteOneIsNoVersion() throws IOException {
        Source first = fixture.links("a.csv", 1, 200, 900);
        assertThrows(
                SluiceException.class,
                () ->
                        Load.run(
                                storage,
                                first,
                                VersionFixture.options(),
                                new LoadProgress(),
                                stopIn(Manifest.Phase.BUILDING),
                                new Demand()));
        assertRefused("has not ended", () -> VersionFixture.publish(storage));
        VersionFixture.load(storage, first);
        assertEquals(1, Versions.publish(storage, OptionalInt.empty(), 5).number());
        assertEquals(List.of(State.SERVED), states());
    }

    /** Returns what the first one answers; the second is served. */
    private String twoVersions() throws IOException {
        VersionFixture.load(storage, fixture.links("a.csv", 1, 200, 900));
        String first = VersionFixture.served(storage);
        loadOnTop(fixture.links("b.csv", 300, 20, 800));
        VersionFixture.publish(storage);
        return first;
    }

    private VersionLoad.Outcome loadOnTop(Source source) throws IOException {
        return VersionFixture.loadVersion(storage, source, false);
    }

    private List<State> states() throws IOException {
        return Versions.list(storage).stream().map(StoreVersion::state).toList();
    }

    private Manifest served() throws IOException {
        return ManifestFile.read(storage).orElseThrow();
    }

    private TreeSet<String> files(int number) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        ManifestFile.read(storage, VersionFiles.version(number))
                .orElseThrow()
                .files()
                .forEach(file -> names.add(file.name()));
        return names;
    }

    /** All files but those that are locks. */
    private TreeSet<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>(storage.list());
        names.removeIf(
                name ->
                        name.equals(StoreFiles.LOCK)
                                || name.equals(VersionFiles.LOCK)
                                || VersionFiles.read(name) > 0);
        return names;
    }

    private long id(String name) throws IOException {
        try (StoreDictionary names = StoreDictionary.open(storage, served())) {
            return names.writtenId(name).orElseThrow();
        }
    }

    /** Stops at the first manifest of {@code phase}: how many follow depends on the disk. */
    private static LoadEvents stopIn(Manifest.Phase phase) {
        AtomicBoolean isThere = new AtomicBoolean();
        return new LoadEvents() {
            @Override
            public void published(Manifest manifest) {
                if (manifest.phase() == phase) {
                    isThere.set(true);
                }
            }

            @Override
            public boolean stopRequested() {
                return isThere.get();
            }
        };
    }

    private interface Action {
        void run() throws IOException;
    }

    private static void assertRefused(String text, Action action) {
        SluiceException refused = assertThrows(SluiceException.class, action::run);
        assertTrue(refused.getMessage().contains(text), refused.getMessage());
    }
}
