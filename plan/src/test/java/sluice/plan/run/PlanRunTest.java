package sluice.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sluice.plan.RangeKey;

/** Plans are carried out whatever fails, in every order of failures that chance finds. */
class PlanRunTest {
    private static final List<String> SERVERS = List.of("a:1", "b:1", "c:1", "d:1");
    private static final int CASES = 5000;
    private static final int STEPS_MAX = 20_000;

    @Test
    void whatIsAskedForIsDoneInRoundsAndNothingElse() {
        Target target =
                target("a:1 0", "b:1 +10", "c:1 +20", "a:1 +30", "b:1 40", "c:1 +50", "b:1 +60");
        SimulatedRanges ranges =
                new SimulatedRanges(
                        Map.of(RangeKey.FIRST, "a:1", RangeKey.of(40), "b:1"),
                        SERVERS,
                        0,
                        new Random(1));
        PlanRun end = run(PlanRun.begin(target), ranges, target, new Random(1));
        assertEquals(PlanRun.Stage.DONE, end.stage());
        assertEquals(1, end.plans());
        List<PlanAction> expected = new ArrayList<>();
        expected.add(new PlanAction.Split(RangeKey.FIRST, RangeKey.of(20)));
        expected.add(new PlanAction.Split(RangeKey.of(40), RangeKey.of(60)));
        expected.add(new PlanAction.Split(RangeKey.FIRST, RangeKey.of(10)));
        expected.add(new PlanAction.Split(RangeKey.of(20), RangeKey.of(30)));
        expected.add(new PlanAction.Split(RangeKey.of(40), RangeKey.of(50)));
        expected.add(new PlanAction.Move(RangeKey.of(10), "b:1"));
        expected.add(new PlanAction.Move(RangeKey.of(20), "c:1"));
        expected.add(new PlanAction.Move(RangeKey.of(50), "c:1"));
        assertEquals(Set.copyOf(expected), Set.copyOf(ranges.done));
        assertEquals(expected.size(), ranges.done.size());
    }

    @Test
    void aRunThatWasKilledDoesOnlyWhatIsLeft() {
        for (int kill = 1; kill < 8; kill++) {
            Target target = target("a:1 0", "b:1 +10", "c:1 +20", "a:1 +30", "b:1 +40");
            SimulatedRanges ranges =
                    new SimulatedRanges(Map.of(RangeKey.FIRST, "a:1"), SERVERS, 0, new Random(1));
            killedAfter(kill, PlanRun.begin(target), ranges);
            PlanRun end = run(PlanRun.begin(target), ranges, target, new Random(1));
            assertEquals(PlanRun.Stage.DONE, end.stage());
            assertReached(target, ranges);
            assertEquals(7, ranges.done.size(), "after a kill at " + kill + ": " + ranges.done);
        }
    }

    @Test
    void everyRunEndsAndOneWithoutLastingFailuresReachesItsTarget() {
        long seed = Long.getLong("seed", 1);
        int reached = 0;
        for (int number = 0; number < CASES; number++) {
            Random random = new Random(seed + number);
            double faults = random.nextInt(4) * 0.2;
            Map<RangeKey, String> begin = new TreeMap<>();
            List<Target.Piece> pieces = new ArrayList<>();
            int count = 2 + random.nextInt(20);
            for (int piece = 0; piece < count; piece++) {
                RangeKey first = piece == 0 ? RangeKey.FIRST : RangeKey.of(piece);
                boolean isCutOff = piece > 0 && random.nextBoolean();
                String server = SERVERS.get(random.nextInt(SERVERS.size()));
                pieces.add(new Target.Piece(first, server, random.nextInt(100), isCutOff));
                if (!isCutOff) {
                    begin.put(first, SERVERS.get(random.nextInt(SERVERS.size())));
                }
            }
            Target target = new Target(pieces);
            SimulatedRanges ranges = new SimulatedRanges(begin, SERVERS, faults, random);
            PlanRun end = run(PlanRun.begin(target), ranges, target, random);
            assertEquals(PlanRun.Stage.DONE, end.stage(), "seed " + (seed + number));
            assertTrue(end.plans() <= PlanRun.PLANS_MAX);
            if (faults == 0) {
                assertReached(target, ranges);
                assertEquals(
                        new HashSet<>(ranges.done).size(),
                        ranges.done.size(),
                        "nothing is done twice");
                reached++;
            }
        }
        assertTrue(reached > CASES / 8);
    }

