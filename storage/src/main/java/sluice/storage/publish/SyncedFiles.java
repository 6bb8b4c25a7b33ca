package sluice.storage.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Published files over a {@link Storage}: written beside under a name of their own, synced, then
 * linked or renamed to their name, and the directory synced.
 */
public final class SyncedFiles implements PublishedFiles {
    private final Storage storage;
    private final String process;
    private final AtomicLong drafts = new AtomicLong();

    private SyncedFiles(Storage storage, String process) {
        this.storage = storage;
        this.process = process;
    }

    /**
     * The files of {@code storage}; {@code process} tells this user of them from all others, and is
     * part of the names of temporary files.
     */
    public static SyncedFiles over(Storage storage, String process) {
        return new SyncedFiles(storage, process);
    }

    @Override
    public Draft begin(String name, Mode mode) throws IOException {
        String temporary =
                "%s.%s-%d%s"
                        .formatted(
                                name,
                                process,
                                drafts.incrementAndGet(),
                                StorageFiles.TEMPORARY_SUFFIX);
        return new SyncedDraft(name, mode, temporary, storage.create(temporary));
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        return storage.open(name);
    }

    @Override
    public List<String> list(String prefix) throws IOException {
        return storage.list().stream()
                .filter(name -> name.startsWith(prefix))
                .filter(name -> !name.endsWith(StorageFiles.TEMPORARY_SUFFIX))
                .toList();
    }

    @Override
    public void delete(String name) throws IOException {
        try {
            storage.delete(name);
        } catch (NoSuchFileException _) {
            // Another process was first.
        }
    }

    @Override
    public Set<Claim> claims() {
        return EnumSet.allOf(Claim.class);
    }

    @Override
    public String location() {
        return storage.location();
    }

    private final class SyncedDraft implements Draft {
        private final String name;
        private final Mode mode;
        private final String temporary;
        private final Storage.Sink sink;
        private long lengthBytes;

        /** Whether the temporary name is still to be deleted. */
        private boolean isLeft = true;

        SyncedDraft(String name, Mode mode, String temporary, Storage.Sink sink) {
            this.name = name;
            this.mode = mode;
            this.temporary = temporary;
            this.sink = sink;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int countBytes = sink.write(bytes);
            lengthBytes += countBytes;
            return countBytes;
        }

        @Override
        public long publish() throws IOException {
            sink.sync();
            sink.close();
            switch (mode) {
                case IF_ABSENT -> {
                    storage.link(temporary, name);
                    storage.syncDirectory();
                    // The temporary name is swept where a crash leaves it.
                    storage.delete(temporary);
                }
                case REPLACE -> {
                    storage.rename(temporary, name);
                    storage.syncDirectory();
                }
            }
            isLeft = false;
            return lengthBytes;
        }

        @Override
        public void close() throws IOException {
            try (sink) {
                if (isLeft) {
                    isLeft = false;
                    SyncedFiles.this.delete(temporary);
                }
            }
        }
    }
}
