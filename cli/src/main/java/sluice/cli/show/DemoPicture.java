package sluice.cli.show;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import sluice.cli.console.Look;
import sluice.cli.console.Paint;
import sluice.experiments.demo.DemoOptions;
import sluice.experiments.demo.DemoView;
import sluice.experiments.demo.DemoView.Answers;
import sluice.experiments.demo.DemoView.BucketView;
import sluice.experiments.demo.DemoView.Interval;
import sluice.experiments.demo.DemoView.Proof;
import sluice.experiments.demo.DemoView.Step;
import sluice.report.Amounts;

/**
 * A demo as lines of at most 80 columns: bars on one axis of time, then a line for each interval
 * with the buckets that were built by its end and what clients were answered. Pure: the same view
 * gives the same lines. The part that is drawn live fits a terminal of 24 lines.
 */
public final class DemoPicture {
    private static final int AXIS_COLUMNS = 61;
    private static final int CELLS = 32;
    private static final int TIME_COLUMNS = 9;
    private static final int WIDTH = 79;

    /** Below this Java has not even compiled the code when the file is staged. */
    private static final long COMPARABLE_LINKS_MIN = 1_000_000;

    private static final String[] UNICODE_PARTS = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    private static final String UNICODE_SHARES = "·░▒▓█";
    private static final String ASCII_SHARES = ".-+*#";
    private static final String UNICODE_HEIGHTS = " ▁▂▃▄▅▆▇█";
    private static final String ASCII_HEIGHTS = " .:-=+*%@";

    private final DemoOptions options;
    private final Look look;

    public DemoPicture(DemoOptions options, Look look) {
        this.options = options;
        this.look = look;
    }

    /** What is drawn again and again while the demo runs, and stays when it has ended. */
    public List<String> lines(DemoView view) {
        List<String> lines = new ArrayList<>();
        lines.add(
                Paint.STRONG.on(
                        "Loading %,d links while %d clients query"
                                .formatted(options.links(), options.clients()),
                        look));
        lines.add("");
        if (view.nowNanos() == 0) {
            addPreparation(lines, view);
            return lines;
        }
        addBars(lines, view);
        lines.add("");
        addIntervals(lines, view);
        if (view.step() == Step.PROVE) {
            lines.add(Paint.FAINT.on("proving that all answers were right " + dots(), look));
        }
        return lines;
    }

    /** What was proved, below the picture. */
    public List<String> proofs(DemoView view) {
        List<String> lines = new ArrayList<>();
        for (Proof proof : view.proofs()) {
            String mark = proof.holds() ? pick("✓ ", "ok ") : pick("✗ ", "WRONG ");
            lines.add((proof.holds() ? Paint.GOOD : Paint.BAD).on(mark, look) + proof.claim());
        }
        lines.add("");
        lines.add(
                options.links() < COMPARABLE_LINKS_MIN
                        ? "So small a file says little about speed; sluice demo --links 10m says"
                                + " more."
                        : "Staging took %s; then every query was answered completely."
                                .formatted(ratio(view.uptimeNanos(), view.copyNanos())));
        lines.add(
                "Answers from runs:     %5s, half within %s, 99 of 100 within %s"
                        .formatted(
                                Amounts.shortestCount(view.runs().count()),
                                latency(view.runs().p50Nanos()),
                                latency(view.runs().p99Nanos())));
        lines.add(
                "Answers from segments: %5s, half within %s, 99 of 100 within %s"
                        .formatted(
                                Amounts.shortestCount(view.segments().count()),
                                latency(view.segments().p50Nanos()),
                                latency(view.segments().p99Nanos())));
        return lines;
    }

    private void addPreparation(List<String> lines, DemoView view) {
        double share = Math.min(1, (double) view.links() / options.links());
        boolean generating = view.step() == Step.GENERATE;
        String size = Amounts.megabytes(view.fileBytes());
        lines.add(
                "generate %8s %s"
                        .formatted(size, bar(0, share * AXIS_COLUMNS, Paint.FAINT, AXIS_COLUMNS)));
        lines.add(generating ? "" : Paint.FAINT.on("a plain copy of the file " + dots(), look));
    }

