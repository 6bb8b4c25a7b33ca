package sluice.voldemort.format;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a chunk: two files of a bucket.
 *
 * @param partition the master partition
 * @param replica the replica type, 0 for the primary
 * @param chunk its number in the bucket, from 0
 */
public record ChunkName(int partition, int replica, int chunk) implements Comparable<ChunkName> {
    static final String INDEX = ".index";
    static final String DATA = ".data";

    private static final Pattern FILE =
            Pattern.compile("(\\d{1,9})_(\\d{1,9})_(\\d{1,9})\\.(?:index|data)");
    private static final Comparator<ChunkName> ORDER =
            Comparator.comparingInt(ChunkName::partition)
                    .thenComparingInt(ChunkName::replica)
                    .thenComparingInt(ChunkName::chunk);

    /** The chunk of which {@code file} is, if its name is one of a chunk. */
    public static Optional<ChunkName> of(String file) {
        Matcher matcher = FILE.matcher(file);
        return matcher.matches()
                ? Optional.of(
                        new ChunkName(
                                Integer.parseInt(matcher.group(1)),
                                Integer.parseInt(matcher.group(2)),
                                Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }

    public String indexFile() {
        return base() + INDEX;
    }

    public String dataFile() {
        return base() + DATA;
    }

    private String base() {
        return partition + "_" + replica + "_" + chunk;
    }

    @Override
    public int compareTo(ChunkName other) {
        return ORDER.compare(this, other);
    }
}
