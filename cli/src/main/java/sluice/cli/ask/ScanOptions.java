package sluice.cli.ask;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import sluice.cli.options.StoreSite;
import sluice.dictionary.Dictionary;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.StoreReader;

/** How a verb reads all rows of a store, whichever it is. */
public final class ScanOptions {
    private static final int THREADS_MAX = 1024;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads read; as many as there are processors by default.")
    private @Nullable Integer threads;

    @Option(
            names = "--partial",
            description =
                    "Go on although a load is still copying, with the rows that have arrived.")
    private boolean partial;

    /** A store that is open for reading, with its names. */
    public record Opened(StoreReader reader, Dictionary dictionary, OnlineWrites online)
            implements AutoCloseable {
        /** The bytes of runs and segments. */
        public long rowBytes() {
            return reader.manifest().blockFiles().stream().mapToLong(FileEntry::lengthBytes).sum();
        }

        @Override
        public void close() throws IOException {
            try (StoreReader _ = reader) {
                dictionary.close();
            }
        }
    }

    /** Opens the store. One that is not complete is refused unless the user wants it as it is. */
    public Opened open(CommandSpec spec, StoreSite site, Storage storage) throws IOException {
        StoreReader reader = StoreReader.open(storage);
        try {
            if (!reader.manifest().complete() && !partial) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s is not complete: its load is still copying or was stopped; let it end, or take"
                                        .formatted(site)
                                + " the rows that have arrived with --partial");
            }
            OnlineWrites online = OnlineWrites.of(site);
            online.tell(spec.commandLine().getErr());
            return new Opened(
                    reader, Dictionary.open(storage, reader.manifest().nameFiles()), online);
        } catch (Throwable failure) {
            reader.close();
            throw failure;
        }
    }

    public int threads() {
        int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (count < 1 || count > THREADS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--threads must be from 1 to %d, not %d".formatted(THREADS_MAX, count));
        }
        return count;
    }
}
