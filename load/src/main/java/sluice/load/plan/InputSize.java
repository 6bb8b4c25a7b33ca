package sluice.load.plan;

import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;

/** How much text a source is taken to be, in bytes, before it was read. */
public final class InputSize {
    /** How much larger packed text is taken to be once it is unpacked. */
    private static final int UNPACKED_RATIO = 4;

    private InputSize() {}

    public static long of(Source source) {
        long total = 0;
        for (SourceFile file : source.files()) {
            total += ofFile(file);
        }
        return total;
    }

    static long ofFile(SourceFile file) {
        long length = file.lengthBytes() < 0 ? Forecaster.UNKNOWN_BYTES : file.lengthBytes();
        return file.codec() == SourceFile.Codec.PLAIN ? length : length * UNPACKED_RATIO;
    }
}
