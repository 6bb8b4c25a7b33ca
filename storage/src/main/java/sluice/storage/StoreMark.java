package sluice.storage;

import java.nio.ByteBuffer;

/**
 * What marks a directory as a store: a file {@value #FILE_NAME} that begins with {@link #MAGIC}.
 * Enough to pass over a store that lies among source files without reading it.
 */
public final class StoreMark {
    /** The name of the one file that says what the store is. */
    public static final String FILE_NAME = "manifest";

    /** The first bytes of that file, big-endian: "SLUICEMF". */
    public static final long MAGIC = 0x534C55494345_4D46L;

    /** The number of bytes from which {@link #begins} can tell. */
    public static final int MAGIC_BYTES = Long.BYTES;

    private StoreMark() {}

    /** Whether a file that begins with {@code bytes} is a manifest, of whichever version. */
    public static boolean begins(byte[] bytes) {
        return bytes.length >= MAGIC_BYTES && ByteBuffer.wrap(bytes).getLong() == MAGIC;
    }
}
