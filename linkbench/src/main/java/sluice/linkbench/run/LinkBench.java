package sluice.linkbench.run;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Machine;

/**
 * Runs LinkBench: loads its graph into a store, sends the requests, and checks the store's counts.
 */
public final class LinkBench {
    /** Below so many ids the most popular one has a good part of all links. */
    private static final long IDS_MIN = 1_000_000;

    private static final String BUILT_IN = "built-in";

    private final Options options;
    private final Configuration settings;
    private final BenchClock clock;
    private final BooleanSupplier stop;
    private final LinkBenchEvents events;
    private final @Nullable Writer samples;

    /**
     * What is run.
     *
     * @param totalRate requests a second over all requesters; 0 for what the settings say
     * @param verify whether the counts are checked in the end
     */
    public record Options(
            Configuration settings,
            Profile profile,
            String store,
            double totalRate,
            boolean verify) {
        public Options {
            if (!(totalRate >= 0 && totalRate < 1e9)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "the rate is %s requests a second, expected 0 to 1000000000"
                                .formatted(totalRate));
            }
        }
    }

    private LinkBench(
            Options options,
            BenchClock clock,
            BooleanSupplier stop,
            LinkBenchEvents events,
            @Nullable Writer samples) {
        this.options = options;
        settings = options.settings();
        this.clock = clock;
        this.stop = stop;
        this.events = events;
        this.samples = samples;
    }

    /**
     * Runs all phases; once {@code stop} says so, requests end early and what was measured is told.
     */
    public static LinkBenchResult run(
            Options options, BenchClock clock, BooleanSupplier stop, LinkBenchEvents events)
            throws IOException {
        return run(options, clock, stop, events, null);
    }

    /** As above; {@code samples} gets the original's streaming statistics as CSV while it runs. */
    public static LinkBenchResult run(
            Options options,
            BenchClock clock,
            BooleanSupplier stop,
            LinkBenchEvents events,
            @Nullable Writer samples)
            throws IOException {
        return new LinkBench(options, clock, stop, events, samples).run();
    }

    private LinkBenchResult run() throws IOException {
        Instant started = Instant.ofEpochMilli(clock.millis());
        List<String> warnings = warnings(WorkloadReader.read(settings, options.profile()));
        warnings.forEach(events::warned);
        LoadPhaseResult loaded;
        RequestResult requests;
        Verification verified = null;
        try (LoadedStore store =
                LoadedStore.open(options.store(), settings, options.profile(), clock, stop)) {
            loaded = store.loaded();
            if (loaded != null) {
                events.loaded(loaded);
            }
            RunPlan plan = store.plan();
            if (options.totalRate() > 0) {
                plan = plan.withTotalRate(options.totalRate());
            }
            requests =
                    samples == null
                            ? store.run(plan, events::second)
                            : store.run(plan, events::second, samples);
            if (stop.getAsBoolean()) {
                warnings.add("stopped before its end; counts were not compared");
            } else if (loaded != null && options.verify()) {
                events.verifying();
                verified = store.verify();
            }
        }
        return new LinkBenchResult(
                options.store(),
                options.profile(),
                distribution(),
                started,
                Instant.ofEpochMilli(clock.millis()),
                Machine.of(Path.of(System.getProperty("java.io.tmpdir"))),
                settings,
                warnings,
                loaded,
                requests,
                verified);
    }

    /** Whose distribution of out-degrees was taken. */
    private String distribution() {
        if (!isMeasuredCurve()) {
            return settings.text("nlinks_func");
        }
        return settings.used().getOrDefault("data_file", "").isEmpty() ? BUILT_IN : "data_file";
    }

    private boolean isMeasuredCurve() {
        return settings.text("nlinks_func").equalsIgnoreCase("real");
    }

    private List<String> warnings(Workload workload) {
        List<String> warnings = new ArrayList<>();
        if (isMeasuredCurve() && workload.count() < IDS_MIN) {
            warnings.add(
                    "with %,d ids a few of them have most of the links; figures to compare need 1,000,000 ids at least"
                            .formatted(workload.count()));
        }
        if (distribution().equals(BUILT_IN)) {
            warnings.add(
                    "out-degrees follow the built-in form of LinkBench's curve; name its"
                            + " Distribution.dat with -D data_file=FILE for the original's");
        }
        return warnings;
    }
}
