package sluice.experiments.contest;

import java.util.OptionalDouble;
import sluice.experiments.Verdict;

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

    Verdict verdict() {
        if (value.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return Verdict.of(reaches(aim), reaches(limit));
    }

    /** Nothing reaches NaN. */
    private boolean reaches(double bound) {
        double number = value.orElseThrow();
        return higher ? number >= bound : number <= bound;
    }
}
