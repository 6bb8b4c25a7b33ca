package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Publishes three versions of a file, cut at every operation, with every kind of survival, and
 * again while the survivor goes on. What is found must be whole, and no older than what was
 * acknowledged.
 *
 * <p>{@code -Dseeds=} sets how many seeds are tried, {@code -Dseed=} the first of them.
 */
class PublishCrashTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Integer.getInteger("seeds", 100);

    /** How often something was wrong, and the first case. */
    private static final class Findings {
        private long runCount;
        private long damagedCount;
        private long lostCount;
        private String firstCase = "";

        void judge(MemoryStorage found, int acknowledged, String where) throws IOException {
            runCount++;
            int version = Manifests.versionIn(found);
            boolean damaged = version == Manifests.DAMAGED || version > acknowledged + 1;
            boolean lost = !damaged && version < acknowledged;
            damagedCount += damaged ? 1 : 0;
            lostCount += lost ? 1 : 0;
            if ((damaged || lost) && firstCase.isEmpty()) {
                firstCase = "found %d, acknowledged %d, %s".formatted(version, acknowledged, where);
            }
        }

        @Override
        public String toString() {
            return "%d of %d damaged, %d lost; first: %s"
                    .formatted(damagedCount, runCount, lostCount, firstCase);
        }
    }

    @Test
    void publishedFilesAreWholeAndNeverOlderThanAcknowledged() throws IOException {
        Findings findings = sweep(Manifests::publish);

        assertEquals(0, findings.damagedCount + findings.lostCount, findings::toString);
        assertTrue(findings.runCount > 100L * SEEDS, findings::toString);
    }

    @Test
    void leavingTheSyncOfTheFileOutIsFound() throws IOException {
        Findings findings =
                sweep(Manifests::publish, FaultPlan.from(1, Fault.SYNC_SKIPPED).on(DiskCall.SYNC));

        assertTrue(findings.damagedCount > SEEDS, findings::toString);
    }

    @Test
    void leavingTheSyncOfTheDirectoryOutIsFound() throws IOException {
        Findings findings =
                sweep(
                        Manifests::publish,
                        FaultPlan.from(1, Fault.SYNC_SKIPPED).on(DiskCall.SYNC_DIRECTORY));

        assertTrue(findings.lostCount > SEEDS, findings::toString);
        assertEquals(0, findings.damagedCount, findings::toString);
    }

    @Test
    void writingInPlaceIsFound() throws IOException {
        Findings findings =
                sweep(
                        (storage, version) -> {
                            storage.delete(Manifests.NAME);
                            try (Storage.Sink sink = storage.create(Manifests.NAME)) {
                                StorageFiles.writeFully(sink, Manifests.bytes(version));
                                sink.sync();
                            }
                            storage.syncDirectory();
                        });

        assertTrue(findings.damagedCount > SEEDS, findings::toString);
    }

    @Test
    void repeatingAFailedSyncIsFound() throws IOException {
        FaultPlan failure = FaultPlan.at(1, Fault.SYNC_FAILURE).on(DiskCall.SYNC);
        Findings findings =
                sweep(
                        (storage, version) ->
                                StorageFiles.publish(
                                        storage,
                                        Manifests.NAME,
                                        sink -> {
                                            StorageFiles.writeFully(sink, Manifests.bytes(version));
                                            try {
                                                sink.sync();
                                            } catch (IOException _) {
                                                sink.sync();
                                            }
                                        }),
                        failure);

        assertTrue(findings.damagedCount > SEEDS, findings::toString);
    }

    private static Findings sweep(Manifests.Publisher publisher, FaultPlan... planted)
            throws IOException {
        Findings findings = new Findings();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            boolean struck = true;
            for (int cutAt = 1; struck; cutAt++) {
                struck = cutOnce(publisher, planted, seed, cutAt, findings);
            }
        }
        return findings;
    }

    /**
     * Publishes versions 2 and 3 over 1, cut at operation {@code cutAt}; false when it was not
     * reached.
     */
    private static boolean cutOnce(
            Manifests.Publisher publisher,
            FaultPlan[] planted,
            long seed,
            int cutAt,
            Findings findings)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed * 1_000 + cutAt);
        MemoryStorage disk =
                MemoryStorage.create(
                        MemoryStorage.Options.DEFAULT.withShortCounts(random.nextLong()));
        Manifests.publish(disk, 1);
        FaultyStorage storage = faulty(disk, cutAt, planted);
        int acknowledged = 1;
        try {
            publisher.publish(storage, 2);
            acknowledged = 2;
            publisher.publish(storage, 3);
            acknowledged = 3;
        } catch (PowerCut _) {
            // The crash that is wanted.
        }
        for (Survival survival : Survival.values()) {
            MemoryStorage found = disk.crash(random, survival);
            String where = "seed %d, %s: %s".formatted(seed, survival, storage.script());
            findings.judge(found, acknowledged, where);
            goOn(publisher, planted, found, random, where, findings);
        }
        return storage.isCut();
    }

    /** Publishes the next version on what survived, and is cut again. */
    private static void goOn(
            Manifests.Publisher publisher,
            FaultPlan[] planted,
            MemoryStorage disk,
            SplittableRandom random,
            String where,
            Findings findings)
            throws IOException {
        int acknowledged = Manifests.versionIn(disk);
        if (acknowledged == Manifests.DAMAGED) {
            return;
        }
        FaultyStorage storage = faulty(disk, random.nextInt(1, 12), planted);
        try {
            publisher.publish(storage, acknowledged + 1);
            acknowledged++;
        } catch (PowerCut _) {
            // The crash that is wanted.
        }
        MemoryStorage found = disk.crash(random, Survival.values()[random.nextInt(5)]);
        findings.judge(found, acknowledged, where + " then " + storage.script());
    }

    private static FaultyStorage faulty(MemoryStorage disk, int cutAt, FaultPlan[] planted) {
        FaultPlan[] plans = new FaultPlan[planted.length + 1];
        plans[0] = FaultPlan.at(cutAt, Fault.CUT);
        System.arraycopy(planted, 0, plans, 1, planted.length);
        return FaultyStorage.over(disk, plans);
    }
}
