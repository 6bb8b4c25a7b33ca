package sluice.linkbench.workload;

/** The shares of the operations. Immutable. */
final class Mix {
    /** As LinkBench allows it: shares are written down with some digits only. */
    private static final double SUM_TOLERANCE_PERCENT = 1e-5;

    private static final RequestKind[] OPERATIONS = RequestKind.values();

    /** For each operation the percentage of requests that are it or one before it. */
    private final double[] percentUpTo = new double[RequestKind.COUNT];

    private final double[] percents;

    /** The percentages, in the order of the operations. */
    Mix(double[] percents) {
        this.percents = percents.clone();
        double sum = 0;
        for (int i = 0; i < percents.length; i++) {
            if (!(percents[i] >= 0)) {
                throw new IllegalArgumentException(
                        "%s is %s percent".formatted(OPERATIONS[i].key(), percents[i]));
            }
            sum += percents[i];
            percentUpTo[i] = sum;
        }
        if (Math.abs(sum - 100) > SUM_TOLERANCE_PERCENT) {
            throw new IllegalArgumentException(
                    "the shares of the operations add up to " + sum + " percent, expected 100");
        }
        // What is missing to 100 by rounding belongs to the last operation that has a share.
        for (int i = percents.length - 1; i >= 0; i--) {
            percentUpTo[i] = 100;
            if (percents[i] > 0) {
                break;
            }
        }
    }

    double percent(RequestKind operation) {
        return percents[operation.ordinal()];
    }

    /** The operation at {@code quantile}, from 0 to below 1. */
    RequestKind at(double quantile) {
        double percent = quantile * 100;
        int place = 0;
        while (percent > percentUpTo[place]) {
            place++;
        }
        return OPERATIONS[place];
    }
}
