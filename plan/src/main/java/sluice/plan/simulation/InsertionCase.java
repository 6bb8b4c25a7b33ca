package sluice.plan.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A table as it is before a batch, and the batch.
 *
 * @param existing rows of the table, whose keys are spread evenly
 * @param incoming rows of the batch
 * @param curve how the batch's keys are spread
 * @param partitions the table's ranges in the order of keys
 */
public record InsertionCase(
        EngineModel engine,
        int servers,
        long existing,
        long incoming,
        KeyCurve curve,
        List<Range> partitions) {
    /** A range of keys, and the server that it is on. */
    public record Range(double begin, double end, int server) {}

    public InsertionCase {
        partitions = List.copyOf(partitions);
    }

    /**
     * A table whose partitions are between half and wholly full and dealt out to the servers evenly
     * in random order; one without rows is one partition.
     */
    public static InsertionCase random(
            EngineModel engine,
            int servers,
            long existing,
            long incoming,
            KeyCurve curve,
            RandomGenerator random) {
        List<Double> ends = new ArrayList<>();
        double rows = 0;
        while (existing - rows > engine.rowsMax()) {
            rows += engine.rowsMax() * (0.5 + random.nextDouble() / 2);
            if (rows < existing) {
                ends.add(rows / existing);
            }
        }
        ends.add(KeyCurve.END);
        List<Integer> dealt = new ArrayList<>();
        for (int index = 0; index < ends.size(); index++) {
            dealt.add(index % servers);
        }
        for (int left = dealt.size(); left > 1; left--) {
            Collections.swap(dealt, left - 1, random.nextInt(left));
        }
        List<Range> partitions = new ArrayList<>();
        double begin = 0;
        for (int index = 0; index < ends.size(); index++) {
            partitions.add(new Range(begin, ends.get(index), dealt.get(index)));
            begin = ends.get(index);
        }
        return new InsertionCase(engine, servers, existing, incoming, curve, partitions);
    }

    /** How many existing rows have keys in a range. */
    double existing(double begin, double end) {
        return existing * (Math.min(end, 1) - Math.min(begin, 1));
    }

    /** How many rows of the batch have keys in a range. */
    double incoming(double begin, double end) {
        return incoming * (curve.below(end) - curve.below(begin));
    }
}
