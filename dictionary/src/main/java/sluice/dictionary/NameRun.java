package sluice.dictionary;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * A name run: the distinct names of one chunk or several, sorted by group, hash and bytes, in one
 * file and as many parts before it as memory made necessary. That the file is there means that all
 * of it is.
 */
public final class NameRun {
    private final NameFile file;
    private final List<NameFile> parts;
    private final byte[] tag;

    private NameRun(NameFile file, List<NameFile> parts, byte[] tag) {
        this.file = file;
        this.parts = parts;
        this.tag = tag;
    }

    /** Reads what the run {@code name} says of itself, and checks that its parts are there. */
    public static NameRun open(Storage storage, String name) throws IOException {
        try (NameFileReader reader =
                NameFileReader.open(storage, name, NameFileFormat.RUN_MAGIC, null)) {
            NameRunFooter footer = NameRunFooter.read(reader);
            if (!footer.last()) {
                throw reader.corrupt(
                        reader.footerOffset(), "it is a part of a name run, not its last");
            }
            for (NameFile part : footer.parts()) {
                checkIsThere(storage, reader, part);
            }
            return new NameRun(reader.file(), footer.parts(), footer.tag());
        }
    }

    /** The file under its name says that its parts are there. */
    private static void checkIsThere(Storage storage, NameFileReader run, NameFile part)
            throws IOException {
        try {
            NameFileReader.open(storage, part.name(), NameFileFormat.RUN_MAGIC, part).close();
        } catch (NoSuchFileException e) {
            // Throws the same where somebody deletes the run, which begins with this file.
            storage.open(run.file().name()).close();
            throw run.corrupt(run.footerOffset(), "its part %s is missing".formatted(part.name()));
        }
    }

    /**
     * Reads every byte of the file {@code name}, the last of a run or a part of one; fails with a
     * {@link CorruptFileException} where it is damaged, or a part that it names is missing.
     */
    public static void verify(Storage storage, String name) throws IOException {
        NameFile file;
        boolean isLast;
        try (NameFileReader reader =
                NameFileReader.open(storage, name, NameFileFormat.RUN_MAGIC, null)) {
            file = reader.file();
            isLast = NameRunFooter.read(reader).last();
        }
        if (isLast) {
            open(storage, name);
        }
        try (NameRunCursor names =
                NameRunCursor.open(storage, file, NameBytes.HASH, NameShard.ALL, 0)) {
            while (names.next()) {
                // Each block is compared with its checksum, each name with the one before it.
            }
        }
    }

    public NameFile file() {
        return file;
    }

    /** The files before {@link #file}, which belong to the run and to nothing else. */
    public List<NameFile> parts() {
        return parts;
    }

    /** What {@link NameCollector#finish} was given, or of a merged run its places of shards. */
    public byte[] tag() {
        return tag.clone();
    }

    /** All files of the run. */
    public List<NameFile> files() {
        List<NameFile> files = new ArrayList<>(parts);
        files.add(file);
        return List.copyOf(files);
    }

    /** Deletes the run: first the file that says that it is whole, then its parts. */
    public void delete(Storage storage) throws IOException {
        storage.delete(file.name());
        for (NameFile part : parts) {
            storage.delete(part.name());
        }
    }
}
