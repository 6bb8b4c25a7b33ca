package sluice.cluster.load.plan;

/** Buckets that follow one another and are built by one task: {@code first} up to {@code end}. */
public record BucketSpan(int first, int end) {
    public BucketSpan {
        if (first < 0 || first > end) {
            throw new IllegalArgumentException("buckets %d to %d".formatted(first, end));
        }
    }
}