    /** Two splits and two moves at a server, eight moves in all. */
    @Test
    void noServerIsAskedForMoreThanItsShareAtOnce() {
        List<String> pieces = new ArrayList<>(List.of("a:1 0"));
        for (int piece = 1; piece < 40; piece++) {
            pieces.add(SERVERS.get(piece % 4) + " +" + piece);
        }
        Target target = target(pieces.toArray(String[]::new));
        SimulatedRanges ranges =
                new SimulatedRanges(Map.of(RangeKey.FIRST, "a:1"), SERVERS, 0, new Random(1));
        PlanRun.Step step = PlanRun.begin(target).run().on(new PlanEvent.Begun());
        while (step.run().stage() != PlanRun.Stage.INSERT) {
            Map<String, Integer> atServer = new HashMap<>();
            int moves = 0;
            for (PlanAction action : step.actions()) {
                if (action instanceof PlanAction.Split split) {
                    atServer.merge(ranges.serverOf(split.first()), 1, Integer::sum);
                    ranges.split(split);
                } else if (action instanceof PlanAction.Move move) {
                    moves++;
                    atServer.merge(ranges.serverOf(move.first()), 1, Integer::sum);
                    atServer.merge(move.server(), 1, Integer::sum);
                    ranges.move(move);
                }
            }
            assertTrue(moves <= 8);
            assertTrue(atServer.values().stream().allMatch(count -> count <= 2), "" + atServer);
            step = step.run().on(ranges.look());
        }
        assertReached(target, ranges);
    }

    /** As where splits are switched off: four tries, and rows come. */
    @Test
    void aBorderWhoseSplitFailsIsGivenUpSoon() {
        Target target = target("a:1 0", "b:1 +10");
        SimulatedRanges ranges =
                new SimulatedRanges(Map.of(RangeKey.FIRST, "a:1"), SERVERS, 0, new Random(1));
        PlanRun.Step step = PlanRun.begin(target).run().on(new PlanEvent.Begun());
        int splits = 0;
        while (step.run().stage() != PlanRun.Stage.INSERT) {
            PlanRun run = step.run();
            for (PlanAction action : step.actions()) {
                if (action instanceof PlanAction.Split split) {
                    splits++;
                    run = run.on(new PlanEvent.Refused(split.at(), true)).run();
                }
            }
            step = run.on(ranges.look());
        }
        assertEquals(4, splits);
        assertEquals(List.of(), step.run().target().borders());
    }

    @Test
    void aBorderThatIsRefusedForGoodIsGivenUpAndItsRangeMovesBetweenTries() {
        Target target = target("a:1 0", "b:1 +10");
        SimulatedRanges ranges =
                new SimulatedRanges(Map.of(RangeKey.FIRST, "a:1"), SERVERS, 0, new Random(1));
        PlanRun.Step step = PlanRun.begin(target).run().on(new PlanEvent.Begun());
        int moves = 0;
        int splits = 0;
        while (step.run().stage() != PlanRun.Stage.INSERT) {
            PlanRun run = step.run();
            for (PlanAction action : step.actions()) {
                if (action instanceof PlanAction.Split split) {
                    splits++;
                    run = run.on(new PlanEvent.Refused(split.at(), false)).run();
                } else if (action instanceof PlanAction.Move move) {
                    moves++;
                    ranges.move(move);
                }
            }
            step = run.on(ranges.look());
        }
        assertEquals(List.of(new PlanAction.Insert(true)), step.actions());
        assertTrue(splits > 30 && splits <= PlanRun.REFUSALS_MAX + 1, "splits: " + splits);
        assertTrue(moves >= 10, "moves: " + moves);
        assertEquals("a:1", ranges.serverOf(RangeKey.FIRST));
        assertEquals(List.of(), step.run().target().borders());
    }