    private void addBars(List<String> lines, DemoView view) {
        long now = view.nowNanos();
        boolean up = view.uptimeNanos() != DemoView.NOT_YET;
        long stagedNanos = up ? view.uptimeNanos() : now;
        long builtNanos = view.builtNanos() == DemoView.NOT_YET ? now : view.builtNanos();
        TimeAxis axis =
                TimeAxis.holding(Amounts.seconds(Math.max(now, view.copyNanos())), AXIS_COLUMNS);

        lines.add(row("seconds", "", Paint.FAINT.on(axis.numbers(), look)));
        String ruler = axis.line(pick("┴", "|").charAt(0), pick("─", "-").charAt(0));
        lines.add(row("", "", Paint.FAINT.on(ruler, look)));
        String file = "%s, copied plainly with sync".formatted(Amounts.megabytes(view.fileBytes()));
        lines.add(
                row(
                        "copy",
                        Amounts.secondsText(view.copyNanos()),
                        labelled(axis, view.copyNanos(), Paint.PLAIN, file)));
        String staged =
                up
                        ? options.links() < COMPARABLE_LINKS_MIN
                                ? ""
                                : ratio(stagedNanos, view.copyNanos())
                        : "%.0f %%".formatted(view.stagedShare() * 100);
        lines.add(
                row(
                        "stage",
                        Amounts.secondsText(stagedNanos),
                        labelled(axis, stagedNanos, Paint.RUNS, staged)));
        if (up) {
            lines.add(row("uptime", Amounts.secondsText(stagedNanos), uptime(axis, stagedNanos)));
            lines.add(
                    row(
                            "build",
                            Amounts.secondsText(builtNanos - stagedNanos),
                            build(axis, view, stagedNanos, builtNanos)));
        }
    }

    private String ratio(long nanos, long copyNanos) {
        return "%.1f %s the plain copy"
                .formatted((double) nanos / Math.max(1, copyNanos), pick("×", "x"));
    }

    private String row(String name, String value, String picture) {
        return "%-7s%9s  %s".formatted(name, value, picture).stripTrailing();
    }

    private String labelled(TimeAxis axis, long nanos, Paint paint, String label) {
        double width = axis.width(Amounts.seconds(nanos));
        int taken = (int) Math.ceil(width) + 1;
        boolean fits = taken + label.length() <= AXIS_COLUMNS;
        return bar(0, width, paint, taken) + (fits ? Paint.FAINT.on(label, look) : "");
    }

    private String uptime(TimeAxis axis, long nanos) {
        int place = Math.min(AXIS_COLUMNS - 1, (int) axis.width(Amounts.seconds(nanos)));
        String words = "from here on every answer is complete";
        boolean fits = place + 2 + words.length() <= AXIS_COLUMNS;
        String text =
                fits
                        ? " ".repeat(place) + pick("▲", "^") + " " + words
                        : " ".repeat(Math.max(0, place - words.length() - 1))
                                + words
                                + " "
                                + pick("▲", "^");
        return Paint.GOOD.on(text, look);
    }

    private String build(TimeAxis axis, DemoView view, long fromNanos, long toNanos) {
        int from = (int) axis.width(Amounts.seconds(fromNanos));
        int to = Math.max(from + 1, (int) Math.round(axis.width(Amounts.seconds(toNanos))));
        StringBuilder bar = new StringBuilder();
        int buckets = Math.max(1, view.buckets().size());
        for (int column = from; column < to; column++) {
            long nanos = column == to - 1 ? toNanos : (long) (axis.middle(column) * 1e9);
            bar.append(share((double) view.builtAt(nanos) / buckets));
        }
        String end = view.builtNanos() == DemoView.NOT_YET ? "" : " all built";
        boolean fits = to + end.length() <= AXIS_COLUMNS;
        return " ".repeat(from)
                + Paint.SEGMENTS.on(bar.toString(), look)
                + (fits ? Paint.FAINT.on(end, look) : "");
    }

    private void addIntervals(List<String> lines, DemoView view) {
        String unit = pick("µs", "us");
        String space = " ".repeat(TIME_COLUMNS + 1);
        lines.add(
                space
                        + "buckets by id, and their demand:"
                        + Paint.RUNS.on("  --- from runs --", look)
                        + Paint.SEGMENTS.on(" - from segments -", look));
        String columns = " per s p50%s p99%s".formatted(unit, unit);
        lines.add(
                "%9s ".formatted("seconds")
                        + skyline(view)
                        + Paint.RUNS.on(columns, look)
                        + Paint.SEGMENTS.on(columns, look));
        Step before = Step.COPY;
        for (Interval interval : view.intervals()) {
            if (interval.step() != before) {
                lines.add(mark(interval));
                before = interval.step();
            }
            lines.add(
                    time(interval)
                            + " "
                            + cells(view, interval.toNanos())
                            + Paint.RUNS.on(figures(interval, interval.runs()), look)
                            + Paint.SEGMENTS.on(figures(interval, interval.segments()), look));
        }
    }

