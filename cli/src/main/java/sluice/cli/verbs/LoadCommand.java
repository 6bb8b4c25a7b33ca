package sluice.cli.verbs;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.config.CheckedVerb;
import sluice.cli.config.ConfigArgument;
import sluice.cli.console.Invocation;
import sluice.cli.console.ReportFormat;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.cli.logs.LogArguments;
import sluice.cli.logs.Logs;
import sluice.cli.options.CacheArguments;
import sluice.cli.options.LoadArguments;
import sluice.cli.options.OptionValues;
import sluice.cli.options.RecentArguments;
import sluice.cli.options.ServeArguments;
import sluice.cli.options.StoreDirectory;
import sluice.cli.options.StoreSite;
import sluice.cli.show.BarView;
import sluice.cli.show.DryRunReport;
import sluice.cli.show.JsonView;
import sluice.cli.show.LoadReport;
import sluice.cli.show.LoadWatch;
import sluice.cli.show.PlainView;
import sluice.cli.show.ProgressView;
import sluice.cli.show.TakenSource;
import sluice.cli.stores.EngineArguments;
import sluice.cli.stores.FirstVersion;
import sluice.cli.stores.PlanArguments;
import sluice.cli.stores.RemoteArguments;
import sluice.cli.stores.ServerWait;
import sluice.cli.stores.Serving;
import sluice.coordinator.RecentFiles;
import sluice.ingest.Source;
import sluice.live.RemoteStores;
import sluice.load.DryRun;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.files.LoadLock;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Pools;
import sluice.load.remote.RemoteStore;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.storage.Storage;

/** {@code sluice load}: loads a source into a store, or goes on with an interrupted load. */
@Command(
        name = "load",
        description = {
            "Load files of nodes and links into a store.",
            "",
            "Every query is answered completely from the moment called uptime on, while the store"
                    + " is still being built. An interrupted load goes on with the same command. A"
                    + " store that holds data already takes more: new rows, updates, deletes."
        },
        footer = {
            "",
            "Examples:",
            "  sluice load graph edges.txt                an edge list: two numbers a line",
            "  sluice load graph people.csv knows-*.csv   headers as neo4j-admin has them",
            "  sluice load graph dump/ --mapping m.yaml   columns as sluice map says",
            "  sluice load graph dump.rdf.gz --schema dump.schema.gz     statements of RDF",
            "  zcat e.gz | sluice load graph -            standard input",
            "  sluice load graph dump/ --dry-run          is it good, how long, how large?",
            "  sluice load graph dump/ --serve            answer and write while it loads",
            "  sluice load graph today/ --new-version     beside the version that is served",
            "  sluice load graph dump/ --engine threads   cut into tasks: docs/scale.md",
            "  sluice load s3a://bucket/graph dump/       into S3, or HDFS",
            "  sluice load graph dump/ --serve --hot-since 2026-11-01    recent files first",
            "  sluice load graph dump/ --hot mysql://graph@db/graph \\",
            "      --cold 'hbase://zk:2181/graph?staging=hdfs://name:8020/staging'",
            "                                             buckets in HBase: docs/migrate.md",
            "  sluice load graph new/ --cold 'hbase://…' --plan auto   after splits and moves",
            "",
            "Exit status: 0 loaded, 2 a wrong option or mapping, 3 a source that cannot be read, 4"
                    + " a store that cannot be loaded into, 5 a damaged store, 6 no room or permission,"
                    + " 130 stopped by Ctrl-C. After 6 and 130 the same command goes on."
        })
public final class LoadCommand implements Callable<Integer>, CheckedVerb {
    /** The fields below whose options have no meaning without a server. */
    private static final List<String> OF_SERVER = List.of("serveArguments", "recentArguments");

    /** How progress is shown. */
    enum ProgressKind {
        AUTO,
        BAR,
        PLAIN,
        JSON,
        NONE
    }

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin
    @SuppressWarnings("UnusedVariable") // read before all options, since it gives their defaults
    private ConfigArgument config = new ConfigArgument();

    @Mixin private LoadArguments arguments = new LoadArguments();

    @Option(
            names = "--dry-run",
            description =
                    "Load nothing: read a sample, check mapping and rows, and forecast rows, time,"
                            + " disk, memory and skew.")
    private boolean dryRun;

    @Option(
            names = "--sample",
            paramLabel = "N%",
            converter = OptionValues.Percent.class,
            description =
                    "How much of the input a dry run reads; 1 MiB at least and 8 MiB at most"
                            + " (default: 1%%).")
    private @Nullable Double samplePercent;

    @Option(
            names = "--progress",
            paramLabel = "HOW",
            defaultValue = "auto",
            description =
                    "How progress is shown on standard error: bar, plain (a line every 5 s), json"
                            + " (an object a second), none, auto (bar on a terminal, else plain)"
                            + " (default: auto).")
    private ProgressKind progressKind = ProgressKind.AUTO;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Form of the final report: text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Option(
            names = "--serve",
            description =
                    "Serve the store over the network from the first moment of the load on, and go"
                            + " on when it has ended, until Ctrl-C.")
    private boolean serve;

