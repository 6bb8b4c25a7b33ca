package sluice.segment;

/** Takes what is found wrong with a run or a segment. */
public interface FileFindings {
    /**
     * Something is wrong.
     *
     * @param slice of a run, else 0; -1 where the file as a whole is meant
     * @param block counted within links or nodes; -1 where no block is meant
     */
    void found(long offset, int slice, long block, String text);
}
