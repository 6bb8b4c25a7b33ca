package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/** LinkBench's ways to choose ids by arithmetic; no id outside of the range comes out. */
final class BuiltInAccess implements IdAccess {
    /** Its names are those of the configuration. */
    enum Mode {
        ROUND_ROBIN,
        RECIPROCAL,
        MULTIPLE,
        POWER,
        PERFECT_POWER
    }

    private final Mode mode;
    private final long parameter;
    private final long firstId;
    private final long count;
    private long turn;

    BuiltInAccess(Mode mode, long parameter, long firstId, long count) {
        boolean needsTwo = mode == Mode.POWER;
        boolean needsOne = mode == Mode.MULTIPLE || mode == Mode.PERFECT_POWER;
        if (parameter < (needsTwo ? 2 : needsOne ? 1 : Long.MIN_VALUE)) {
            throw new IllegalArgumentException(
                    "%s with config %d, expected %d or more"
                            .formatted(mode, parameter, needsTwo ? 2 : 1));
        }
        this.mode = mode;
        this.parameter = parameter;
        this.firstId = firstId;
        this.count = count;
    }

    @Override
    public IdAccess forRequester() {
        return new BuiltInAccess(mode, parameter, firstId, count);
    }

    @Override
    public long next(RandomGenerator random) {
        if (mode == Mode.ROUND_ROBIN) {
            long id = firstId + turn;
            turn = turn + 1 == count ? 0 : turn + 1;
            return id;
        }
        return of(firstId + UniformRanks.below(count, random));
    }

    /** The id that stands for {@code id}. */
    long of(long id) {
        long chosen =
                switch (mode) {
                    case ROUND_ROBIN -> id;
                    case RECIPROCAL -> Math.ceilDiv(count, Math.max(1, id));
                    case MULTIPLE -> id / parameter * parameter;
                    case POWER -> powerFrom(id);
                    case PERFECT_POWER -> perfectPowerFrom(id);
                };
        return Math.clamp(chosen, firstId, firstId + count - 1);
    }

    /** The smallest power of the parameter that is not below {@code id}. */
    private long powerFrom(long id) {
        long power = 1;
        while (power < id) {
            power = Powers.times(power, parameter);
        }
        return power;
    }

    /** The smallest perfect power, with the parameter as exponent, that is not below {@code id}. */
    private long perfectPowerFrom(long id) {
        return Powers.power(Powers.rootUp(id, parameter), parameter);
    }
}
