package sluice.store.packed;

/**
 * Whether the runs of a load are packed. The name of a run says it, so that no reader has to ask
 * the file, and a load may leave runs of one kind beside those of an earlier one.
 */
public enum RunPacking {
    /** Runs are written as they are. */
    NONE(""),
    /** Runs are packed files of pieces, each by zstd of level 1. */
    ZSTD(".packed");

    private final String ending;

    RunPacking(String ending) {
        this.ending = ending;
    }

    /** The name of the run that is {@code run} if it is not packed. */
    public String named(String run) {
        return run + ending;
    }

    /** How the bytes of the file {@code name} are written. */
    public static RunPacking of(String name) {
        return name.endsWith(ZSTD.ending) ? ZSTD : NONE;
    }
}
