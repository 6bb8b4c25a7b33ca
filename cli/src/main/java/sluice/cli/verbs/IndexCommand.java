package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.options.MemoryOption;
import sluice.cli.options.StoreArgument;
import sluice.cli.show.LoadFindings;
import sluice.load.IndexBuild;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.schema.SchemaReader;

/** {@code sluice index}: builds indexes that were declared after their rows were loaded. */
@Command(
        name = "index",
        description = {
            "Build the indexes that STORE declares and that some of its segments lack.",
            "",
            "A load builds indexes as it goes; this is for an index that was declared later. Each"
                    + " bucket that lacks one is built again. Questions are answered completely all"
                    + " the time, but slowly from buckets that are not built yet. Stopped (Ctrl-C,"
                    + " status 130) or killed at any moment, the same command goes on.",
            "",
            "Then the values of predicates that are declared as @unique are compared, as a load does,"
                    + " and values of several nodes are reported."
        },
        footer = {
            "",
            "Examples:",
            "  sluice index friends                        what the store declares already",
            "  sluice index friends --schema more.schema   and what this file declares"
        })
public final class IndexCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private StoreArgument store = new StoreArgument();

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description =
                    "A schema whose declarations are added to those of the store, such as a line"
                            + " name: string @index(exact) .")
    private @Nullable Path schema;

    @Mixin private MemoryOption memory = new MemoryOption();

    @Override
    public Integer call() throws IOException {
        LoadOptions options = memory.in(LoadOptions.defaults());
        if (schema != null) {
            options = options.withSchema(SchemaReader.read(schema.toString(), bytes(schema)));
        }
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.INDEX);
        IndexBuild.Result built =
                IndexBuild.run(
                        store.storage(),
                        options,
                        new LoadProgress(),
                        LoadEvents.stoppedIf(stop::requested));
        spec.commandLine()
                .getOut()
                .println(
                        built.built() == 0
                                ? "%s: indexes: %d, all were built"
                                        .formatted(store.path(), built.indexes())
                                : "%s: indexes: %d, built %s again"
                                        .formatted(
                                                store.path(),
                                                built.indexes(),
                                                Amounts.counted(built.built(), "bucket")));
        PrintWriter output = spec.commandLine().getOut();
        built.duplicates().forEach(duplicates -> LoadFindings.print(duplicates, output));
        return 0;
    }

    private static byte[] bytes(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s: there is no such file".formatted(file), e);
        }
    }
}
