package sluice.cold.hbase;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import sluice.model.UnreachableException;

/**
 * Where one builder writes the files of a bucket: a folder of its own in the bucket's, which others
 * who build the bucket have theirs in. It deletes these two and what is in them, and nothing above.
 */
final class StagingFolder {
    private static final String MARK = "taken-over";

    private final FileSystem fileSystem;
    private final Path bucket;
    private final Path attempt;

    private StagingFolder(FileSystem fileSystem, Path bucket, Path attempt) {
        this.fileSystem = fileSystem;
        this.bucket = bucket;
        this.attempt = attempt;
    }

    /**
     * Makes an empty folder for {@code builder}, in place of what an attempt of it left that could
     * not be closed.
     *
     * @param bucket holds nothing but attempts to build this bucket
     */
    static StagingFolder make(FileSystem fileSystem, Path bucket, String builder)
            throws IOException {
        Path attempt = new Path(bucket, builder);
        if (!bucket.equals(attempt.getParent())) {
            throw new IllegalArgumentException("no name of a folder: " + builder);
        }
        fileSystem.delete(attempt, true);
        fileSystem.mkdirs(attempt);
        return new StagingFolder(fileSystem, bucket, attempt);
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    /** Where this builder writes. */
    Path path() {
        return attempt;
    }

    /** Leaves a mark, before HBase takes the files over. */
    void mark() throws IOException {
        fileSystem.create(new Path(attempt, MARK), true).close();
    }

    /**
     * Fails where the mark has gone, and so perhaps files that HBase was to take over: it passes
     * over those that it does not find. The files themselves do not tell, as HBase moves them, and
     * deletes those that it has cut.
     */
    void requireMark() throws IOException {
        Path mark = new Path(attempt, MARK);
        if (!fileSystem.exists(mark)) {
            String message =
                    "the files in %s were deleted while HBase took them over, as by another who built the bucket; it has to be built again"
                            .formatted(attempt);
            throw new UnreachableException(message, new FileNotFoundException(mark.toString()));
        }
    }

    /** Deletes what this builder wrote. */
    void deleteAttempt() throws IOException {
        fileSystem.delete(attempt, true);
    }

    /** Deletes what anybody wrote who built the bucket. */
    void deleteBucket() throws IOException {
        fileSystem.delete(bucket, true);
    }
}
