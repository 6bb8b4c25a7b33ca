package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.options.MemoryOption;
import sluice.cli.options.StoreDirectory;
import sluice.cli.show.BarView;
import sluice.cli.show.LoadWatch;
import sluice.cli.show.PlainView;
import sluice.cli.show.ProgressView;
import sluice.cli.stores.RemoteArguments;
import sluice.live.RemoteSettings;
import sluice.live.RemoteStores;
import sluice.load.Job;
import sluice.load.JoinedBuild;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.Pools;
import sluice.load.remote.RemoteStore;
import sluice.report.Amounts;
import sluice.storage.Storage;

/** {@code sluice build}: helps to build what a load has staged. */
@Command(
        name = "build",
        description = {
            "Help to build what a load has staged, beside those who do so already.",
            "",
            "For a store whose buckets are built outside (load --cold): any number of processes, on"
                    + " all machines that see the store's directory, share its buckets by leases in"
                    + " the tables of --hot. The buckets of one that dies are taken over. Ends when"
                    + " all is built; Ctrl-C gives back what it has."
        },
        footer = {
            "",
            "Example:",
            "  sluice build graph --hot mysql://graph@db/graph \\",
            "      --cold 'hbase://zk:2181/graph?staging=hdfs://name:8020/staging'"
        })
public final class BuildCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "STORE", description = "The directory of the store.")
    private Path store = Path.of("");

    @Mixin private RemoteArguments outside = new RemoteArguments();

    @Mixin private MemoryOption memory = new MemoryOption();

    @Override
    public Integer call() throws IOException {
        LoadOptions options = memory.in(LoadOptions.defaults());
        if (!outside.isShared()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "who builds what is written down in MySQL: name the store's --hot mysql://… and --cold");
        }
        RemoteSettings settings = outside.settings();
        RemoteStores.requireToBuild(settings);
        Invocation main = Invocation.of(spec);
        PrintWriter errors = spec.commandLine().getErr();
        Storage storage = StoreDirectory.existing(store);
        RemoteStores remote = new RemoteStores(settings, storage);
        remote.check();
        LoadProgress progress = new LoadProgress();
        ProgressView view =
                main.terminal().errors()
                        ? new BarView(errors, main.terminal())
                        : new PlainView(errors);
        main.stop().arm(StopSignal.Words.BUILD);
        Optional<RemoteStore> cold = remote.openCold();
        try (RemoteStore shared = cold.orElseThrow();
                LoadWatch watch = new LoadWatch(progress, view, main.stop(), System::nanoTime)) {
            Job job = Job.of(storage, options, progress, watch, new Demand());
            JoinedBuild.run(job.with(BuildOrder.DEMAND_FIRST, Optional.of(shared), new Pools()));
        }
        spec.commandLine()
                .getOut()
                .printf(
                        "all of %s is built; this process built %s%n",
                        store, Amounts.bytes(progress.segmentBytes()));
        return 0;
    }
}
