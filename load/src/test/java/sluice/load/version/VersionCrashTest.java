package sluice.load.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.StoreVerifier;
import sluice.testkit.Experiment;

/**
 * E22: the power goes at every operation that serves, takes back, deletes or loads a version; the
 * store is then one of the two versions, whole, and the repeated command does its work.
 *
 * <p>{@code -DoneIn=1} cuts a load at every operation, otherwise at one of several; the other
 * commands are always cut at each. {@code -Dseed=} chooses by chance what survives.
 */
@Tag(Experiment.TAG)
class VersionCrashTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int ONE_IN = Experiment.size("oneIn", 89, 1);

    /** How often chance says what survives a cut of a short command. */
    private static final int DRAWS = 8;

    @TempDir Path directory;

    private VersionFixture fixture;
    private String first;
    private String second;
    private long crashes;

    @BeforeEach
    void open() {
        fixture = new VersionFixture(directory);
    }

    private interface Command {
        void run(Storage storage) throws IOException;
    }

    @Test
    void everyCrashLeavesOneOfTwoVersions() throws IOException {
        MemoryStorage plain = MemoryStorage.create();
        VersionFixture.load(plain, fixture.links("a.csv", 1, 100, 900));
        first = VersionFixture.served(plain);
        MemoryStorage ready = copy(plain);
        VersionFixture.loadVersion(ready, source(), false);
        MemoryStorage published = copy(ready);
        VersionFixture.publish(published);
        second = VersionFixture.served(published);
        MemoryStorage third = copy(published);
        VersionFixture.loadVersion(third, fixture.links("c.csv", 150, 9, 70), false);
        VersionFixture.publish(third);

        try (Experiment experiment = new Experiment("E22 crash of versions", SEED)) {
            experiment.fact("one operation of a load in", ONE_IN);
            sweep("publish", ready, 1, VersionFixture::publish, Set.of(first, second));
            sweep("rollback", published, 1, this::rollBack, Set.of(first, second));
            sweep("first version", plain, 1, VersionFixture::publish, Set.of(first));
            String newest = VersionFixture.served(third);
            sweep("keep", third, 1, disk -> Versions.keep(disk, 0), Set.of(newest));
            sweep("load", plain, ONE_IN, this::load, Set.of(first));
            sweep("abandon", unfinished(plain), 1, VersionLoad::abandon, Set.of(first));
            assertTrue(crashes > 300, "only " + crashes + " crashes");
            experiment.ran(crashes);
            experiment.passed();
        }
    }

    /** The number is named, as the repeated command must not go further back. */
    private void rollBack(Storage disk) throws IOException {
        Versions.rollback(disk, OptionalInt.of(1), VersionFixture.NOW);
    }

    private void load(Storage disk) throws IOException {
        assertEquals(2, VersionFixture.loadVersion(disk, source(), false).number());
    }

    private Source source() throws IOException {
        return fixture.links("b.csv", 150, 60, 800);
    }

    private MemoryStorage unfinished(MemoryStorage plain) throws IOException {
        MemoryStorage disk = copy(plain);
        FaultyStorage cut = FaultyStorage.over(disk, FaultPlan.at(120, Fault.CUT));
        try {
            load(cut);
        } catch (PowerCut _) {
            assertTrue(cut.isCut());
        }
        MemoryStorage left = copy(disk);
        assertTrue(VersionLoad.isUnfinished(left));
        return left;
    }

    private static MemoryStorage copy(MemoryStorage disk) {
        return disk.crash(new SplittableRandom(1), Survival.ALL);
    }

    private void sweep(
            String name, MemoryStorage start, int oneIn, Command command, Set<String> allowed)
            throws IOException {
        MemoryStorage whole = copy(start);
        command.run(whole);
        String after = VersionFixture.served(whole);
        List<StoreVersion> versions = Versions.list(whole);
        SplittableRandom random = new SplittableRandom(SEED);
        boolean isCut = true;
        for (int at = 1; isCut; at += oneIn) {
            MemoryStorage disk = copy(start);
            FaultyStorage cut = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            try {
                command.run(cut);
            } catch (PowerCut _) {
                // The crash that is wanted.
            }
            isCut = cut.isCut();
            for (Survival survival : Survival.values()) {
                for (int draw = 0; draw < draws(survival, oneIn); draw++) {
                    MemoryStorage left = disk.crash(random.split(), survival);
                    crashes++;
                    try {
                        judge(left, command, allowed);
                        assertEquals(after, VersionFixture.served(left));
                        assertEquals(versions, Versions.list(left));
                    } catch (RuntimeException | IOException | Error failure) {
                        String where = "%s cut at %d, %s".formatted(name, at, survival);
                        throw new AssertionError(where, failure);
                    }
                }
            }
        }
    }

    private static int draws(Survival survival, int oneIn) {
        boolean isChance = survival == Survival.TORN;
        return isChance && oneIn == 1 ? DRAWS : 1;
    }

    private static void judge(MemoryStorage left, Command command, Set<String> allowed)
            throws IOException {
        assertTrue(allowed.contains(VersionFixture.served(left)), "it serves neither version");
        assertGood(left);
        command.run(left);
        assertFalse(VersionLoad.isUnfinished(left));
        assertGood(left);
    }

    /** Every version is whole, not only the one that is served. */
    private static void assertGood(MemoryStorage disk) throws IOException {
        StoreVerifier.Options options =
                StoreVerifier.Options.DEFAULT.withOtherFiles((_, _) -> true);
        for (StoreVersion version : Versions.list(disk)) {
            StoreVerifier.Report report =
                    StoreVerifier.verify(Versions.view(disk, version.number()), options);
            assertTrue(report.isGood(), report.findings().toString());
        }
    }
}
