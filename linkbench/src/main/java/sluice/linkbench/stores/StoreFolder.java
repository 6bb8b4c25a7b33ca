package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.linkbench.workload.Configuration;
import sluice.live.Live;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Where LinkBench makes a Sluice store, and how it works: a directory that the user names, which
 * stays, or a temporary one.
 */
public final class StoreFolder implements AutoCloseable {
    private static final long HOT_BYTES = 256L << 20;

    private final Path path;
    private final BenchStoreOptions options;
    private final @Nullable TemporaryDirectory temporary;

    private StoreFolder(
            Path path, BenchStoreOptions options, @Nullable TemporaryDirectory temporary) {
        this.path = path;
        this.options = options;
        this.temporary = temporary;
    }

    /** {@code where} is a directory that is empty or not there, or nothing. */
    public static StoreFolder open(String where, Configuration settings, long firstId)
            throws IOException {
        BenchStoreOptions options =
                BenchStoreOptions.of(
                        settings.text("sluice_durability", BenchStoreOptions.SYNC),
                        settings.integer("sluice_hot_bytes", HOT_BYTES),
                        firstId);
        if (where.isEmpty()) {
            TemporaryDirectory temporary = TemporaryDirectory.create("store");
            return new StoreFolder(temporary.path(), options, temporary);
        }
        Path path = Path.of(where);
        checkEmpty(path);
        return new StoreFolder(path, options, null);
    }

    private static void checkEmpty(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (Stream<Path> files = Files.list(path)) {
                if (files.findAny().isEmpty()) {
                    return;
                }
            }
        }
        if (Files.exists(path)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is no empty directory; LinkBench loads its graph into an empty store: name another, or none for a temporary one"
                            .formatted(path));
        }
    }

    public Path path() {
        return path;
    }

    /** How the store works into which {@code job} puts its graph. */
    public BenchStoreOptions options(LoadJob job) {
        return options.startingAt(job.nextNodeId());
    }

    /** Makes the store and loads the graph; the caller closes it. */
    Live load(LoadJob job) throws IOException {
        Live directory = Live.open(path, options(job).settings());
        try {
            FileLoad.run(job, directory.store());
            return directory;
        } catch (Throwable failure) {
            directory.close();
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        if (temporary != null) {
            temporary.close();
        }
    }
}
