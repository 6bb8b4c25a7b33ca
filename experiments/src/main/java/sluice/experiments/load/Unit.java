package sluice.experiments.load;

/** What the figure of a row counts, and how it is shown. */
enum Unit {
    TIMES("×"),
    PER_SECOND("/s"),
    BYTES("B"),
    SECONDS("s"),
    MEBIBYTES("MiB");

    private static final double MILLION = 1e6;
    private static final double THOUSAND = 1e3;

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    String symbol() {
        return symbol;
    }

    /** One value with its unit, three digits or so. */
    String show(double value) {
        return number(value, value) + suffix(value);
    }

    /** Two values with their unit, said once. */
    String show(double min, double max) {
        return number(min, max) + "–" + number(max, max) + suffix(max);
    }

    /** {@code scale} decides how large numbers are shortened. */
    private String number(double value, double scale) {
        return switch (this) {
            case TIMES -> "%.2f".formatted(value);
            case PER_SECOND ->
                    scale >= MILLION
                            ? "%.2f".formatted(value / MILLION)
                            : "%.0f".formatted(value / THOUSAND);
            case BYTES -> "%.2f".formatted(value);
            case SECONDS -> "%.3f".formatted(value);
            case MEBIBYTES -> "%.0f".formatted(value);
        };
    }

    private String suffix(double scale) {
        return switch (this) {
            case TIMES -> "";
            case PER_SECOND -> scale >= MILLION ? " M/s" : " k/s";
            case BYTES, SECONDS, MEBIBYTES -> " " + symbol;
        };
    }
}