    @Test
    void aServerThatIsGoneMakesAnotherPlan() {
        Target target = target("a:1 0", "gone:1 10");
        SimulatedRanges ranges =
                new SimulatedRanges(
                        Map.of(RangeKey.FIRST, "a:1", RangeKey.of(10), "b:1"),
                        SERVERS,
                        0,
                        new Random(1));
        PlanRun.Step step = PlanRun.begin(target).run().on(new PlanEvent.Begun());
        step = step.run().on(ranges.look());
        assertTrue(step.actions().getFirst() instanceof PlanAction.PlanAgain, "" + step.actions());
        step = step.run().on(new PlanEvent.Planned(target)).run().on(ranges.look());
        step = step.run().on(new PlanEvent.Planned(target)).run().on(ranges.look());
        assertEquals(List.of(new PlanAction.Insert(false)), step.actions());
    }

    private static void assertReached(Target target, SimulatedRanges ranges) {
        for (Target.Piece piece : target.pieces()) {
            assertTrue(ranges.begins(piece.first()), "no range begins at " + piece.first());
            assertEquals(piece.server(), ranges.serverOf(piece.first()));
        }
    }

    private static PlanRun run(
            PlanRun.Step begin, SimulatedRanges ranges, Target again, Random random) {
        Deque<PlanAction> todo = new ArrayDeque<>(begin.actions());
        PlanRun run = begin.run();
        for (int step = 0; !todo.isEmpty(); step++) {
            assertTrue(step < STEPS_MAX, "it does not end");
            ranges.mayLoseAServer();
            PlanRun.Step next = perform(todo.remove(), run, ranges, again, random);
            run = next.run();
            todo.addAll(next.actions());
        }
        return run;
    }

    private static void killedAfter(int changes, PlanRun.Step begin, SimulatedRanges ranges) {
        Deque<PlanAction> todo = new ArrayDeque<>(begin.actions());
        PlanRun run = begin.run();
        while (!todo.isEmpty() && ranges.done.size() < changes) {
            PlanRun.Step next = perform(todo.remove(), run, ranges, run.target(), new Random(1));
            run = next.run();
            todo.addAll(next.actions());
        }
    }

    private static PlanRun.Step perform(
            PlanAction action, PlanRun run, SimulatedRanges ranges, Target again, Random random) {
        return switch (action) {
            case PlanAction.Pause() -> run.on(new PlanEvent.Begun());
            case PlanAction.Look _ -> run.on(ranges.look());
            case PlanAction.Split split ->
                    ranges.split(split)
                            ? new PlanRun.Step(run, List.of())
                            : run.on(new PlanEvent.Refused(split.at(), random.nextBoolean()));
            case PlanAction.Move move -> {
                ranges.move(move);
                yield new PlanRun.Step(run, List.of());
            }
            case PlanAction.PlanAgain(List<String> servers, List<TableRange> found) -> {
                List<Target.Piece> pieces = new ArrayList<>();
                for (TableRange range : found) {
                    String server = servers.get(random.nextInt(servers.size()));
                    pieces.add(new Target.Piece(range.first(), server, 1, false));
                }
                assertTrue(again.pieces().getFirst().first().equals(found.getFirst().first()));
                yield run.on(new PlanEvent.Planned(new Target(pieces)));
            }
            case PlanAction.Insert _ -> run.on(new PlanEvent.Inserted());
            case PlanAction.Restore() -> run.on(new PlanEvent.Restored());
        };
    }

    /** Pieces as {@code server key}, with + before the keys of those that are cut off. */
    private static Target target(String... pieces) {
        List<Target.Piece> all = new ArrayList<>();
        for (String piece : pieces) {
            String[] words = piece.split(" ", -1);
            int key = Integer.parseInt(words[1].replace("+", ""));
            all.add(
                    new Target.Piece(
                            key == 0 ? RangeKey.FIRST : RangeKey.of(key),
                            words[0],
                            10,
                            words[1].startsWith("+")));
        }
        return new Target(all);
    }
}