    private String mark(Interval interval) {
        boolean staging = interval.step() == Step.STAGE;
        String words =
                staging
                        ? "%.2f staging, answers are partial "
                        : interval.step() == Step.BUILD
                                ? "%.2f uptime, every answer is complete "
                                : "%.2f all built ";
        String text = words.formatted(Amounts.seconds(interval.fromNanos()));
        String line = text + pick("─", "-").repeat(WIDTH - text.length());
        return (staging ? Paint.FAINT : Paint.GOOD).on(line, look);
    }

    private static String time(Interval interval) {
        double from = Amounts.seconds(interval.fromNanos());
        double to = Amounts.seconds(interval.toNanos());
        String form = to < 10 ? "%.2f-%.2f" : "%.1f-%.1f";
        return "%9s".formatted(form.formatted(from, to));
    }

    private static String figures(Interval interval, Answers answers) {
        if (answers.count() == 0) {
            return "%6s%6s%6s".formatted("-", "-", "-");
        }
        double seconds = Amounts.seconds(interval.toNanos() - interval.fromNanos());
        return "%6s%6s%6s"
                .formatted(
                        Amounts.shortestCount(answers.count() / seconds),
                        Amounts.micros(answers.p50Nanos()),
                        Amounts.micros(answers.p99Nanos()));
    }

    private String latency(long nanos) {
        return Amounts.latency(nanos, pick("µs", "us"));
    }

    /** How often each part of the buckets was asked for, as heights. */
    private String skyline(DemoView view) {
        List<BucketView> buckets = view.buckets();
        double[] asked = new double[CELLS];
        double most = 1;
        for (int cell = 0; cell < CELLS && !buckets.isEmpty(); cell++) {
            int from = first(cell, buckets.size());
            int to = Math.max(from + 1, first(cell + 1, buckets.size()));
            for (BucketView bucket : buckets.subList(from, to)) {
                asked[cell] += (double) bucket.queries() / (to - from);
            }
            most = Math.max(most, asked[cell]);
        }
        String heights = pick(UNICODE_HEIGHTS, ASCII_HEIGHTS);
        StringBuilder line = new StringBuilder();
        for (double cell : asked) {
            line.append(heights.charAt((int) Math.ceil(cell / most * (heights.length() - 1))));
        }
        return line.toString();
    }

    private String cells(DemoView view, long nanos) {
        List<BucketView> buckets = view.buckets();
        if (buckets.isEmpty()) {
            return " ".repeat(CELLS);
        }
        LongPredicate isBuilt = built -> built != DemoView.NOT_YET && built <= nanos;
        StringBuilder line = new StringBuilder();
        for (int cell = 0; cell < CELLS; cell++) {
            int from = first(cell, buckets.size());
            int to = Math.max(from + 1, first(cell + 1, buckets.size()));
            long built =
                    buckets.subList(from, to).stream()
                            .mapToLong(BucketView::builtNanos)
                            .filter(isBuilt)
                            .count();
            line.append(share((double) built / (to - from)));
        }
        return Paint.SEGMENTS.on(line.toString(), look);
    }

    private static int first(int cell, int buckets) {
        return (int) ((long) cell * buckets / CELLS);
    }

    /** A share of 0 to 1 as one character; only none and all have those of none and all. */
    private char share(double share) {
        String shares = pick(UNICODE_SHARES, ASCII_SHARES);
        int last = shares.length() - 1;
        if (share <= 0 || share >= 1) {
            return shares.charAt(share <= 0 ? 0 : last);
        }
        return shares.charAt(1 + (int) (share * (last - 1)));
    }

    /** A bar from one place to another, then blanks up to {@code columns}. */
    private String bar(int from, double to, Paint paint, int columns) {
        StringBuilder bar = new StringBuilder();
        int whole = (int) to;
        bar.repeat(pick("█", "=").charAt(0), Math.max(0, whole - from));
        int eighths = (int) ((to - whole) * 8);
        if (look.unicode()) {
            bar.append(UNICODE_PARTS[eighths]);
        } else if (eighths >= 4 || whole == from) {
            bar.append('=');
        }
        String blanks = " ".repeat(Math.max(0, columns - from - bar.length()));
        return " ".repeat(from) + paint.on(bar.toString(), look) + blanks;
    }

    private String dots() {
        return pick("…", "...");
    }

    private String pick(String unicode, String ascii) {
        return look.unicode() ? unicode : ascii;
    }
}
