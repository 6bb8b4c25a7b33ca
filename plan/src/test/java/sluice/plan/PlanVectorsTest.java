package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Fixed cases with their exact plans: insert limit, move limit, costs, and every move. */
class PlanVectorsTest {
    private static final String WORKED =
            "2,12@0 6,10@0 9,9@0 20,8@0 30,6@0 3,14@1 8,10@1 10,8@1 16,6@1 25,4@1"
                    + " 4,10@2 5,9@2 12,9@2 18,7@2 24,5@2 30,4@3 40,0@3 35,6@4 20,3@4";
    private static final String APPEND = "90,0@0 95,0@1 80,0@2 99,0@3 12*0,25@0";
    private static final String INITIALIZE = "20*0,10@0";
    private static final String UNIFORM = "100,10@0 100,10@1 100,10@2 100,10@3 ".repeat(4).strip();
    private static final String CONSTANT =
            "50,400@0 50,300@0 50,220@0 50,80@0 50,60@1 50,40@1 50,30@1 50,20@1"
                    + " 50,10@2 50,10@2 50,5@2 50,5@2";
    private static final String COSTLY = "2*10000,40@0 10000,1@1 10000,1@2";
    private static final String ALONE = "50,1000@0 50,0@1 50,0@2";
    private static final String SMALL = "10,30@0 1,20@0 5,15@0 7,35@1 2,10@1 0,0@2 0,0@3";
    private static final String GRAIN = "1000,75@2 11*0,75@2 5000,0@0 5000,0@1";

    @Test
    void workedExample() {
        check(5, WORKED, PlanMode.PAPER, "31, 2, (44,2,1): 0>3", "33.24");
        check(5, WORKED, PlanMode.REFINED, "28, 5, (38,5,3): 0>3 5>3 10>4", "33.24");
    }

    @Test
    void appendedRows() {
        String moves = "75, 0, (75,0,9): 4>3 5>3 6>3 7>2 8>2 9>2 10>1 11>1 12>1";
        check(4, APPEND, PlanMode.PAPER, moves, "75.00");
        check(4, APPEND, PlanMode.REFINED, moves, "75.00");
    }

    @Test
    void emptyTable() {
        String moves = "(70,0,13): 0>2 1>2 2>2 3>2 4>2 5>2 6>1 7>1 8>1 9>1 10>1 11>1 12>1";
        check(3, INITIALIZE, PlanMode.PAPER, "67, 0, " + moves, "67.00");
        check(3, INITIALIZE, PlanMode.REFINED, "70, 0, " + moves, "67.00");
    }

    @Test
    void nothingMovesWhereAllIsEven() {
        check(4, UNIFORM, PlanMode.PAPER, "40, 0, (40,0,0):", "40.00");
        check(4, UNIFORM, PlanMode.REFINED, "40, 0, (40,0,0):", "40.00");
    }

    @Test
    void movesOfOnePrice() {
        check(3, CONSTANT, PlanMode.PAPER, "394, 50, (650,50,1): 0>2", "483.33");
        check(3, CONSTANT, PlanMode.REFINED, "600, 50, (520,100,3): 0>2 2>1 8>1", "483.33");
    }

    @Test
    void nothingMovesWhereMovesCostTooMuch() {
        check(3, COSTLY, PlanMode.PAPER, "41, 0, (80,0,0):", "80.00");
        check(3, COSTLY, PlanMode.REFINED, "80, 0, (80,0,0):", "80.00");
    }

    @Test
    void onePartitionCannotBeShared() {
        check(3, ALONE, PlanMode.PAPER, "334, 0, (1000,0,0):", "1000.00");
        check(3, ALONE, PlanMode.REFINED, "1000, 0, (1000,0,0):", "1000.00");
    }

    @Test
    void smallTable() {
        check(4, SMALL, PlanMode.PAPER, "31, 2, (48,3,2): 1>2 4>2", "39.33");
        check(4, SMALL, PlanMode.REFINED, "65, 0, (46,1,1): 1>2", "39.33");
    }

    @Test
    void piecesOfOneRegion() {
        String moves = "300, 0, (300,0,8): 1>1 2>1 3>1 4>1 5>0 6>0 7>0 8>0";
        check(3, GRAIN, PlanMode.PAPER, moves, "300.00");
        check(3, GRAIN, PlanMode.REFINED, moves, "300.00");
    }

    @Test
    void theRegionIsCutIntoThosePieces() {
        List<RangeKey> existing = LongStream.range(0, 1000).mapToObj(RangeKey::of).toList();
        List<RangeKey> incoming = LongStream.range(1000, 1900).mapToObj(RangeKey::of).toList();
        Partition region = Partition.ofRows(RangeKey.FIRST, 1000, 900, 2);
        List<Partition> pieces =
                new Splitter(SplitRules.usual(10_000), 900, 3)
                        .split(region, Sample.merged(existing, 1, incoming, 1), Prices.PAPER);
        assertEquals(12, pieces.size());
        assertEquals(Partition.ofRows(RangeKey.FIRST, 1000, 75, 2), pieces.getFirst());
        for (int index = 1; index < 12; index++) {
            RangeKey first = RangeKey.of(1000L + 75 * index);
            assertEquals(Partition.ofRows(first, 0, 75, 2), pieces.get(index));
        }
    }

    @Test
    void offloadOfTheWorkedExample() {
        assertEquals("[0, 5, 10] [33, 28, 30, 4, 9] [2, 3, 4, 0, 0]", offloaded(28));
        assertEquals("[0, 10] [33, 42, 30, 4, 9] [2, 0, 4, 0, 0]", offloaded(29));
        for (long limit = 34; limit <= 45; limit++) {
            assertEquals("[] [45, 42, 40, 4, 9] [0, 0, 0, 0, 0]", offloaded(limit));
        }
    }

