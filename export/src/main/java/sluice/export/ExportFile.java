package sluice.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.ScanProgress;

/**
 * One file of comma-separated rows being written, quoted as in RFC 4180 where need be; lines end
 * with a line feed. Belongs to one thread. Holds {@value #BUFFER_BYTES} bytes, or the longest row.
 */
final class ExportFile implements RowFile {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FIRST_BYTES = 1 << 10;

    private final Storage.Sink sink;
    private final ScanProgress progress;
    private byte[] buffer = new byte[FIRST_BYTES];
    private int filled;
    private int rowStart;

    ExportFile(Storage.Sink sink, ScanProgress progress) {
        this.sink = sink;
        this.progress = progress;
    }

    void header(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        reserve(bytes.length + 1);
        System.arraycopy(bytes, 0, buffer, filled, bytes.length);
        filled += bytes.length;
        buffer[filled++] = '\n';
        rowStart = filled;
    }

    @Override
    public void unsigned(long number) {
        ascii(Long.toUnsignedString(number));
    }

    @Override
    public void signed(long number) {
        ascii(Long.toString(number));
    }

    @Override
    public void name(byte[] field) {
        bytes(field);
    }

    @Override
    public void bytes(byte[] field) {
        int quotes = 0;
        boolean quoted = false;
        for (byte value : field) {
            quotes += value == '"' ? 1 : 0;
            quoted |= value == '"' || value == ',' || value == '\n' || value == '\r';
        }
        reserve((long) field.length + quotes + 3);
        if (!quoted) {
            System.arraycopy(field, 0, buffer, filled, field.length);
            filled += field.length;
        } else {
            buffer[filled++] = '"';
            for (byte value : field) {
                if (value == '"') {
                    buffer[filled++] = '"';
                }
                buffer[filled++] = value;
            }
            buffer[filled++] = '"';
        }
        buffer[filled++] = ',';
    }

    @Override
    public int endRow() throws IOException {
        buffer[filled - 1] = '\n';
        int length = filled - 1 - rowStart;
        if (filled >= BUFFER_BYTES) {
            flush();
            if (buffer.length > 2 * BUFFER_BYTES) {
                buffer = new byte[BUFFER_BYTES];
            }
        }
        rowStart = filled;
        return length;
    }

    @Override
    public void finish() throws IOException {
        flush();
        sink.sync();
        sink.close();
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }

    private void ascii(String text) {
        reserve(text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            buffer[filled++] = (byte) text.charAt(i);
        }
        buffer[filled++] = ',';
    }

    private void reserve(long moreBytes) {
        if (buffer.length - filled < moreBytes) {
            long size = Math.max(2L * buffer.length, filled + moreBytes);
            buffer = Arrays.copyOf(buffer, Math.toIntExact(size));
        }
    }

    private void flush() throws IOException {
        StorageFiles.writeFully(sink, ByteBuffer.wrap(buffer, 0, filled));
        progress.addBytes(filled);
        filled = 0;
    }
}
