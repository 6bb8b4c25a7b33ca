package sluice.experiments.debl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import sluice.experiments.Verdict;

/**
 * Something that the experiments must show: what the paper has, what was to be reached and what was
 * aimed at, beside what was measured.
 *
 * @param measured null where its variants were not measured
 */
record Aim(
        String what,
        String paper,
        String reach,
        String aim,
        @Nullable String measured,
        Verdict verdict) {
    private static final double MILLI = 1e-6;

    /** All of them, for these results. */
    static List<Aim> of(List<VariantResult> results) {
        List<Aim> aims = new ArrayList<>();
        Optional<VariantResult> copy = find(results, Variant.FILE_COPY);
        Optional<VariantResult> mySql = find(results, Variant.BULK_MYSQL);
        Optional<VariantResult> hbase = find(results, Variant.BULK_HBASE);
        Optional<VariantResult> debl = find(results, Variant.DEBL);
        Optional<VariantResult> debl20 = find(results, Variant.DEBL_20);
        aims.add(
                atMost(
                        "uptime ÷ fileCopy, DeBL (no mysql)",
                        "1.066",
                        1.03,
                        1.005,
                        "%.3f",
                        ratio(debl, copy)));
        aims.add(
                atLeast(
                        "bulkLoad (MySQL) ÷ uptime of DeBL (20 % mysql)",
                        "2.0", 3, 10, "%.2f", ratio(mySql, debl20)));
        aims.add(answered(Variant.DEBL, results, mySql, hbase));
        aims.add(answered(Variant.DEBL_RUNS, results, mySql, hbase));
        aims.add(longestWait(debl));
        aims.add(
                atMost(
                        "p99 of requests in runs mode, ms",
                        "–",
                        50,
                        5,
                        "%.2f",
                        find(results, Variant.DEBL_RUNS).map(of -> of.p99Nanos() * MILLI)));
        aims.add(
                atLeast(
                        "peak ÷ steady rate, DeBL (20 % mysql)",
                        "3.29", 3, 5, "%.2f", debl20.map(of -> of.peakRate() / of.steadyRate())));
        return aims;
    }

    private static Optional<VariantResult> find(List<VariantResult> results, Variant variant) {
        return results.stream().filter(result -> result.variant() == variant).findFirst();
    }

    private static Optional<Double> ratio(
            Optional<VariantResult> one, Optional<VariantResult> other) {
        return one.flatMap(
                above -> other.map(below -> above.uptimeSeconds() / below.uptimeSeconds()));
    }

    private static Aim atMost(
            String what,
            String paper,
            double reach,
            double aim,
            String format,
            Optional<Double> value) {
        return of(
                what,
                paper,
                "≤ " + plain(reach),
                "≤ " + plain(aim),
                format,
                value,
                found -> Verdict.of(found <= aim, found <= reach));
    }

    private static Aim atLeast(
            String what,
            String paper,
            double reach,
            double aim,
            String format,
            Optional<Double> value) {
        return of(
                what,
                paper,
                "≥ " + plain(reach),
                "≥ " + plain(aim),
                format,
                value,
                found -> Verdict.of(found >= aim, found >= reach));
    }

    private static Aim of(
            String what,
            String paper,
            String reach,
            String aim,
            String format,
            Optional<Double> value,
            DoubleFunction<Verdict> judge) {
        return new Aim(
                what,
                paper,
                reach,
                aim,
                value.map(found -> String.format(Locale.ROOT, format, found)).orElse(null),
                value.map(judge::apply).orElse(Verdict.UNKNOWN));
    }

    private static Aim answered(
            Variant variant,
            List<VariantResult> results,
            Optional<VariantResult> mySql,
            Optional<VariantResult> hbase) {
        String what =
                "requests of %s answered before bulkLoad (MySQL)'s uptime"
                        .formatted(variant.title());
        String paper = variant == Variant.DEBL ? "all" : "–";
        String aim = "all before bulkLoad (HBase)'s";
        Optional<VariantResult> found = find(results, variant);
        if (found.isEmpty() || mySql.isEmpty()) {
            return new Aim(what, paper, "all", aim, null, Verdict.UNKNOWN);
        }
        VariantResult asked = found.get();
        long before = asked.answeredBefore(mySql.get().uptimeSeconds());
        long beforeHBase =
                hbase.map(other -> asked.answeredBefore(other.uptimeSeconds())).orElse(0L);
        Verdict verdict = Verdict.of(beforeHBase == asked.requests(), before == asked.requests());
        String measured =
                String.format(
                        Locale.ROOT,
                        "%,d of %,d (%,d before bulkLoad (HBase)'s)",
                        before,
                        asked.requests(),
                        beforeHBase);
        return new Aim(what, paper, "all", aim, measured, verdict);
    }

    private static Aim longestWait(Optional<VariantResult> debl) {
        String what = "longest wait after uptime, DeBL (no mysql), s";
        String reach = "one build + 1 s";
        if (debl.isEmpty()) {
            return new Aim(what, "many runs", reach, "", null, Verdict.UNKNOWN);
        }
        double wait = debl.get().maxNanos() / 1e9;
        double build = debl.get().phases().getOrDefault(LiveLoading.ONE_BUILD, 0.0);
        return new Aim(
                what,
                "many runs",
                reach,
                "",
                String.format(Locale.ROOT, "%.2f (a build %.2f)", wait, build),
                Verdict.of(false, wait <= build + 1));
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
