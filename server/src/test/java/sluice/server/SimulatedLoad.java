package sluice.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.server.StatusReport.BucketSpan;
import sluice.server.StatusReport.BucketState;
import sluice.server.StatusReport.Forecast;
import sluice.server.StatusReport.Phase;

/** A load that stands where it is told to stand. */
final class SimulatedLoad implements ServerStatus {
    static final int BUCKETS = 480;
    private static final int BUILDING = 3;

    /** From 0 to 100 it is staging, from 100 to 200 building, then complete. */
    private volatile int percent;

    private volatile Optional<String> refusal = Optional.empty();

    void at(int newPercent) {
        percent = newPercent;
    }

    /** Has no write taken from now on; empty for writes as ever. */
    void refuseWrites(Optional<String> why) {
        refusal = why;
    }

    @Override
    public Optional<String> writesRefused() {
        return refusal;
    }

    @Override
    public StatusReport report() {
        int now = percent;
        Phase phase = now < 100 ? Phase.STAGING : now < 200 ? Phase.BUILDING : Phase.COMPLETE;
        long rows = 44_000_000L * Math.min(100, now) / 100;
        return new StatusReport(
                phase,
                buckets(Math.max(0, now - 100) * BUCKETS / 100),
                phase == Phase.COMPLETE ? 0 : 9_400_000 + 350_000.0 * Math.sin(now / 3.0),
                rows,
                44_000_000,
                (3L << 20) + now * 230_000L,
                2L << 20,
                new StatusReport.HotLists(12, 3456, 78),
                now / 60,
                List.of(
                        new Forecast("time to uptime", "s", 4.7, 4.9 * Math.min(100, now) / 100),
                        new Forecast("time to all built", "s", 8.1, 8.4 * now / 200),
                        new Forecast("peak disk", "bytes", 1.9e9, 1.7e9 * now / 200),
                        new Forecast("rows", "", 44e6, rows)));
    }

    /** Every seventh was asked for and is built first; every eleventh is asked for now. */
    private static List<BucketSpan> buckets(int built) {
        List<BucketSpan> spans = new ArrayList<>();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            int turn = bucket % 7 == 3 ? bucket / 7 : BUCKETS / 7 + bucket * 6 / 7;
            BucketState state =
                    turn < built
                            ? BucketState.BUILT
                            : turn < built + BUILDING && built > 0
                                    ? BucketState.BUILDING
                                    : BucketState.STAGED;
            boolean isAsked = bucket % 7 == 3 || bucket % 11 == 5;
            boolean isBuilt = state == BucketState.BUILT;
            spans.add(new BucketSpan(state, 1, isAsked && !isBuilt ? 1 + bucket % 9 : 0));
        }
        return spans;
    }
}
