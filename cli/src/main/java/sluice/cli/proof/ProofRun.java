package sluice.cli.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import sluice.cli.ask.OnlineWrites;
import sluice.cli.console.Invocation;
import sluice.cli.console.ReportFormat;
import sluice.cli.console.StopSignal;
import sluice.cli.options.ServerArguments;
import sluice.cli.options.StoreSite;
import sluice.cli.show.ScanLine;
import sluice.client.SluiceClient;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.proof.Proof;
import sluice.proof.ProofProgress;
import sluice.proof.ProofResult;
import sluice.proof.StoreRows;
import sluice.proof.StoredRows;
import sluice.report.Amounts;
import sluice.schema.Schema;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.StoreReader;
import sluice.store.StoreSchema;

/** One comparison of a store or a server with sources, from the arguments to the report. */
public final class ProofRun {

    private final CommandSpec spec;
    private final AgainstArguments against;
    private final ReportFormat format;

    public ProofRun(CommandSpec spec, AgainstArguments against, ReportFormat format) {
        this.spec = spec;
        this.against = against;
        this.format = format;
    }

    /** Compares the store at {@code site}; returns the exit status. */
    public int ofStore(StoreSite site, Storage storage) throws IOException {
        try (StoreReader reader = StoreReader.open(storage)) {
            if (!reader.manifest().complete()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s has not all rows yet: its load is still copying or was stopped; let it end, then compare"
                                .formatted(site));
            }
            OnlineWrites.of(site).tell(spec.commandLine().getErr());
            Schema schema = StoreSchema.read(storage, reader.manifest()).schema();
            try (Dictionary names = Dictionary.open(storage, reader.manifest().nameFiles())) {
                return run(
                        bound(against.open(site), schema),
                        new StoreRows(reader, names),
                        site.toString());
            }
        }
    }

    /** Compares what a server has, its online writes too; returns the exit status. */
    public int ofServer(ServerArguments server) throws IOException {
        List<AgainstArguments.Sources> sources = against.open(null);
        Schema schema =
                Load.schemaOf(sources.stream().map(AgainstArguments.Sources::source).toList());
        try (SluiceClient client = server.open()) {
            return run(
                    bound(sources, schema), new ServedRows(client, server.name()), server.name());
        }
    }

    private static List<Source> bound(List<AgainstArguments.Sources> sources, Schema schema) {
        List<Source> bound = new ArrayList<>();
        sources.forEach(each -> bound.add(each.source().bound(schema, each.loadNumber())));
        return bound;
    }

    private int run(List<Source> sources, StoredRows stored, String name) throws IOException {
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.COMPARISON);
        ProofProgress progress = new ProofProgress();
        long start = System.nanoTime();
        ProofResult result;
        Path scratch = temporary(against.scratch());
        try (ScanLine _ =
                ScanLine.show(
                        spec,
                        "comparing",
                        () -> new ScanLine.Reading(progress.share(), progress.step()))) {
            result =
                    Proof.run(
                            sources,
                            stored,
                            against.options(),
                            DirectoryStorage.open(scratch),
                            progress,
                            stop::requested);
        } finally {
            delete(scratch);
        }
        double seconds = Amounts.seconds(System.nanoTime() - start);
        ProofReport report = new ProofReport(result, name, seconds);
        switch (format) {
            case TEXT -> report.print(spec.commandLine().getOut());
            case JSON -> report.printJson(spec.commandLine().getOut());
        }
        if (result.isGood()) {
            return 0;
        }
        spec.commandLine()
                .getErr()
                .println(
                        "sluice: %s differs from its source: %s; docs/operations.md says what can be the cause"
                                .formatted(
                                        name,
                                        Amounts.counted(result.differenceCount(), "difference")));
        return ErrorCode.CORRUPTION.exitStatus();
    }

    private static Path temporary(@Nullable Path parent) throws IOException {
        return parent == null
                ? Files.createTempDirectory("sluice-verify-")
                : Files.createTempDirectory(Files.createDirectories(parent), "sluice-verify-");
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
