package sluice.experiments.load;

import static sluice.experiments.load.Quantity.ANONYMOUS_MEBIBYTES_MAX;
import static sluice.experiments.load.Quantity.DISK_BYTES_MAX;
import static sluice.experiments.load.Quantity.INPUT_BYTES;
import static sluice.experiments.load.Quantity.LINKS;
import static sluice.experiments.load.Quantity.LISTS_PER_SECOND;
import static sluice.experiments.load.Quantity.RESIDENT_MEBIBYTES_MAX;
import static sluice.experiments.load.Quantity.SECONDS;
import static sluice.experiments.load.Quantity.SECONDS_PER_LINK;
import static sluice.experiments.load.Quantity.SEGMENT_BYTES;
import static sluice.experiments.load.Quantity.SEGMENT_BYTES_ABOVE_DATA;
import static sluice.experiments.load.Quantity.UPTIME_SECONDS;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import sluice.experiments.Verdict;

/** The rows of the table: what is measured, what it must reach and what it should. */
public enum BenchmarkRow {
    UPTIME_COPY(
            "uptime ÷ cp with sync (full)",
            Unit.TIMES,
            Better.LOWER,
            3,
            1.6,
            ratio(Subject.FULL, UPTIME_SECONDS, Subject.COPY, SECONDS)),
    UPTIME_THROTTLED(
            "uptime ÷ copy, source of 1 Gbit/s (full)",
            Unit.TIMES,
            Better.LOWER,
            1.05,
            1.01,
            ratio(Subject.SLOW_FULL, UPTIME_SECONDS, Subject.SLOW_COPY, SECONDS)),
    UPTIME_RATE(
            "links to uptime (full)",
            Unit.PER_SECOND,
            Better.HIGHER,
            7e6,
            14e6,
            ratio(Subject.FULL, LINKS, Subject.FULL, UPTIME_SECONDS)),
    BUILT_RATE(
            "links to all built and synced (full)",
            Unit.PER_SECOND,
            Better.HIGHER,
            4.5e6,
            8e6,
            ratio(Subject.FULL, LINKS, Subject.FULL, SECONDS)),
    BUILT_RATE_TOPOLOGY(
            "the same (topology)",
            Unit.PER_SECOND,
            Better.HIGHER,
            8e6,
            15e6,
            ratio(Subject.TOPOLOGY, LINKS, Subject.TOPOLOGY, SECONDS)),
    BUILT_RATE_INVERSE(
            "the same (topology, inverse links too)",
            Unit.PER_SECOND,
            Better.HIGHER,
            5e6,
            10e6,
            ratio(Subject.INVERSE, LINKS, Subject.INVERSE, SECONDS)),
    RIVAL_ONE(
            "RocksDB, one index ÷ all built (full)",
            Unit.TIMES,
            Better.HIGHER,
            1.3,
            2.3,
            ratio(Subject.RIVAL_ONE, SECONDS, Subject.FULL, SECONDS)),
    RIVAL_PAIR(
            "RocksDB, pair of keys ÷ all built (full)",
            Unit.TIMES,
            Better.HIGHER,
            2.3,
            4,
            ratio(Subject.RIVAL_PAIR, SECONDS, Subject.FULL, SECONDS)),
    LISTS_SEGMENTS(
            "lists of 10, 1 thread, from segments",
            Unit.PER_SECOND,
            Better.HIGHER,
            1e6,
            3e6,
            median(Subject.SEGMENT_LISTS, LISTS_PER_SECOND)),
    LISTS_RUNS(
            "lists of 10, 1 thread, from runs",
            Unit.PER_SECOND,
            Better.HIGHER,
            100e3,
            300e3,
            median(Subject.RUN_LISTS, LISTS_PER_SECOND)),
    LISTS_RIVAL(
            "lists of 50, 8 threads ÷ RocksDB",
            Unit.TIMES,
            Better.HIGHER,
            5,
            15,
            ratio(Subject.DEGREE_LISTS, LISTS_PER_SECOND, Subject.RIVAL_LISTS, LISTS_PER_SECOND)),
    SIZE_TOPOLOGY(
            "segments, per link (topology)",
            Unit.BYTES,
            Better.LOWER,
            8,
            4.5,
            ratio(Subject.TOPOLOGY, SEGMENT_BYTES, Subject.TOPOLOGY, LINKS)),
    SIZE_FULL(
            "segments, per link above its data (full)",
            Unit.BYTES,
            Better.LOWER,
            14,
            9,
            ratio(Subject.FULL, SEGMENT_BYTES_ABOVE_DATA, Subject.FULL, LINKS)),
    DISK(
            "highest disk use ÷ input (full)",
            Unit.TIMES,
            Better.LOWER,
            2.2,
            1.8,
            ratio(Subject.FULL, DISK_BYTES_MAX, Subject.FULL, INPUT_BYTES)),
    MEMORY(
            "memory with --memory 512m",
            Unit.MEBIBYTES,
            Better.LOWER,
            512,
            512,
            largest(Subject.MEMORY, RESIDENT_MEBIBYTES_MAX)),
    MEMORY_ANONYMOUS(
            "without mapped files",
            Unit.MEBIBYTES,
            Better.LOWER,
            512,
            512,
            largest(Subject.MEMORY, ANONYMOUS_MEBIBYTES_MAX)),
    LARGE_MEMORY(
            "memory with --memory 512m, 10 × links",
            Unit.MEBIBYTES,
            Better.LOWER,
            512,
            512,
            largest(Subject.LARGE_MEMORY, RESIDENT_MEBIBYTES_MAX)),
    LARGE_MEMORY_ANONYMOUS(
            "without mapped files, 10 × links",
            Unit.MEBIBYTES,
            Better.LOWER,
            512,
            512,
            largest(Subject.LARGE_MEMORY, ANONYMOUS_MEBIBYTES_MAX)),
    START(
            "start of sluice --help",
            Unit.SECONDS,
            Better.LOWER,
            0.4,
            0.15,
            median(Subject.START, SECONDS)),
    LINEAR(
            "cost of a link, dearest ÷ cheapest size",
            Unit.TIMES,
            Better.LOWER,
            1.15,
            1.15,
            new Figure.Spread(
                    List.of(
                            new Metric(Subject.LINEAR_TENTH, SECONDS_PER_LINK),
                            new Metric(Subject.LINEAR_ONE, SECONDS_PER_LINK)),
                    List.of(new Metric(Subject.LINEAR_TEN, SECONDS_PER_LINK))));

