package sluice.generate;

/** How rows become text. Lines end with LF. */
public enum RowFormat {
    /** Fields between tabs, nothing quoted: no generated data hold a tab or a line end. */
    TSV("tsv"),
    /** Fields between commas, quoted as in RFC 4180 where they need it. */
    CSV("csv"),
    /** The two ids of a link with a blank between; no header, no other column. */
    EDGES("txt"),
    /** The two ids of a link with a tab between; no header, no other column. */
    EDGES_TAB("tsv");

    private final String suffix;

    RowFormat(String suffix) {
        this.suffix = suffix;
    }

    /** What the names of part files end with, without the dot. */
    String suffix() {
        return suffix;
    }

    boolean onlyIds() {
        return this == EDGES || this == EDGES_TAB;
    }

    byte separator() {
        return (byte)
                switch (this) {
                    case TSV, EDGES_TAB -> '\t';
                    case CSV -> ',';
                    case EDGES -> ' ';
                };
    }
}
