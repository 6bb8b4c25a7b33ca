package sluice.cli.show;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sluice.load.job.Counters;
import sluice.load.job.LoadProgress;
import sluice.report.Amounts;
import sluice.segment.RowsByKind;

/** What the bar and the plain lines say of a reading. */
public final class ProgressWords {
    private ProgressWords() {}

    /** {@code names}, {@code stage}, {@code build}. */
    static String phase(Counters counters) {
        return counters.phase().name().toLowerCase(Locale.ROOT);
    }

    /** {@code 52%}, or nothing where that is unknown. */
    static String percent(ProgressMeter.Reading reading) {
        return reading.part().isEmpty()
                ? ""
                : "%3d%%".formatted((int) Math.floor(reading.part().getAsDouble() * 100));
    }

    /** Rows and bytes a second and the time that is left, as far as they are known. */
    static String rates(ProgressMeter.Reading reading) {
        StringBuilder text = new StringBuilder();
        if (reading.rowsPerSecond() > 0) {
            text.append("  %s rows/s".formatted(Amounts.brief(reading.rowsPerSecond())));
        }
        if (reading.bytesPerSecond() > 0) {
            text.append("  %s/s".formatted(Amounts.bytes(reading.bytesPerSecond())));
        }
        if (reading.secondsLeft().isPresent()) {
            boolean staging = reading.counters().phase() == LoadProgress.Phase.STAGE;
            text.append("  ").append(Amounts.clock(reading.secondsLeft().getAsLong()));
            text.append(staging ? " to uptime" : " left");
        }
        return text.toString();
    }

    /**
     * The rows that the phase has made so far, by kind: {@code 5.20 M links 1.10 M properties};
     * nothing where a load has neither names nor properties nor indexes, so that rows say it all.
     */
    static String kinds(ProgressMeter.Reading reading) {
        Counters counters = reading.counters();
        Counters.Names names = counters.names();
        RowsByKind staged = counters.staged();
        boolean isPlain =
                names.ofChunks() + names.added() + staged.properties() + staged.indexEntries() == 0;
        return switch (counters.phase()) {
            case NAMES -> names.ofChunks() == 0 ? "" : amount(names.ofChunks(), "names in chunks");
            case STAGE ->
                    isPlain
                            ? ""
                            : joined(amount(names.added(), "new names"), kinds(counters.staged()));
            case BUILD ->
                    isPlain && counters.built().properties() + counters.built().indexEntries() == 0
                            ? ""
                            : joined(
                                    kinds(counters.built()),
                                    amount(counters.valuesReplaced(), "values replaced"));
            case PLAN, DONE -> "";
        };
    }

    private static String kinds(RowsByKind rows) {
        return joined(
                amount(rows.nodes(), "nodes"),
                amount(rows.links(), "links"),
                amount(rows.properties(), "properties"),
                amount(rows.indexEntries(), "index entries"));
    }

    private static String amount(long count, String what) {
        return count == 0 ? "" : "%s %s".formatted(Amounts.brief(count), what);
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("  "));
    }

    static String rejected(ProgressMeter.Reading reading) {
        long rejected = reading.counters().rowsRejected();
        return rejected == 0 ? "" : "  %s rejected".formatted(Amounts.brief(rejected));
    }

    static String uptime(ProgressMeter.Reading reading) {
        return "uptime after %s: queries are complete from now on"
                .formatted(Amounts.elapsed(reading.seconds()));
    }

    /** What an interrupted try left, or nothing. */
    public static String resumed(ProgressMeter.Reading reading) {
        Counters counters = reading.counters();
        return counters.chunksResumed() == 0
                ? ""
                : "going on: %s%s staged before"
                        .formatted(
                                Amounts.counted(counters.chunksResumed(), "chunk"),
                                counters.bytesResumed() == 0
                                        ? ""
                                        : " (%s)"
                                                .formatted(Amounts.bytes(counters.bytesResumed())));
    }
}
