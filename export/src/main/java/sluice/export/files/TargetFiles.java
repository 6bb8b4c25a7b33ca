package sluice.export.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The files of one export in an empty directory: each is written under a temporary name, and all
 * get their names together. Thread-safe while files are created.
 */
public final class TargetFiles {
    private final Storage target;
    private final Set<String> created = Collections.synchronizedSet(new TreeSet<>());

    private TargetFiles(Storage target) {
        this.target = target;
    }

    /** The files of an export to {@code target}, which must hold no files. */
    public static TargetFiles in(Storage target) throws IOException {
        List<String> present = target.list();
        if (!present.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is not empty: it holds %s; name a new or an empty directory"
                            .formatted(target.location(), present.getFirst()));
        }
        return new TargetFiles(target);
    }

    /** Creates the file that is called {@code name} later. The caller must close it. */
    public Storage.Sink create(String name) throws IOException {
        Storage.Sink sink = target.create(name + StorageFiles.TEMPORARY_SUFFIX);
        created.add(name);
        return sink;
    }

    public int count() {
        return created.size();
    }

    /** Gives all files their names; they must be durable. */
    public void nameAll() throws IOException {
        for (String name : created) {
            target.rename(name + StorageFiles.TEMPORARY_SUFFIX, name);
        }
        target.syncDirectory();
    }

    /** Writes a text as one more file, under its name at once. */
    public void publish(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StorageFiles.publish(
                target, name, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        created.add(name);
    }

    /** Deletes all files; a disk that refuses is added to {@code failure}. */
    public void deleteAfter(Throwable failure) {
        try {
            for (String name : target.list()) {
                boolean temporary = name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
                int length = name.length() - StorageFiles.TEMPORARY_SUFFIX.length();
                if (created.contains(temporary ? name.substring(0, length) : name)) {
                    target.delete(name);
                }
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
