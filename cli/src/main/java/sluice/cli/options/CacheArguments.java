package sluice.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import sluice.cli.console.Invocation;
import sluice.ingest.file.SharedStorages;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.storage.cache.PieceCache;
import sluice.storage.shared.SharedSettings;
import sluice.store.ManifestFile;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;

/** How much of a store in shared storage is kept nearby, and where. */
public final class CacheArguments {
    private static final long SIZE = 10L << 30;
    private static final long MEMORY_MIN = 1L << 20;

    @Option(
            names = "--cache-dir",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description =
                    "For a STORE in shared storage: a directory of a local disk that keeps what was"
                            + " fetched, for one process at a time (default: a temporary one, deleted"
                            + " at the end).")
    private @Nullable Path directory;

    @Option(
            names = "--cache-size",
            paramLabel = "SIZE",
            scope = ScopeType.INHERIT,
            converter = OptionValues.Bytes.class,
            description =
                    "For a STORE in shared storage: what it keeps of it on the local disk, 1m or"
                            + " more (default: 10g).")
    private @Nullable Long sizeBytes;

    @Option(
            names = "--cache-memory",
            paramLabel = "SIZE",
            scope = ScopeType.INHERIT,
            converter = OptionValues.Bytes.class,
            description =
                    "For a STORE in shared storage: what it keeps of it in Java's heap, 1m or more"
                            + " (default: an eighth of the heap, 16m to 1g).")
    private @Nullable Long memoryBytes;

    /**
     * The files of the store at {@code site}, which must be there, for {@code verb}, at whose end
     * they are closed.
     */
    public Storage existing(CommandSpec verb, StoreSite site) throws IOException {
        if (!site.isAddress()) {
            refuseForDirectory(verb);
            return StoreDirectory.existing(site.directory());
        }
        SharedStorage storage = open(verb, site);
        if (ManifestFile.read(storage).isEmpty()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: no such store; make one with: sluice load %s SOURCE…"
                            .formatted(site, site));
        }
        return storage;
    }

    /** As {@link #existing}; the store is made where it is not there. */
    public Storage created(CommandSpec verb, StoreSite site) throws IOException {
        if (site.isAddress()) {
            return open(verb, site);
        }
        refuseForDirectory(verb);
        return StoreDirectory.created(site.directory());
    }

    private void refuseForDirectory(CommandSpec verb) {
        if (directory != null || sizeBytes != null || memoryBytes != null) {
            throw new ParameterException(
                    verb.commandLine(),
                    "--cache-dir, --cache-size and --cache-memory are for a store at an address,"
                            + " as s3a://bucket/store; leave them out");
        }
    }

    private SharedStorage open(CommandSpec verb, StoreSite site) throws IOException {
        Invocation invocation = Invocation.of(verb);
        SharedSettings settings = new SharedSettings(invocation.environment());
        CacheSettings usual =
                CacheSettings.of(
                        atLeast(verb, "--cache-size", sizeBytes, SIZE, PieceCache.BYTES_MIN),
                        Runtime.getRuntime().maxMemory());
        CacheSettings budget =
                new CacheSettings(
                        usual.diskBytes(),
                        atLeast(
                                verb,
                                "--cache-memory",
                                memoryBytes,
                                usual.memoryBytes(),
                                MEMORY_MIN));
        Path given = directory;
        Path local = given == null ? Files.createTempDirectory("sluice-cache-") : given;
        if (given == null) {
            invocation.closeAtEnd(() -> delete(local));
        }
        SharedStorage storage =
                SharedStorage.open(
                        SharedStorages.open(site.toString(), settings),
                        SharedStorages.folder(site.toString(), settings),
                        () -> DirectoryStorage.create(local),
                        budget,
                        System::nanoTime);
        invocation.closeAtEnd(storage);
        return storage;
    }

    private static long atLeast(
            CommandSpec verb, String option, @Nullable Long bytes, long usual, long min) {
        long wanted = Optional.ofNullable(bytes).orElse(usual);
        if (wanted < min) {
            throw new ParameterException(
                    verb.commandLine(),
                    "%s of %d bytes is out of range; expected %d or more"
                            .formatted(option, wanted, min));
        }
        return wanted;
    }

    private static void delete(Path local) throws IOException {
        if (!Files.isDirectory(local)) {
            return;
        }
        try (Stream<Path> files = Files.list(local)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(local);
    }
}
