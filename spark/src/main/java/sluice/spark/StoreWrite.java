package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.InsertableRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import sluice.cluster.load.ClusterAbandonment;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.MappingText;
import sluice.load.Load;
import sluice.spark.load.SparkLoad;
import sluice.spark.load.SparkStore;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.shared.SharedStorage;

/**
 * Appends rows to a store: Spark writes them as Parquet into a folder beside the store, then a load
 * takes all of them. A write that fails, or whose driver is killed, before all rows are in runs
 * leaves the store as it was; from then on it is finished, by the next write at the latest.
 */
final class StoreWrite implements WriteBuilder, V1Write, InsertableRelation {
    private static final String WRITING = ".writing-";
    private static final String ROWS = "/rows";

    private final WriteOptions options;
    private final WriteColumns columns;
    private final String mapping;

    private StoreWrite(WriteOptions options, WriteColumns columns) {
        this.options = options;
        this.columns = columns;
        this.mapping = columns.mapping(options);
    }

    /** Throws if the options or columns are wrong. */
    static StoreWrite of(LogicalWriteInfo info) {
        WriteOptions options = WriteOptions.of(new CaseInsensitiveStringMap(info.options()));
        return new StoreWrite(options, WriteColumns.of(options.table(), info.schema()));
    }

    @Override
    public V1Write build() {
        return this;
    }

    @Override
    public InsertableRelation toInsertableRelation() {
        return this;
    }

    @Override
    public void insert(Dataset<Row> rows, boolean overwrite) {
        try {
            finishEarlier(rows);
            write(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Dataset<Row> rows) throws IOException {
        String folder = options.store() + WRITING + UUID.randomUUID();
        try {
            rows.select(columns.selected()).write().parquet(hadoopName(folder + ROWS));
            SourceRecipe recipe =
                    new SourceRecipe(
                            List.of(folder + ROWS + "/*.parquet"),
                            new MappingText(Path.of("mapping.yaml"), mapping),
                            FactOptions.NONE,
                            SparkStore.isAddress(folder) ? null : Path.of(options.store()),
                            0);
            load(rows).run(recipe);
        } catch (IOException | RuntimeException failure) {
            giveUp(rows, folder, failure);
            throw failure;
        }
        delete(rows, folder);
    }

    /** A folder as Spark's own writer takes it. */
    private static String hadoopName(String folder) {
        return SparkStore.isAddress(folder) ? folder : Path.of(folder).toUri().toString();
    }

    private SparkLoad load(Dataset<Row> rows) {
        return new SparkLoad(
                rows.sparkSession().sparkContext(),
                options.store(),
                SparkLoad.options(SparkLoad.TASK_BYTES_USUAL),
                options.tasks(),
                _ -> {});
    }

    private void giveUp(Dataset<Row> rows, String folder, Exception failure) {
        try {
            Optional<Left> left = left(folder);
            if (left.isPresent()) {
                if (left.get().phase() != Manifest.Phase.STAGING) {
                    // All rows are in the store, and only their folder can finish it.
                    return;
                }
                abandon(rows);
            }
            delete(rows, folder);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Gives up, or finishes, the write that a driver was killed in. */
    private void finishEarlier(Dataset<Row> rows) throws IOException {
        Optional<Left> left = left(options.store() + WRITING);
        if (left.isEmpty()) {
            return;
        }
        SourceRecipe recipe = left.get().recipe();
        if (left.get().phase() == Manifest.Phase.STAGING) {
            abandon(rows);
        } else {
            load(rows).run(recipe);
        }
        String input = recipe.inputs().getFirst();
        delete(rows, input.substring(0, input.lastIndexOf(ROWS)));
    }

    /** A write that is not finished. */
    private record Left(Manifest.Phase phase, SourceRecipe recipe) {}

    /** The one whose rows are in a folder that begins so. */
    private Optional<Left> left(String prefix) throws IOException {
        try (SparkStore opened = SparkStore.open(options.store())) {
            Optional<Manifest> unfinished =
                    ManifestFile.read(opened.storage()).filter(each -> each.phase().isOfLoad());
            if (unfinished.isEmpty()) {
                return Optional.empty();
            }
            Manifest manifest = unfinished.get();
            return PlanFile.read(opened.storage(), manifest.loadNumber())
                    .map(plan -> plan.plan().recipe())
                    .filter(recipe -> recipe.inputs().getFirst().startsWith(prefix))
                    .map(recipe -> new Left(manifest.phase(), recipe));
        } catch (NoSuchFileException _) {
            // There is no such store yet.
            return Optional.empty();
        }
    }

    private void abandon(Dataset<Row> rows) throws IOException {
        try (SparkStore opened = SparkStore.open(options.store())) {
            if (opened.storage() instanceof SharedStorage shared) {
                var unused =
                        ClusterAbandonment.run(
                                StorePlace.shared(shared, shared.folder()),
                                SparkLoad.driver(rows.sparkSession().sparkContext()));
            } else {
                Load.abandon(opened.storage());
            }
        }
    }

    private static void delete(Dataset<Row> rows, String folder) throws IOException {
        if (!SparkStore.isAddress(folder)) {
            SparkStore.deleteTree(Path.of(folder));
            return;
        }
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder);
        path.getFileSystem(rows.sparkSession().sparkContext().hadoopConfiguration())
                .delete(path, true);
    }
}
