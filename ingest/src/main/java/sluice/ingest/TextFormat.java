package sluice.ingest;

/**
 * How delimited text is cut into fields.
 *
 * @param delimiter the byte between two fields; not used with {@code whitespace}
 * @param whitespace fields are separated by any run of blanks and tabs, as in edge lists
 * @param quote the byte that begins and ends a quoted field (RFC 4180, doubled inside), or -1 for
 *     none
 * @param comment lines that begin with this byte (after blanks with {@code whitespace}) are left
 *     out, or -1 for none
 */
public record TextFormat(byte delimiter, boolean whitespace, int quote, int comment) {}
