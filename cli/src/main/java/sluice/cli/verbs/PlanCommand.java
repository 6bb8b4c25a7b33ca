package sluice.cli.verbs;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.OptionValues;
import sluice.cli.options.StoreDirectory;
import sluice.cli.show.PlanPicture;
import sluice.cli.stores.RemoteArguments;
import sluice.cli.stores.RemoteStatus;
import sluice.live.RemoteStores;
import sluice.load.files.LoadLock;
import sluice.load.ranges.PlanJournal;
import sluice.load.ranges.PlanOptions;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.load.remote.JobsName;
import sluice.load.remote.RemoteStore;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** {@code sluice plan}: shows how regions would be split and moved for what is staged. */
@Command(
        name = "plan",
        description = {
            "Show how the regions of a cold store would be split and moved before what a load has"
                    + " staged is inserted; with --run, do it.",
            "",
            "Rows are counted in what is staged, so stop a load after uptime (Ctrl-C), plan, and"
                    + " repeat its command. load --plan auto does all of that.",
            "Nothing is changed without --run or --restore. docs/planned-insertion.md says what a"
                    + " plan can gain in HBase, and what it cannot."
        },
        footer = {
            "",
            "Examples:",
            "  sluice plan graph --cold 'hbase://zk:2181/graph?staging=hdfs://nn:8020/new'",
            "  sluice plan graph --cold hbase://zk:2181/graph --run",
            "  sluice plan graph --cold hbase://zk:2181/graph --restore",
            "",
            "Exit status: 0 shown or done, 2 a wrong option, 4 nothing is staged, or another plan"
                    + " runs in the cluster."
        })
public final class PlanCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "STORE", description = "The directory of the store.")
    private Path store = Path.of("");

    @Mixin private RemoteArguments outside = new RemoteArguments();

    @Option(
            names = "--run",
            description = "Split and move, where that saves more than it takes; insert nothing.")
    private boolean run;

    @Option(
            names = "--restore",
            description =
                    "Switch balancer and normalizer on again as they were before a plan that was"
                            + " interrupted.")
    private boolean restore;

    @Option(
            names = "--region-size",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "Plan regions of at most this size, such as 4GB (default: 10 GiB).")
    private @Nullable Long regionBytes;

    @Option(
            names = "--grain",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Cut what goes to one server into at least N pieces, so that it can be dealt"
                            + " out: from 1 to 1000 (default: 4).")
    private int grain = PlanOptions.USUAL.sharePieces();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Form of the plan: text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        if (!outside.isCold()) {
            throw new ParameterException(
                    spec.commandLine(), "a plan requires a table with regions: name it by --cold");
        }
        if (run && restore) {
            throw new ParameterException(
                    spec.commandLine(), "--run and --restore exclude each other: leave one out");
        }
        PlanOptions options = options();
        Storage storage =
                run || restore ? StoreDirectory.there(store) : StoreDirectory.existing(store);
        RemoteStores remote = new RemoteStores(outside.settings(), storage);
        remote.check();
        Optional<RemoteStore> cold = remote.openCold();
        try (RemoteStore opened = cold.orElseThrow()) {
            RangeStore table =
                    opened.ranges()
                            .orElseThrow(
                                    () ->
                                            new SluiceException(
                                                    ErrorCode.CONFIG,
                                                    opened.location() + " has no regions"));
            if (!run && !restore) {
                show(storage, table, options);
                return 0;
            }
            // A load that runs is of the same holder: it would not be asked for the switches.
            try (Closeable _ = restore ? LoadLock.hold(storage) : LoadLock.take(storage)) {
                if (restore) {
                    restore(storage, table, remote.planHolder());
                } else {
                    carryOut(storage, table, options, remote.planHolder());
                }
            }
        }
        return 0;
    }

    private PlanOptions options() {
        try {
            return new PlanOptions(
                    regionBytes == null ? PlanOptions.USUAL.rangeBytes() : regionBytes, grain);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--region-size is at least 1 byte, --grain from 1 to 1000: " + e.getMessage(),
                    e);
        }
    }

    private void restore(Storage storage, RangeStore table, String holder) throws IOException {
        Optional<Switches> found = table.restore(holder, System.currentTimeMillis());
        Optional<PlanJournal> journal = PlanJournal.read(storage).filter(PlanJournal::isOff);
        if (journal.isPresent()) {
            journal.get().restored();
        }
        PlanPicture.print(found, spec.commandLine().getOut());
    }

    private void show(Storage storage, RangeStore table, PlanOptions options) throws IOException {
        RangePlan plan =
                RangePlan.of(storage, staged(storage), table, options)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "%s is not there yet: the first load makes it with a region for each eighth of a server's share; repeat its command"
                                                        .formatted(table.location())));
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> PlanPicture.print(plan, false, output);
            case JSON -> PlanPicture.printJson(plan, output);
        }
    }

    private void carryOut(Storage storage, RangeStore table, PlanOptions options, String holder)
            throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        Manifest manifest = staged(storage);
        PlannedInsertion.Events events = PlanPicture.shownAt(output);
        new PlannedInsertion(
                        PlannedInsertion.Mode.AUTO,
                        options,
                        holder,
                        System::currentTimeMillis,
                        events)
                .prepareOnly(storage, manifest, table, JobsName.load(manifest))
                .ifPresent(events::inserted);
    }

    /**
     * A cold store keeps its runs once all is built, until the next load: these are not counted.
     */
    private Manifest staged(Storage storage) throws IOException {
        RemoteStatus status = RemoteStatus.of(storage);
        return ManifestFile.read(storage)
                .filter(manifest -> manifest.phase() == Manifest.Phase.BUILDING)
                .filter(
                        manifest ->
                                status.buckets(manifest).stream()
                                        .anyMatch(each -> each.state() != Bucket.State.BUILT))
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "%s has no load that is staged and not built: begin one with sluice load, stop it after uptime, and repeat this"
                                                .formatted(store)));
    }
}
