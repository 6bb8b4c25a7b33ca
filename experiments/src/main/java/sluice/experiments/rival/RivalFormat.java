package sluice.experiments.rival;

/** What the lines of an input file are, and which keys the rival makes of them. */
public enum RivalFormat {
    /**
     * {@code id1 link_type id2 time_ms data}, separated by tabs. List key: id1, link type, inverted
     * time and id2, eight bytes each, big-endian.
     */
    LINKS(32),
    /**
     * {@code src dst}, separated by a tab or blank. The key is src and dst: it serves lists and
     * gets.
     */
    EDGES(16);

    private final int listKeyBytes;

    RivalFormat(int listKeyBytes) {
        this.listKeyBytes = listKeyBytes;
    }

    int listKeyBytes() {
        return listKeyBytes;
    }
}
