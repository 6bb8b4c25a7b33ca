package sluice.protocol;

/**
 * Bytes of a file of a version.
 *
 * @param content fewer than were asked for only at the end of the file
 * @param fileLengthBytes of the whole file
 */
public record FilePart(byte[] content, long fileLengthBytes) {
    /** The most bytes of one part. */
    public static final int BYTES_MAX = 1 << 20;

    /**
     * A request for bytes of a file.
     *
     * @param name as the version lists it; empty for the file of the version
     * @param length at most {@link #BYTES_MAX}; 0 to learn the length of the file
     */
    public record Ask(int version, String name, long offset, int length) {}
}
