package sluice.spark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkUserAppException;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.MappingText;
import sluice.load.LoadResult;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.spark.load.LoadProgressLines;
import sluice.spark.load.MainArguments;
import sluice.spark.load.SparkLoad;
import sluice.spark.load.SparkStore;
import sluice.storage.CorruptFileException;

/**
 * The program that {@code spark-submit} runs to load a source into a store: docs/spark.md.
 *
 * <p>It ends with the exit statuses of {@code sluice load}. A load that was stopped in any way goes
 * on when the same command is given again.
 */
public final class LoadMain {
    private LoadMain() {}

    /** Loads as {@code arguments} say; they are those that {@link MainArguments#HELP} explains. */
    public static void main(String[] arguments) throws SparkUserAppException {
        PrintStream out = System.out;
        PrintStream err = System.err;
        try {
            Optional<MainArguments> parsed = MainArguments.parse(arguments);
            if (parsed.isEmpty()) {
                out.print(MainArguments.HELP);
                return;
            }
            run(parsed.get(), out, err);
        } catch (SluiceException | IOException e) {
            err.println("sluice: " + e.getMessage());
            // Spark would print the stack of a cause.
            throw new SparkUserAppException(code(e).exitStatus(), null);
        }
    }

    /** The kind of {@code failure}, as for {@code sluice load}. */
    static ErrorCode code(Exception failure) {
        return switch (failure) {
            case SluiceException known -> known.code();
            case CorruptFileException _ -> ErrorCode.CORRUPTION;
            default -> ErrorCode.RESOURCE;
        };
    }

    private static void run(MainArguments arguments, PrintStream out, PrintStream err)
            throws IOException {
        String store = SparkStore.place(arguments.store());
        SparkConf conf = new SparkConf();
        if (conf.get("spark.submit.deployMode", "client").equals("cluster")
                && !SparkStore.isAddress(store)
                && !Path.of(arguments.store()).isAbsolute()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: with a driver in the cluster the path of the store must be absolute"
                            .formatted(arguments.store()));
        }
        conf.setIfMissing("spark.app.name", "sluice load " + store);
        // Longer than this no task waits for a host that has its source.
        conf.setIfMissing("spark.locality.wait", "1s");
        SparkContext spark = SparkContext.getOrCreate(conf);
        SparkLoad load =
                new SparkLoad(
                                spark,
                                store,
                                arguments.options(),
                                arguments.tasks(),
                                note -> err.println("sluice: " + note))
                        .withPacking(arguments.packing());
        try (LoadProgressLines _ = LoadProgressLines.begin(load.progress(), err)) {
            LoadResult result = load.run(recipe(arguments, store));
            out.print(LoadProgressLines.summary(store, result));
        } finally {
            spark.stop();
        }
    }

    private static SourceRecipe recipe(MainArguments arguments, String store) throws IOException {
        Path mapping = arguments.mapping();
        return new SourceRecipe(
                arguments.sources(),
                mapping == null ? null : MappingText.read(mapping),
                FactOptions.NONE,
                SparkStore.isAddress(store) ? null : Path.of(store),
                0);
    }
}
