package sluice.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.ResultFile;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Version;
import sluice.cli.options.OptionValues;
import sluice.cli.show.LinkBenchProgress;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.report.HtmlReport;
import sluice.linkbench.report.ResultDocument;
import sluice.linkbench.report.TextReport;
import sluice.linkbench.run.BenchClock;
import sluice.linkbench.run.LinkBench;
import sluice.linkbench.run.LinkBenchResult;
import sluice.linkbench.run.ResultJson;
import sluice.linkbench.run.StatisticsCsv;
import sluice.linkbench.stores.BenchStores;
import sluice.linkbench.workload.Configuration;

/** {@code sluice bench linkbench}: runs LinkBench on a store. */
@Command(
        name = "linkbench",
        description =
                "Run LinkBench: load its graph into a store, send its requests, tell latencies.",
        footer = {
            "",
            "Properties files of the original LinkBench work as they are; without one",
            "it runs the shipped workload on 100,000 ids for 30 seconds.",
            "docs/linkbench.md says what each setting and each figure is.",
            "",
            "Ends with status 1 when requesters gave up or counts are wrong."
        })
final class BenchLinkBenchCommand implements Callable<Integer> {
    private static final int UNSOUND = 1;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A properties file of LinkBench.")
    private @Nullable Path config;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            mapFallbackValue = "",
            description = "A setting that comes before those of files.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            defaultValue = "corrected",
            description =
                    "Repeat LinkBench's defects (legacy) or repair them (default:"
                            + " ${DEFAULT-VALUE}).")
    private Profile profile = Profile.CORRECTED;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "memory",
            completionCandidates = StoreNames.class,
            description =
                    "What is measured: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). none"
                            + " answers nothing: what is left is the driver's own cost.")
    private String store = "memory";

    @Option(
            names = "--rate",
            paramLabel = "N",
            converter = OptionValues.Count.class,
            description =
                    "Send N requests a second over all requesters, however slow the answers are.")
    private @Nullable Long rate;

    @Option(
            names = "--requesters",
            paramLabel = "N",
            description = "How many threads send requests (requesters).")
    private @Nullable Integer requesters;

    @Option(
            names = "--time",
            paramLabel = "S",
            description = "How many seconds are measured at most (maxtime).")
    private @Nullable Integer seconds;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            description = "How many seconds come before them (warmup_time).")
    private @Nullable Integer warmupSeconds;

    @Option(
            names = "--no-verify",
            description = "Do not compare all counts with the links in the end.")
    private boolean withoutVerification;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result to FILE.")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with plots to FILE; it needs no network.")
    private @Nullable Path html;

    @Option(
            names = "--csv-stats",
            paramLabel = "FILE",
            description = "Write the final statistics to FILE, in the original's columns.")
    private @Nullable Path csvStats;

    @Option(
            names = "--csv-stream",
            paramLabel = "FILE",
            description =
                    "Write streaming statistics to FILE, in the original's columns: of each"
                            + " requester, every displayfreq seconds, from at most maxsamples"
                            + " latencies.")
    private @Nullable Path csvStream;

    /** The launcher has read it before Java was started; here only its form is checked. */
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "Memory for this process: the store memory is in three fifths of it"
                            + " (default: half of the machine, at most 2g).")
    void memory(Long bytes) {}

    @Override
    public Integer call() throws IOException {
        if (rate != null && rate == 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rate must be 1 or more; without it each requester sends once it was"
                            + " answered");
        }
        ResultFile.check(json, html, csvStats, csvStream);
        PrintWriter output = spec.commandLine().getOut();
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        LinkBenchResult result;
        try (Writer stream = csvStream == null ? null : Files.newBufferedWriter(csvStream)) {
            result =
                    LinkBench.run(
                            new LinkBench.Options(
                                    configuration(),
                                    profile,
                                    store,
                                    rate == null ? 0 : rate,
                                    !withoutVerification),
                            BenchClock.system(),
                            stop::requested,
                            new LinkBenchProgress(spec.commandLine().getErr()),
                            stream);
        }
        ObjectNode members = ResultJson.of(result, new Version().getVersion()[0]);
        ResultDocument document = ResultDocument.of(members);
        if (json != null) {
            Files.writeString(json, document.text());
        }
        if (csvStats != null) {
            Files.writeString(csvStats, StatisticsCsv.of(result.requests()));
        }
        if (html != null) {
            Files.writeString(html, HtmlReport.of(document));
        }
        output.print(TextReport.of(document));
        return result.isSound() ? 0 : UNSOUND;
    }

    private Configuration configuration() throws IOException {
        Map<String, String> overrides = new LinkedHashMap<>(settings);
        put(overrides, "requesters", requesters);
        put(overrides, "maxtime", seconds);
        put(overrides, "warmup_time", warmupSeconds);
        if (config == null) {
            return Configuration.shipped(overrides);
        }
        String home = System.getenv("LINKBENCH_HOME");
        return Configuration.read(config, overrides, home == null ? null : Path.of(home));
    }

    private static void put(Map<String, String> overrides, String key, @Nullable Integer value) {
        if (value != null) {
            overrides.put(key, value.toString());
        }
    }

    private static final class StoreNames extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        StoreNames() {
            super(List.copyOf(BenchStores.names()));
        }
    }
}
