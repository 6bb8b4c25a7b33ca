package sluice.backup;

import java.io.IOException;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;

/**
 * The file that says that a store is being restored. No command takes a folder for a new store
 * while it is there, since it is no file of a store.
 */
final class RestoreMark {
    static final String FILE_NAME = "restore-unfinished";

    private RestoreMark() {}

    /** Makes both folders empty but for the mark. Throws if they hold anything but a restore. */
    static void begin(Storage store, Storage hot) throws IOException {
        List<String> names = store.list();
        if (!names.contains(FILE_NAME)) {
            // A kill may have left its temporary file.
            boolean isEmpty = names.stream().allMatch(name -> name.startsWith(FILE_NAME));
            if (!isEmpty || !hot.list().isEmpty()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s is not empty: a restore needs a new or empty folder"
                                .formatted(store.location()));
            }
            StorageFiles.publish(store, FILE_NAME, _ -> {});
            return;
        }
        if (names.contains(Manifest.FILE_NAME)) {
            store.delete(Manifest.FILE_NAME);
            // No store any more, before its files go.
            store.syncDirectory();
        }
        for (String name : store.list()) {
            if (!name.equals(FILE_NAME)) {
                store.delete(name);
            }
        }
        for (String name : hot.list()) {
            hot.delete(name);
        }
    }

    static void end(Storage store) throws IOException {
        store.delete(FILE_NAME);
        store.syncDirectory();
    }
}
