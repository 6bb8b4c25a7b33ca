package sluice.coordinator;

import java.io.IOException;
import java.util.function.Predicate;
import sluice.ingest.file.SourceFile;
import sluice.model.HotStore;

/**
 * Files of a source whose rows are wanted before all others.
 *
 * @param files which files those are
 * @param place where copies of their rows are until uptime
 */
public record RecentFiles(Predicate<SourceFile> files, Place place) {
    /** Of a load that stages its source in its own order. */
    public static final RecentFiles NONE = new RecentFiles(_ -> false, new Nowhere());

    /** A place for one hot store at a time, which does not outlive the process that uses it. */
    public interface Place {
        /** Opens an empty store; what a process that was killed left goes first. */
        HotStore open() throws IOException;

        /** Removes the store that was opened, and closed since. */
        void remove() throws IOException;
    }

    private record Nowhere() implements Place {
        @Override
        public HotStore open() {
            throw new IllegalStateException("no file is recent");
        }

        @Override
        public void remove() {}
    }
}
