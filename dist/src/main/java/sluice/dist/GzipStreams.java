package sluice.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Streams in the format of gzip, which have no time in them and a level that can be chosen. */
final class GzipStreams {
    static final int SMALLEST = Deflater.BEST_COMPRESSION;
    private static final int BUFFER_BYTES = 1 << 16;

    private GzipStreams() {}

    /** A stream that packs for {@code output}, as hard as {@code level} says (0 to 9). */
    static OutputStream of(OutputStream output, int level) throws IOException {
        return new BufferedOutputStream(new Gzip(output, level), BUFFER_BYTES);
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream output, int level) throws IOException {
            super(output, BUFFER_BYTES);
            def.setLevel(level);
        }
    }
}
