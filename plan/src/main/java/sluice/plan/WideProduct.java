package sluice.plan;

import java.math.BigInteger;

/** Products of two numbers that are not negative, in 128 bits. */
final class WideProduct {
    private WideProduct() {}

    /** Compares {@code a·b} with {@code c·d}. */
    static int compare(long a, long b, long c, long d) {
        long high = Math.multiplyHigh(a, b);
        long otherHigh = Math.multiplyHigh(c, d);
        return high == otherHigh
                ? Long.compareUnsigned(a * b, c * d)
                : Long.compare(high, otherHigh);
    }

    /** {@code a·b ÷ divisor}, rounded down; it must fit into 63 bits. */
    static long divide(long a, long b, long divisor) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) == 0 && product >= 0) {
            return product / divisor;
        }
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .divide(BigInteger.valueOf(divisor))
                .longValueExact();
    }

    /** {@code a·b ÷ divisor}, rounded up; it must fit into 63 bits. */
    static long divideUp(long a, long b, long divisor) {
        long quotient = divide(a, b, divisor);
        return compare(quotient, divisor, a, b) < 0 ? quotient + 1 : quotient;
    }
}