    /** Which way is good. */
    enum Better {
        LOWER("≤"),
        HIGHER("≥");

        private final String sign;

        Better(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }
    }

    private final String title;
    private final Unit unit;
    private final Better better;
    private final double atLeast;
    private final double aim;
    private final Figure figure;

    BenchmarkRow(
            String title, Unit unit, Better better, double atLeast, double aim, Figure figure) {
        this.title = title;
        this.unit = unit;
        this.better = better;
        this.atLeast = atLeast;
        this.aim = aim;
        this.figure = figure;
    }

    /** The name by which a command line calls the row. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title() {
        return title;
    }

    Unit unit() {
        return unit;
    }

    Better better() {
        return better;
    }

    double atLeast() {
        return atLeast;
    }

    double aim() {
        return aim;
    }

    /** Whether more is wanted than must be reached. */
    boolean hasAim() {
        return aim != atLeast;
    }

    Figure figure() {
        return figure;
    }

    /** The subjects that must be measured for the row; large ones only where they are wanted. */
    Stream<Subject> subjects(boolean large) {
        return figure.metrics().stream()
                .map(Metric::subject)
                .filter(subject -> large || !subject.large());
    }

    /** Whether the row is of the input of ten times the links alone. */
    boolean needsLarge() {
        return subjects(false).findAny().isEmpty();
    }

    Verdict verdict(double value) {
        return Verdict.of(hasAim() && reaches(value, aim), reaches(value, atLeast));
    }

    private boolean reaches(double value, double limit) {
        return switch (better) {
            case LOWER -> value <= limit;
            case HIGHER -> value >= limit;
        };
    }

    private static Figure ratio(
            Subject above, Quantity aboveQuantity, Subject below, Quantity belowQuantity) {
        return new Figure.Ratio(new Metric(above, aboveQuantity), new Metric(below, belowQuantity));
    }

    private static Figure median(Subject subject, Quantity quantity) {
        return new Figure.Median(new Metric(subject, quantity));
    }

    private static Figure largest(Subject subject, Quantity quantity) {
        return new Figure.Largest(new Metric(subject, quantity));
    }
}
