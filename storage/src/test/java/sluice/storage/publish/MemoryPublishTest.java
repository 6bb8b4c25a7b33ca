package sluice.storage.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Survival;

/** The contract on a simulated disk, and what is left of a file when that crashes or fails. */
class MemoryPublishTest extends PublishedFilesContract {
    @Override
    protected PublishedFiles emptyFiles() {
        return SyncedFiles.over(
                FaultyStorage.over(
                        MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(7))),
                "test");
    }

    @Override
    protected int races() {
        return 10_000;
    }

    @ParameterizedTest
    @EnumSource
    void afterEveryCrashAFileIsWholeOrNotThere(Survival survival) throws IOException {
        for (PublishedFiles.Mode mode : PublishedFiles.Mode.values()) {
            boolean ended = false;
            for (int at = 1; !ended; at++) {
                MemoryStorage disk = MemoryStorage.create();
                FaultyStorage faulty = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
                files = SyncedFiles.over(faulty, "test");
                try {
                    publish("manifest", mode, "the bytes of the file");
                    ended = !faulty.isCut();
                } catch (PowerCut _) {
                    ended = false;
                }
                for (int seed = 0; seed < 20; seed++) {
                    MemoryStorage left = disk.crash(new SplittableRandom(seed), survival);
                    files = SyncedFiles.over(left, "next");
                    boolean isThere = files.list("").contains("manifest");
                    assertTrue(isThere || !ended, "published, but gone: cut " + at);
                    if (isThere) {
                        assertEquals("the bytes of the file", read("manifest"));
                    }
                }
            }
        }
    }

    @Test
    void afterEveryFailureTheNameIsFreeOrHasTheBytes() throws IOException {
        for (PublishedFiles.Mode mode : PublishedFiles.Mode.values()) {
            for (int at = 1; ; at++) {
                MemoryStorage disk = MemoryStorage.create();
                FaultyStorage faulty = FaultyStorage.over(disk, FaultPlan.at(at, Fault.EIO));
                files = SyncedFiles.over(faulty, "test");
                try {
                    publish("manifest", mode, "one");
                } catch (IOException e) {
                    files = SyncedFiles.over(disk, "next");
                    WholeFiles.publishIfAbsent(files, "manifest", bytes("one"));
                }
                assertEquals("one", read("manifest"));
                if (faulty.hitCount() == 0) {
                    break;
                }
            }
        }
    }
}