    @Option(
            names = "--new-version",
            description =
                    "Load into a new version on top of the one that is served, which does not change:"
                            + " sluice publish serves the new one.")
    private boolean newVersion;

    @Option(
            names = "--from-nothing",
            description = "With --new-version: a version that has the rows of SOURCE alone.")
    private boolean fromNothing;

    @Mixin private ServeArguments serveArguments = new ServeArguments();

    @Mixin private RemoteArguments outside = new RemoteArguments();

    @Mixin private PlanArguments planArguments = new PlanArguments();

    @Mixin private EngineArguments engine = new EngineArguments();

    @Mixin private CacheArguments cache = new CacheArguments();

    @Mixin private RecentArguments recentArguments = new RecentArguments();

    @Mixin private LogArguments log = new LogArguments();

    @Override
    public Integer call() throws IOException {
        return log.during(this::loadOrTry);
    }

    @Override
    public void checkValues() {
        arguments.checkValues();
        serveArguments.checkValues();
        outside.checkValues();
        engine.checkValues();
        log.checkValues();
    }

    private int loadOrTry() throws IOException {
        checkVersionOptions();
        if (serve) {
            serveArguments.check(outside.isCold());
        } else {
            refuseServeOptions();
        }
        if (dryRun) {
            if (arguments.site().isAddress()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--dry-run is for a directory: give the name of a new one as STORE");
            }
            tryOut();
            return 0;
        }
        if (samplePercent != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--sample requires --dry-run: add it, or leave --sample out");
        }
        planArguments.check(outside.isCold(), serve);
        engine.check(arguments.site(), serve, newVersion, outside.settings().isRemote());
        RemoteStores.requireToBuild(outside.settings());
        LoadProgress progress = new LoadProgress();
        LoadOptions options = arguments.options();
        Source source = arguments.source();
        if (newVersion) {
            loadVersion(source, options, progress);
            return 0;
        }
        if (!serve) {
            boolean byTasks = engine.loadsInto(arguments.site());
            load(source, progress, byTasks ? this::loadByTasks : this::loadAlone);
            return 0;
        }
        Path store = arguments.store();
        // Before a hot store is made, which would stay.
        RecentFiles recent = recentArguments.of(source, store);
        serveArguments.checkPorts();
        Storage storage = StoreDirectory.created(store);
        PrintWriter output = spec.commandLine().getOut();
        StopSignal stop = Invocation.of(spec).stop();
        ServerWait wait = new ServerWait(stop, spec.commandLine().getErr(), System::nanoTime);
        try (Serving serving =
                wait.open(
                        () ->
                                Serving.start(
                                        arguments.site(),
                                        storage,
                                        serveArguments,
                                        outside,
                                        options,
                                        progress))) {
            serving.tell(arguments.site(), output);
            load(
                    source,
                    progress,
                    (_, loaded, wanted, counted, events, _) ->
                            serving.store().load(loaded, recent, wanted, counted, events));
            output.flush();
            stop.arm(StopSignal.Words.SERVER);
            Serving.awaitStop(stop);
        }
        return 0;
    }

    private void checkVersionOptions() {
        if (fromNothing && !newVersion) {
            throw new ParameterException(
                    spec.commandLine(), "--from-nothing requires --new-version");
        }
        boolean isElsewhere = outside.settings().isRemote();
        if (newVersion && (serve || isElsewhere)) {
            throw new ParameterException(
                    spec.commandLine(),
                    serve
                            ? "--new-version cannot be with --serve: serve the store by a server of"
                                    + " its own, which moves on when the version is published"
                            : "--new-version cannot be with --hot or --cold: a version is whole in"
                                    + " the directory of the store");
        }
    }

