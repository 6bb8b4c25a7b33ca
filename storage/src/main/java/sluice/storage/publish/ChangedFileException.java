package sluice.storage.publish;

import java.nio.file.FileSystemException;

/** A file was replaced while it was being read: to be opened and read from its beginning again. */
public final class ChangedFileException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    public ChangedFileException(String file) {
        super(file, null, "cannot read: another file took its place; open it again");
    }
}
