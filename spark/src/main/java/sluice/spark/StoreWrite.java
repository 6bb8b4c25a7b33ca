package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.InsertableRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.Load;
import sluice.spark.load.SparkLoad;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * Appends rows to a store: Spark writes them as Parquet into a folder beside the store, then a load
 * takes all of them. A write that fails, or whose driver is killed, before all rows are in runs
 * leaves the store as it was; from then on it is finished, by the next write at the latest.
 */
final class StoreWrite implements WriteBuilder, V1Write, InsertableRelation {
    private static final String WRITING = ".writing-";

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
        Path store = options.path();
        Path folder = store.resolveSibling(store.getFileName() + WRITING + UUID.randomUUID());
        Path file = folder.resolve("mapping.yaml");
        try {
            rows.select(columns.selected()).write().parquet(folder.resolve("rows").toUri() + "");
            Files.writeString(file, mapping);
            String input = folder.resolve("rows").resolve("*.parquet").toString();
            load(rows).run(new SourceRecipe(List.of(input), file, List.of(), store, 0));
        } catch (IOException | RuntimeException failure) {
            giveUp(folder, failure);
            throw failure;
        }
        delete(folder);
    }

    private SparkLoad load(Dataset<Row> rows) {
        return new SparkLoad(
                rows.sparkSession().sparkContext(),
                options.path(),
                SparkLoad.options(SparkLoad.TASK_BYTES_USUAL),
                options.tasks(),
                _ -> {});
    }

    private void giveUp(Path folder, Exception failure) {
        try {
            Optional<Manifest> left = unfinished();
            if (left.isPresent() && isOf(left.get(), folder.toString())) {
                if (left.get().phase() != Manifest.Phase.STAGING) {
                    // All rows are in the store, and only their folder can finish it.
                    return;
                }
                Load.abandon(DirectoryStorage.open(options.path()));
            }
            delete(folder);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Gives up, or finishes, the write that a driver was killed in. */
    private void finishEarlier(Dataset<Row> rows) throws IOException {
        Optional<Manifest> left = unfinished();
        String prefix = options.path() + WRITING;
        if (left.isEmpty() || !isOf(left.get(), prefix)) {
            return;
        }
        Storage storage = DirectoryStorage.open(options.path());
        SourceRecipe recipe =
                PlanFile.read(storage, left.get().loadNumber()).orElseThrow().plan().recipe();
        if (left.get().phase() == Manifest.Phase.STAGING) {
            Load.abandon(storage);
        } else {
            load(rows).run(recipe);
        }
        Path rowsOfIt = Path.of(recipe.inputs().getFirst()).getParent();
        if (rowsOfIt != null && rowsOfIt.getParent() != null) {
            delete(rowsOfIt.getParent());
        }
    }

    private Optional<Manifest> unfinished() throws IOException {
        if (!Files.isDirectory(options.path())) {
            return Optional.empty();
        }
        return ManifestFile.read(DirectoryStorage.open(options.path()))
                .filter(manifest -> manifest.phase().isOfLoad());
    }

    /** Whether the load of {@code manifest} takes rows from a folder that begins so. */
    private boolean isOf(Manifest manifest, String prefix) throws IOException {
        return PlanFile.read(DirectoryStorage.open(options.path()), manifest.loadNumber())
                .map(plan -> plan.plan().recipe().inputs().getFirst().startsWith(prefix))
                .orElse(false);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
