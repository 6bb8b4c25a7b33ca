package sluice.linkbench.workload;

/** Powers of whole numbers, at most {@link Long#MAX_VALUE}. */
final class Powers {
    private Powers() {}

    /** {@code base} to the {@code exponent}, or the largest number where it does not fit. */
    static long power(long base, long exponent) {
        long power = 1;
        for (long i = 0; i < exponent && power < Long.MAX_VALUE && base > 1; i++) {
            power = times(power, base);
        }
        return base == 0 && exponent > 0 ? 0 : power;
    }

    /** The product of two numbers that are not negative, or the largest number. */
    static long times(long left, long right) {
        return Math.multiplyHigh(left, right) != 0 || left * right < 0
                ? Long.MAX_VALUE
                : left * right;
    }

    /** The smallest number whose power is not below {@code value}. */
    static long rootUp(long value, long exponent) {
        long root = Math.max(0, (long) StrictMath.pow((double) value, 1.0 / exponent) - 1);
        while (power(root, exponent) < value) {
            root++;
        }
        return root;
    }
}
