package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.options.OptionValues;
import sluice.experiments.debl.Debl;
import sluice.experiments.debl.DeblOptions;
import sluice.experiments.debl.DeblPage;
import sluice.experiments.debl.DeblReport;
import sluice.experiments.debl.DeblTables;
import sluice.experiments.debl.Variant;
import sluice.linkbench.run.BenchClock;
import sluice.live.ColdStores;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.mariadb.MariaDbHome;

/** {@code sluice bench debl}: the experiments of the paper on demand-driven bulk loading. */
@Command(
        name = "debl",
        description = "Repeat the experiments of the paper on demand-driven bulk loading.",
        footer = {
            "",
            "The same links are loaded in the paper's ways and in ours, from a source as slow",
            "as the paper's network, and from each way's uptime on clients ask for link",
            "lists. A real MariaDB and a real HBase on HDFS are started and removed again.",
            "docs/debl.md says what each row is.",
            "",
            "Exit status: 0 measured, 1 an answer differs from the embedded store's, or a request"
                    + " or a variant failed, 2 a wrong option or a server that is not installed."
        })
final class BenchDeblCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    /** One of the variants, by its key. */
    static final class VariantKey extends KeyConverter<Variant> {
        VariantKey() {
            super(Variant::of);
        }
    }

    /** Shown by help. */
    static final class VariantKeys extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        VariantKeys() {
            super(Variant.keys());
        }
    }

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "10m",
            converter = OptionValues.Count.class,
            description = "About how many links (default: ${DEFAULT-VALUE}).")
    private long links;

    @Option(
            names = "--source-rate",
            paramLabel = "RATE",
            defaultValue = "100Mbit",
            converter = OptionValues.Rate.class,
            description =
                    "What the source's network carries, simulated: 100Mbit, 1Gbit, or bytes a"
                            + " second such as 64m (default: ${DEFAULT-VALUE}).")
    private long sourceRate;

    @Option(
            names = "--only",
            paramLabel = "VARIANT",
            split = ",",
            converter = VariantKey.class,
            completionCandidates = VariantKeys.class,
            description = "Measure these variants only: ${COMPLETION-CANDIDATES}.")
    private List<Variant> only = new ArrayList<>();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "50",
            description = "How many clients ask at the same time (default: ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--requests",
            paramLabel = "N",
            converter = OptionValues.Count.class,
            description =
                    "How many requests all clients send to each variant (default: one for every 20"
                            + " links, and never more than 500,000).")
    private @Nullable Long requests;

    @Option(
            names = "--compare",
            paramLabel = "N",
            defaultValue = "100k",
            converter = OptionValues.Count.class,
            description =
                    "How many answers of each variant are compared with those of the embedded store"
                            + " (default: ${DEFAULT-VALUE}).")
    private long compared;

    @Option(
            names = "--build-batch",
            paramLabel = "N",
            defaultValue = "2",
            description =
                    "How many buckets are built in HBase at the same time (default:"
                            + " ${DEFAULT-VALUE}, as in the paper).")
    private int buildBatch;

    @Option(
            names = "--hbase",
            paramLabel = "HOW",
            defaultValue = "processes",
            description =
                    "How HBase runs: processes (ZooKeeper, HDFS, a master and three region servers)"
                            + " or one_process (less memory, no HDFS) (default:"
                            + " ${DEFAULT-VALUE}).")
    private HBaseServers.Shape hbase = HBaseServers.Shape.PROCESSES;

    @Option(
            names = "--temp-dir",
            paramLabel = "DIR",
            description =
                    "Where a folder for all files is made, and removed in the end (default: the"
                            + " system's).")
    private @Nullable Path folder;

    /** The launcher has read it before Java was started; here only its form is checked. */
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "Memory for this process (default: half of the machine, at most 2g).")
    void memory(Long bytes) {}

    @Mixin private ReportFiles files = new ReportFiles();

    @Override
    public Integer call() throws IOException {
        files.check();
        PrintWriter output = spec.commandLine().getOut();
        PrintWriter errors = spec.commandLine().getErr();
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        DeblReport report =
                Debl.run(
                        new DeblOptions(
                                links,
                                sourceRate,
                                only.isEmpty() ? List.of(Variant.values()) : only,
                                clients,
                                requests == null
                                        ? DeblOptions.requestsFor(links, clients)
                                        : requests,
                                compared,
                                buildBatch,
                                folder == null
                                        ? Path.of(System.getProperty("java.io.tmpdir"))
                                        : folder,
                                MariaDbHome.find().orElse(null),
                                hbase),
                        ColdStores::open,
                        BenchClock.system(),
                        stop::requested,
                        errors::println);
        files.write(report::json, () -> DeblPage.of(report));
        output.print(DeblTables.text(report));
        report.faults().forEach(errors::println);
        return report.isSound() ? 0 : 1;
    }
}
