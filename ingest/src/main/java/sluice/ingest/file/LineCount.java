package sluice.ingest.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/**
 * Counts the lines of a plain file, to say where a row lies. Cost: a pass over what is before it.
 */
public final class LineCount {
    private static final int BUFFER_BYTES = 1 << 20;

    private LineCount() {}

    /** How many line ends there are before {@code endByte}. */
    public static long before(SourceFile file, long endByte) throws IOException {
        long lines = 0;
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try (Storage.Source source = file.place().open(SharedFiles.Reading.ONWARD)) {
            long position = 0;
            while (position < endByte) {
                buffer.clear().limit((int) Math.min(BUFFER_BYTES, endByte - position));
                int count = source.read(buffer, position);
                if (count < 0) {
                    break;
                }
                for (int i = 0; i < count; i++) {
                    lines += buffer.get(i) == '\n' ? 1 : 0;
                }
                position += count;
            }
        }
        return lines;
    }
}
