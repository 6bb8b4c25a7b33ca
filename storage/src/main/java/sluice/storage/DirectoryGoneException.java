package sluice.storage;

import java.io.IOException;

/**
 * The directory of a storage is not where it was: somebody moved, removed or replaced it. What has
 * its name now is another store's, or nobody's, and is left alone.
 */
public final class DirectoryGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    DirectoryGoneException(String directory) {
        super(
                "%s is not the directory that was opened: it was moved, removed or replaced; end what uses it, see where it is, and start again"
                        .formatted(directory));
    }
}
