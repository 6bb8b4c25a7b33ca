package sluice.export;

/**
 * The shape of an export.
 *
 * @param shards how many files of a kind there are at most; 0 for as many as are useful
 * @param threads that read and write
 */
public record ExportOptions(Format format, int shards, int threads) {
    /** The format of the files. */
    public enum Format {
        /** Comma-separated values. */
        CSV,
        /** Parquet, packed by zstd. */
        PARQUET;

        String ending() {
            return this == CSV ? ".csv" : ".parquet";
        }
    }
}
