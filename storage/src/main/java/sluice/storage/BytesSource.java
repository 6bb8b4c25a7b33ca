package sluice.storage;

import java.nio.ByteBuffer;

/** A file of which all bytes are in memory. */
public record BytesSource(String name, byte[] content) implements Storage.Source {
    @Override
    public int read(ByteBuffer bytes, long offset) {
        if (offset >= content.length) {
            return -1;
        }
        int count = (int) Math.min(bytes.remaining(), content.length - offset);
        bytes.put(content, (int) offset, count);
        return count;
    }

    @Override
    public long lengthBytes() {
        return content.length;
    }

    @Override
    public void close() {}
}