    private void loadVersion(Source source, LoadOptions options, LoadProgress progress)
            throws IOException {
        Path store = arguments.store();
        Invocation main = Invocation.of(spec);
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.TEXT) {
            TakenSource.of(source).print(output);
        }
        Storage storage = StoreDirectory.created(store);
        VersionLoad.Outcome outcome;
        @Nullable LoadReport report = null;
        try (Closeable _ = FirstVersion.begin(store, storage);
                LoadWatch watch =
                        new LoadWatch(
                                progress, view(main.terminal()), main.stop(), System::nanoTime)) {
            main.stop().arm(StopSignal.Words.LOAD);
            outcome = runVersion(storage, source, options, progress, watch);
            LoadResult result = outcome.result();
            if (result != null) {
                Storage made = Versions.view(storage, outcome.number());
                report =
                        LoadReport.of(
                                        store.toString(),
                                        made,
                                        source,
                                        options,
                                        result,
                                        progress,
                                        watch,
                                        true)
                                .ofVersion(outcome.number());
            }
        }
        if (report == null) {
            FirstVersion.tellOfSame(output, format, store, outcome.number());
            return;
        }
        report.warnIfEmpty(spec.commandLine().getErr());
        switch (format) {
            case TEXT -> report.printText(output);
            case JSON -> report.printJson(output);
        }
    }

    private VersionLoad.Outcome runVersion(
            Storage storage,
            Source source,
            LoadOptions options,
            LoadProgress progress,
            LoadWatch watch)
            throws IOException {
        LoadOptions fitting = MemoryPlan.fitting(options);
        return VersionLoad.run(
                storage,
                source,
                options,
                fromNothing,
                System::currentTimeMillis,
                draft -> Load.run(Job.of(draft, fitting, progress, watch, new Demand()), source));
    }

    /** Without a server. */
    private LoadResult loadAlone(
            Storage storage,
            Source source,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand)
            throws IOException {
        RemoteStores remote = new RemoteStores(outside.settings(), storage);
        remote.check();
        Optional<RemoteStore> cold = remote.openCold(serveArguments.readMillis());
        try (@Nullable RemoteStore _ = cold.orElse(null)) {
            remote.adopt();
            if (cold.isPresent()) {
                boolean isText = format == ReportFormat.TEXT;
                PrintWriter told =
                        isText ? spec.commandLine().getOut() : spec.commandLine().getErr();
                cold.get().insertBy(planArguments.insertion(remote.planHolder(), told));
            }
            LoadOptions fitting = MemoryPlan.fitting(options);
            Job job = Job.of(storage, fitting, progress, events, demand);
            return Load.run(job.with(BuildOrder.DEMAND_FIRST, cold, new Pools()), source);
        }
    }

    /** By tasks of a plan. */
    private LoadResult loadByTasks(
            Storage storage,
            Source source,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand)
            throws IOException {
        return engine.load(storage, arguments, progress, events);
    }

    private void refuseServeOptions() {
        // picocli keeps a mixin under the name of its field.
        spec.mixins().forEach(this::refuseWithoutServe);
    }

    private void refuseWithoutServe(String mixin, CommandSpec options) {
        if (!OF_SERVER.contains(mixin)) {
            return;
        }
        for (OptionSpec option : options.options()) {
            boolean isOfLoad = outside.isCold() && option.longestName().equals("--read-p99");
            if (!isOfLoad
                    && spec.commandLine().getParseResult().hasMatchedOption(option.longestName())) {
                throw new ParameterException(
                        spec.commandLine(),
                        "%s requires --serve: add it, or leave this option out"
                                .formatted(option.longestName()));
            }
        }
    }

    /** Loads, in one way or another. */
    private interface Loading {
        LoadResult run(
                Storage storage,
                Source source,
                LoadOptions options,
                LoadProgress progress,
                LoadEvents events,
                Demand demand)
                throws IOException;
    }

    private void load(Source source, LoadProgress progress, Loading loading) throws IOException {
        StoreSite store = arguments.site();
        LoadOptions options = arguments.options();
        Invocation main = Invocation.of(spec);
        if (format == ReportFormat.TEXT) {
            TakenSource.of(source).print(spec.commandLine().getOut());
        }
        LoadReport report;
        try (LoadWatch watch =
                new LoadWatch(progress, view(main.terminal()), main.stop(), System::nanoTime)) {
            Storage storage = cache.created(spec, store);
            main.stop().arm(StopSignal.Words.LOAD);
            Logs.info(LoadCommand.class, "load begins store=" + store);
            LoadResult result =
                    loading.run(storage, source, options, progress, watch, new Demand());
            report =
                    LoadReport.of(
                            store.toString(),
                            storage,
                            source,
                            options,
                            result,
                            progress,
                            watch,
                            !outside.isCold() || outside.searchesRuns());
            Logs.info(LoadCommand.class, "load is complete store=" + store);
        }
        PrintWriter output = spec.commandLine().getOut();
        report.warnIfEmpty(spec.commandLine().getErr());
        switch (format) {
            case TEXT -> report.printText(output);
            case JSON -> report.printJson(output);
        }
    }

    /** Prints what a load would do; ends as the load would where the sample shows that it fails. */
    private void tryOut() throws IOException {
        Path store = arguments.store();
        LoadOptions options = arguments.options();
        Source source = arguments.source();
        TakenSource taken = TakenSource.of(source);
        if (format == ReportFormat.TEXT) {
            taken.print(spec.commandLine().getOut());
        }
        if (serve) {
            // Refuses what the load would refuse.
            recentArguments.of(source, store);
        }
        @Nullable Storage there = StoreDirectory.found(store).orElse(null);
        if (there != null && !newVersion) {
            LoadLock.refuseVersions(there);
        }
        DryRun.Report report =
                DryRun.run(
                        fromNothing ? null : there,
                        source,
                        options,
                        samplePercent == null ? DryRun.SAMPLE_PERCENT : samplePercent,
                        System::nanoTime);
        DryRunReport printed = new DryRunReport(store, taken, report, options);
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> printed.printText(output);
            case JSON -> printed.printJson(output);
        }
        printed.failWhereTheLoadWould();
    }

    private ProgressView view(Terminal terminal) {
        PrintWriter errors = spec.commandLine().getErr();
        return switch (progressKind) {
            case AUTO -> terminal.errors() ? new BarView(errors, terminal) : new PlainView(errors);
            case BAR -> new BarView(errors, terminal);
            case PLAIN -> new PlainView(errors);
            case JSON -> new JsonView(errors);
            case NONE -> ProgressView.NONE;
        };
    }
}
