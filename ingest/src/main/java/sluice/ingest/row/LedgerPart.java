package sluice.ingest.row;

/**
 * What makes a relation one of a reject ledger: its rows stand in the ledger's lines, as JSON.
 *
 * @param format how a row, once it was taken out of its line, is cut into fields
 * @param number of the relation in the ledger's first line; the lines of its rows repeat it
 * @param count of relations in the ledger; the first one answers for lines that are of none
 */
public record LedgerPart(TextFormat format, int number, int count) {
    /** The first bytes of a ledger. */
    public static final String BEGIN = "{\"sluice_rejects\":";

    /** How a ledger is cut into lines. */
    public static final TextFormat LINES = new TextFormat((byte) 0, false, -1, -1);
}
