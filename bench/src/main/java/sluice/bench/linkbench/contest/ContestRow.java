package sluice.bench.linkbench.contest;

import java.util.OptionalDouble;

/**
 * One figure with what it should be.
 *
 * @param title what it is
 * @param decimals how many are shown
 * @param higher whether more is better
 * @param aim NaN where there is none
 */
record ContestRow(
        String title,
        OptionalDouble value,
        String unit,
        int decimals,
        boolean higher,
        double limit,
        double aim) {

    String shown(double number) {
        return "%.{d}f%s".replace("{d}", Integer.toString(decimals)).formatted(number, unit);
    }

    /** For the column of what was measured. */
    String measured() {
        return value.isEmpty() ? "-" : shown(value.getAsDouble());
    }

    String required() {
        return (higher ? ">= " : "<= ") + shown(limit);
    }

    String aimed() {
        return Double.isNaN(aim) ? "" : shown(aim);
    }

    String verdict() {
        if (value.isEmpty()) {
            return "-";
        }
        double number = value.getAsDouble();
        boolean reached = higher ? number >= limit : number <= limit;
        boolean aimReached = !Double.isNaN(aim) && (higher ? number >= aim : number <= aim);
        return aimReached ? "aim" : reached ? "pass" : "short";
    }
}
