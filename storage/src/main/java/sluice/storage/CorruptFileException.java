package sluice.storage;

import java.io.IOException;

/**
 * Bytes of a file are not what was written: names the file, the byte offset, the finding, what to
 * do.
 */
public final class CorruptFileException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;
    private final String finding;

    public CorruptFileException(String file, long offset, String finding, String advice) {
        super("%s is damaged at byte %d: %s; %s".formatted(file, offset, finding, advice));
        this.file = file;
        this.offset = offset;
        this.finding = finding;
    }

    /** The file ends at {@code lengthBytes}, though {@code expectedBytes} were promised. */
    static CorruptFileException tooShort(String file, long lengthBytes, long expectedBytes) {
        String finding = "it ends here, expected " + expectedBytes + " bytes";
        return new CorruptFileException(file, lengthBytes, finding, "run: sluice verify");
    }

    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }

    /** What is wrong there, without file, offset and advice. */
    public String finding() {
        return finding;
    }
}
