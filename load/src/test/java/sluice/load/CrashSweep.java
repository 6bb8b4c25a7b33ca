package sluice.load;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Survival;

/**
 * Cuts a load at one operation after the other, draws what each kind of crash leaves, and has that
 * judged and the load repeated, once undisturbed and once cut again. The first case in which
 * something is wrong is thrown, with the operations that led to it.
 */
final class CrashSweep {
    private final int oneIn;
    private final FaultPlan[] planted;
    private long crashes;
    private long pairs;
    private long judged;
    private long sorting;

    /** One operation of {@code oneIn} is cut; {@code planted} faults strike as well. */
    CrashSweep(int oneIn, FaultPlan... planted) {
        this.oneIn = oneIn;
        this.planted = planted;
    }

    long crashes() {
        return crashes;
    }

    long pairs() {
        return pairs;
    }

    long judged() {
        return judged;
    }

    /** How many crashes left files of a sort that memory was too small for. */
    long sorting() {
        return sorting;
    }

    void run(CrashScenario scenario, SplittableRandom random) throws IOException {
        boolean cut = true;
        for (int at = random.nextInt(1, oneIn + 1); cut; at += oneIn) {
            cut = cut(scenario, at, random);
        }
    }

    private boolean cut(CrashScenario scenario, int at, SplittableRandom random)
            throws IOException {
        MemoryStorage disk = scenario.disk();
        FaultyStorage storage = cutAt(disk, at);
        load(scenario, storage);
        String where = "%s cut at %d: %s".formatted(scenario.name(), at, lastOf(storage));
        for (Survival survival : Survival.values()) {
            MemoryStorage found = disk.crash(random.split(), survival);
            judge(scenario, found, random.split(), where + ", " + survival);
            cutAgain(scenario, disk.crash(random.split(), survival), random, where);
        }
        // The process ends and the disk lives: the second command sees what no sync made durable.
        cutAgain(scenario, disk, random, where + ", killed");
        return storage.isCut();
    }

    /** Cuts the repeat too, anywhere, and judges what that leaves. */
    private void cutAgain(
            CrashScenario scenario, MemoryStorage disk, SplittableRandom random, String before)
            throws IOException {
        pairs++;
        FaultyStorage storage = cutAt(disk, random.nextInt(1, 120));
        load(scenario, storage);
        Survival survival = Survival.values()[random.nextInt(Survival.values().length)];
        String where = "%s, then %s, %s".formatted(before, lastOf(storage), survival);
        judge(scenario, disk.crash(random.split(), survival), random.split(), where);
    }

    private void judge(
            CrashScenario scenario, MemoryStorage found, SplittableRandom random, String where)
            throws IOException {
        crashes++;
        sorting += found.list().stream().anyMatch(name -> name.contains("-sort-")) ? 1 : 0;
        try {
            scenario.checkFound(found, random);
            scenario.checkRepeated(found);
        } catch (RuntimeException | IOException | Error failure) {
            throw new AssertionError(where, failure);
        }
        judged++;
    }

    private static void load(CrashScenario scenario, FaultyStorage storage) throws IOException {
        try {
            scenario.load(storage);
        } catch (PowerCut _) {
            // The crash that is wanted.
        }
    }

    private FaultyStorage cutAt(MemoryStorage disk, int at) {
        FaultPlan[] plans = new FaultPlan[planted.length + 1];
        plans[0] = FaultPlan.at(at, Fault.CUT);
        System.arraycopy(planted, 0, plans, 1, planted.length);
        return FaultyStorage.over(disk, plans);
    }

    private static String lastOf(FaultyStorage storage) {
        List<String> script = storage.script();
        return script.subList(Math.max(0, script.size() - 20), script.size()).toString();
    }
}
