package sluice.linkbench.workload;

import sluice.generate.DegreeRule;

/**
 * LinkBench's ways to give ids links by arithmetic: {@code base} links for each id and more for
 * some. Rounding goes by whole numbers, where the original misses some powers.
 */
record ArithmeticDegrees(Mode mode, long parameter, long base, long firstId, long count)
        implements DegreeRule {

    /** Its names are those of the configuration. */
    enum Mode {
        CONST,
        RECIPROCAL,
        MULTIPLES,
        PERFECT_SQUARES,
        PERFECT_POWERS,
        EXPONENTIAL
    }

    ArithmeticDegrees {
        boolean needsTwo = mode == Mode.EXPONENTIAL;
        boolean needsOne = mode != Mode.CONST && mode != Mode.RECIPROCAL;
        if (parameter < (needsTwo ? 2 : needsOne ? 1 : Long.MIN_VALUE) || base < 0) {
            throw new IllegalArgumentException(
                    "%s with config %d and default %d, expected %d or more and 0 or more"
                            .formatted(mode, parameter, base, needsTwo ? 2 : 1));
        }
    }

    @Override
    public long degree(long id) {
        return base
                + switch (mode) {
                    case CONST -> 0;
                    // The first id would be divided by 0.
                    case RECIPROCAL -> Math.ceilDiv(count, Math.max(1, id - firstId));
                    case MULTIPLES -> id % parameter == 0 ? parameter : 0;
                    case PERFECT_SQUARES, PERFECT_POWERS -> perfectPower(id);
                    case EXPONENTIAL -> exponential(id);
                };
    }

    /** The distance to the perfect power before, where the id is one. */
    private long perfectPower(long id) {
        long root = Powers.rootUp(id, parameter);
        boolean isOne = Powers.power(root, parameter) == id && id > 0;
        return isOne ? id - Powers.power(root - 1, parameter) : 0;
    }

    /** The distance to the power before, where the id is a power of the parameter. */
    private long exponential(long id) {
        long power = parameter;
        while (power < id) {
            power = Powers.times(power, parameter);
        }
        return power == id ? id - id / parameter : 0;
    }
}