    @Test
    void moveLimitsOfTheWorkedExample() {
        assertEquals(5, moveLimit(28));
        assertEquals(3, moveLimit(29));
        assertEquals(1, moveLimit(31));
    }

    @Test
    void onloadAlone() {
        String pool = "1,5@0 4,10@0 5,8@0 6,6@0 15,12@0 8,4@0 3,9@0 12,7@0 6,11@0 9,5@0";
        Instance instance = instanceWithRooms(pool, 40, 30, 14);
        Offload offload = pool(instance);
        assertEquals(
                "0 6 1 8 2 3 4 7 9 5",
                IntStream.range(0, offload.count)
                        .mapToObj(index -> Integer.toString(offload.pool[index]))
                        .collect(Collectors.joining(" ")));
        Bins bins = new Bins(new int[] {0, 1, 2}, new long[] {40, 30, 14});
        assertEquals(23, Envelope.moveLimit(instance, offload, bins));
        assertEquals("1: 0 5 7 9, 0: 1 2 3 4 6 8", onloaded(instance, offload, bins, 23));
        assertEquals("1: 0 5 6 9, 0: 1 2 3 4 7 8", onloaded(instance, offload, bins, 40));
    }

    @Test
    void bordersOfSamples() {
        assertEquals("50 80", borders(3, 1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100));
        assertEquals("7", borders(3, 1, 5, 5, 5, 5, 7, 9));
        assertEquals("2 4", bordersOf(4, new long[] {10, 1, 1, 1, 1, 10}));
        assertEquals("5 6 7 8", bordersOf(5, new long[] {1, 1, 1, 1, 4, 4, 4, 4}));
        assertEquals("", borders(2, 1, 3, 3, 3));
        assertEquals("", borders(2, 1));
    }

    @Test
    void thePlanIsTheSameForAnyOrderOfInput() {
        for (String line : List.of(WORKED, APPEND, CONSTANT, SMALL, GRAIN)) {
            Placement placement = PartitionLine.placement(5, line);
            Solution once = MovePlanner.solve(new Instance(placement), PlanMode.REFINED);
            List<Partition> mixed = new ArrayList<>(placement.partitions());
            for (int seed = 0; seed < 20; seed++) {
                Collections.shuffle(mixed, new Random(seed));
                Instance instance = new Instance(new Placement(5, mixed));
                assertEquals(
                        PartitionLine.text(instance, once),
                        PartitionLine.text(
                                instance, MovePlanner.solve(instance, PlanMode.REFINED)));
            }
        }
    }

    private static void check(
            int servers, String line, PlanMode mode, String expected, String bound) {
        Instance instance = PartitionLine.instance(servers, line);
        Solution solution = MovePlanner.solve(instance, mode);
        assertEquals(expected, PartitionLine.text(instance, solution));
        assertEquals(
                bound,
                String.format(Locale.ROOT, "%.2f", LowerBound.thousandths(instance) / 1000.0));
    }

    private static String offloaded(long limit) {
        Instance instance = PartitionLine.instance(5, WORKED);
        Offload offload = new Offload(instance);
        offload.to(limit);
        return "%s %s %s"
                .formatted(
                        IntStream.range(0, offload.count)
                                .map(index -> offload.pool[index])
                                .sorted()
                                .boxed()
                                .toList(),
                        LongStream.of(offload.loads).boxed().toList(),
                        LongStream.of(offload.moves).boxed().toList());
    }

    private static long moveLimit(long limit) {
        Instance instance = PartitionLine.instance(5, WORKED);
        Offload offload = new Offload(instance);
        offload.to(limit);
        return Envelope.moveLimit(instance, offload, Bins.below(instance, limit, offload.loads));
    }

    /** An instance of the pool's partitions; the bins are made by hand. */
    private static Instance instanceWithRooms(String pool, long... rooms) {
        return PartitionLine.instance(rooms.length, pool);
    }

    private static Offload pool(Instance instance) {
        Offload offload = new Offload(instance);
        offload.to(0);
        return offload;
    }

    private static String onloaded(Instance instance, Offload offload, Bins bins, long limit) {
        int[] destinations = new int[instance.home.length];
        assertEquals(0, new Onload(instance).place(offload, bins, limit, destinations));
        return "1: %s, 0: %s".formatted(at(destinations, 1), at(destinations, 0));
    }

    private static String at(int[] destinations, int server) {
        return IntStream.range(0, destinations.length)
                .filter(id -> destinations[id] == server)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    private static String borders(int pieces, long weight, long... keys) {
        List<RangeKey> sampled = LongStream.of(keys).mapToObj(RangeKey::of).toList();
        Sample sample = Sample.merged(List.of(), weight, sampled, weight);
        return Splitter.borders(sample, pieces).stream()
                .map(index -> Long.toString(keys[index]))
                .collect(Collectors.joining(" "));
    }

    /** The keys are 1, 2, 3 and so on; those of one weight are a sample of their own. */
    private static String bordersOf(int pieces, long[] weights) {
        List<RangeKey> light = new ArrayList<>();
        List<RangeKey> heavy = new ArrayList<>();
        for (int index = 0; index < weights.length; index++) {
            (weights[index] == 1 ? light : heavy).add(RangeKey.of(index + 1L));
        }
        Sample sample = Sample.merged(light, 1, heavy, LongStream.of(weights).max().orElse(1));
        return Splitter.borders(sample, pieces).stream()
                .map(index -> Long.toString(index + 1))
                .collect(Collectors.joining(" "));
    }
}
