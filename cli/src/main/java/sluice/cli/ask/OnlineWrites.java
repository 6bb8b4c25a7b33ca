package sluice.cli.ask;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.cli.options.StoreDirectory;
import sluice.cli.options.StoreSite;
import sluice.live.OwnHotStore;
import sluice.load.files.StoreAddresses;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * Whether a store holds online writes that its segments do not have yet: who reads the segments
 * alone must say so.
 *
 * @param site of the store
 * @param leftOut whether there are such, or may be
 * @param problem why it cannot be told; null where it can
 */
public record OnlineWrites(StoreSite site, boolean leftOut, @Nullable String problem) {

    /** Looks at the store at {@code site}, also while a server has it open. */
    public static OnlineWrites of(StoreSite site) {
        if (site.isAddress()) {
            // Online writes are in the directory of a store, or it names where they are.
            return new OnlineWrites(site, false, null);
        }
        Path path = site.directory();
        try {
            Storage storage = StoreDirectory.existing(path);
            Optional<String> elsewhere = StoreAddresses.read(storage).places().hot();
            if (elsewhere.isPresent()) {
                String there = "they are in %s; ask its server (sluice query --server)";
                return new OnlineWrites(site, true, there.formatted(elsewhere.get()));
            }
            return new OnlineWrites(site, OwnHotStore.hasRows(path, storage), null);
        } catch (IOException | SluiceException e) {
            String more = "%s; sluice verify %s says more".formatted(e.getMessage(), path);
            return new OnlineWrites(site, true, more);
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
                                .formatted(site, site)
                        : "sluice: %s may hold online writes, which are left out here: %s"
                                .formatted(site, problem));
        errors.flush();
    }
}
