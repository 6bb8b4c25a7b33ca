package sluice.cli.stores;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.live.OwnHotStore;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreAddresses;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.VersionFiles;

/** The step from a store that takes online writes to one with versions. */
public final class FirstVersion {
    private FirstVersion() {}

    /**
     * Keeps the store at {@code path} from being opened for writes until the caller, who makes its
     * first version, closes the result. Throws if the store cannot have versions: a part of it is
     * in another system, a process has it open for writes, or it has online writes that no segment
     * has. Does nothing if it has versions.
     */
    public static Closeable begin(Path path, Storage storage) throws IOException {
        if (VersionFiles.areIn(storage)) {
            return () -> {};
        }
        LoadLock.refuseOtherFiles(storage);
        StoreAddresses addresses = StoreAddresses.read(storage);
        Optional<String> other = addresses.hot().or(addresses::cold);
        if (other.isPresent()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "a part of %s is in %s; only a store that is whole in its directory has versions"
                            .formatted(path, other.get()));
        }
        return OwnHotStore.keepEmpty(
                path, storage, new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC));
    }

    /** Says that the version {@code number} has all rows of a load already. */
    public static void tellOfSame(PrintWriter output, ReportFormat format, Path path, int number)
            throws IOException {
        switch (format) {
            case TEXT ->
                    output.println(
                            "version %d of %s holds all of this already: the same load made it"
                                    .formatted(number, path));
            case JSON ->
                    Json.print(
                            output,
                            json -> {
                                json.writeStringField("store", path.toString());
                                json.writeNumberField("version", number);
                                json.writeBooleanField("already_complete", true);
                            });
        }
    }
}
