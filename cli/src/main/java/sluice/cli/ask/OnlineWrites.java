package sluice.cli.ask;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.cli.options.StoreDirectory;
import sluice.live.OwnHotStore;
import sluice.load.files.StoreAddresses;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * Whether a store holds online writes that its segments do not have yet: who reads the segments
 * alone must say so.
 *
 * @param path of the store
 * @param leftOut whether there are such, or may be
 * @param problem why it cannot be told; null where it can
 */
public record OnlineWrites(Path path, boolean leftOut, @Nullable String problem) {

    /** Looks at the store at {@code path}, also while a server has it open. */
    public static OnlineWrites of(Path path) {
        try {
            Storage storage = StoreDirectory.existing(path);
            Optional<String> elsewhere = StoreAddresses.read(storage).places().hot();
            if (elsewhere.isPresent()) {
                String there = "they are in %s; ask its server (sluice query --server)";
                return new OnlineWrites(path, true, there.formatted(elsewhere.get()));
            }
            return new OnlineWrites(path, OwnHotStore.hasRows(path, storage), null);
        } catch (IOException | SluiceException e) {
            String more = "%s; sluice verify %s says more".formatted(e.getMessage(), path);
            return new OnlineWrites(path, true, more);
        }
    }

    /** Says on standard error that they are left out, where they are. */
    public void tell(PrintWriter errors) {
        if (!leftOut) {
            return;
        }
        errors.println(
                problem == null
                        ? "sluice: %s holds online writes that are left out here; ask its server (sluice query --server), or take them in with: sluice absorb %s"
                                .formatted(path, path)
                        : "sluice: %s may hold online writes, which are left out here: %s"
                                .formatted(path, problem));
        errors.flush();
    }
}
