package sluice.load.files;

/**
 * A row that could not be read, as the parser reports it: {@code line} counted from 1 and {@code
 * byteOffset} from 0 within its chunk, {@code column} from 1 (0 for the whole row).
 */
public record RejectedRow(long line, long byteOffset, int column, String cause, byte[] row) {}
