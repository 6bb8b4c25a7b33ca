package sluice.storage;

import java.util.EnumSet;
import java.util.Set;

/**
 * One fault and where it strikes: at the n-th operation that it can hit, once or from there on.
 *
 * <p>Counted are the operations that the fault can happen to, that are among {@code operations} and
 * whose file's name matches {@code glob}; for a rename, either name. A sweep over n = 1, 2, … thus
 * has no dead runs, and ends when {@link FaultyStorage#hitCount} is 0.
 *
 * @param first n, counted from 1
 * @param forEver also every counted operation after the n-th
 * @param hook what {@link Fault#SLOW} runs, on the calling thread
 */
public record FaultPlan(
        Fault fault,
        long first,
        boolean forEver,
        Set<DiskCall> operations,
        String glob,
        Runnable hook) {

    public FaultPlan {
        if (first < 1) {
            throw new IllegalArgumentException("operations are counted from 1: first=" + first);
        }
        operations = Set.copyOf(operations);
    }

    /** The fault at the {@code n}-th operation only. */
    public static FaultPlan at(long n, Fault fault) {
        return new FaultPlan(fault, n, false, EnumSet.allOf(DiskCall.class), "*", () -> {});
    }

    /** The fault at the {@code n}-th operation and every later one. */
    public static FaultPlan from(long n, Fault fault) {
        return new FaultPlan(fault, n, true, EnumSet.allOf(DiskCall.class), "*", () -> {});
    }

    /** The same for these operations only. */
    public FaultPlan on(DiskCall first, DiskCall... others) {
        return new FaultPlan(fault, this.first, forEver, EnumSet.of(first, others), glob, hook);
    }

    /** The same for files only whose name matches {@code glob}, as in {@code run-*.tmp}. */
    public FaultPlan onFiles(String glob) {
        return new FaultPlan(fault, first, forEver, operations, glob, hook);
    }

    /** The same with {@code hook} for {@link Fault#SLOW}. */
    public FaultPlan withHook(Runnable hook) {
        return new FaultPlan(fault, first, forEver, operations, glob, hook);
    }
}
