package sluice.cluster.load.place;

import java.nio.file.FileSystemException;

/** Two attempts of one task wrote different bytes under one name. */
public final class NotDeterministicException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    NotDeterministicException(String location, String name, String reason) {
        super(location + "/" + name, null, reason);
    }
}
