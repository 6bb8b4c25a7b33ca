package sluice.voldemort.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * A chunk of nodes or links, as {@link GraphTuples} writes them, as delimited text: a header, then
 * a line for each node or link. Fields stand in double quotes where RFC 4180 wants it.
 *
 * <p>One thread reads it; the caller closes it. A chunk that is damaged, or that holds other keys,
 * is a {@link SluiceException} with its name.
 */
public final class ChunkText extends InputStream {
    private static final String NODES = "id,type,time,version,data\n";
    private static final String LINKS = "id1,link_type,id2,time,visibility,version,data\n";
    private static final int TEXT_BYTES = 32 << 10;

    private final String name;
    private final OpenChunk chunk;
    private final OpenChunk.Cursor cursor;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private byte[] text = {};
    private int from;
    private boolean isBegun;
    private boolean isEnded;

    private ChunkText(String name, OpenChunk chunk) {
        this.name = name;
        this.chunk = chunk;
        this.cursor = chunk.cursor();
    }

    /**
     * Opens the chunk whose data is the file {@code dataFile}, which messages call {@code name}.
     */
    public static ChunkText open(String name, Storage directory, String dataFile)
            throws IOException {
        ChunkName chunk =
                ChunkName.of(dataFile)
                        .orElseThrow(() -> new IllegalArgumentException("no chunk: " + dataFile));
        try {
            return new ChunkText(name, OpenChunk.open(directory, chunk));
        } catch (CorruptFileException damage) {
            throw refused(name, damage);
        }
    }

    private static SluiceException refused(String name, CorruptFileException damage) {
        return new SluiceException(ErrorCode.INPUT, name + ": " + damage.getMessage(), damage);
    }

    /** How many bytes of the file were read. */
    public long bytesPassed() {
        return cursor.position();
    }

    @Override
    public int read() throws IOException {
        return fill() ? text[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, text.length - from);
        System.arraycopy(text, from, bytes, offset, count);
        from += count;
        return count;
    }

    /** False at the end. */
    private boolean fill() throws IOException {
        if (from < text.length) {
            return true;
        }
        written.reset();
        try {
            while (!isEnded && written.size() < TEXT_BYTES) {
                isEnded = !cursor.next();
                if (!isEnded) {
                    append(cursor.key(), cursor.value());
                }
            }
        } catch (CorruptFileException damage) {
            throw refused(name, damage);
        }
        text = written.toByteArray();
        from = 0;
        return text.length > 0;
    }

    private void append(byte[] key, byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        boolean isNode = key.length == GraphTuples.NODE_KEY_BYTES;
        if (!isNode && key.length != GraphTuples.LINKS_KEY_BYTES) {
            throw unknown(key, "a key of %d bytes".formatted(key.length));
        }
        if (!isBegun) {
            ascii(isNode ? NODES : LINKS);
            isBegun = true;
        }
        if (isNode) {
            appendNode(key, bytes);
        } else {
            while (bytes.hasRemaining()) {
                appendLink(key, bytes);
            }
        }
    }

    private void appendNode(byte[] key, ByteBuffer value) {
        if (value.remaining() < GraphTuples.NODE_HEADER_BYTES) {
            throw unknown(key, "a node of %d bytes".formatted(value.remaining()));
        }
        long type = value.getLong();
        long version = value.getLong();
        long time = value.getLong();
        ascii(Long.toUnsignedString(ByteBuffer.wrap(key).getLong()));
        ascii("," + Long.toUnsignedString(type) + "," + time + "," + version + ",");
        data(value, value.remaining());
    }

    private void appendLink(byte[] key, ByteBuffer value) {
        if (value.remaining() < GraphTuples.LINK_HEADER_BYTES) {
            throw unknown(key, "a link of %d bytes".formatted(value.remaining()));
        }
        long id2 = value.getLong();
        long time = value.getLong();
        long version = value.getLong();
        byte visible = value.get();
        int length = value.getInt();
        if (visible < 0 || visible > 1 || length < 0 || length > value.remaining()) {
            throw unknown(key, "a link with data of %d bytes".formatted(length));
        }
        ByteBuffer list = ByteBuffer.wrap(key);
        ascii(Long.toUnsignedString(list.getLong()) + ",");
        ascii(Long.toUnsignedString(list.getLong()) + ",");
        ascii(Long.toUnsignedString(id2) + "," + time + "," + visible + "," + version + ",");
        data(value, length);
    }

    private SluiceException unknown(byte[] key, String found) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s: found %s at key %s, expected nodes or links as an export to this format writes them"
                        .formatted(name, found, HexFormat.of().formatHex(key)));
    }

    private void data(ByteBuffer value, int length) {
        byte[] data = new byte[length];
        value.get(data);
        boolean isQuoted = false;
        for (byte each : data) {
            isQuoted |= each == '"' || each == ',' || each == '\n' || each == '\r';
        }
        if (isQuoted) {
            written.write('"');
        }
        for (byte each : data) {
            if (each == '"') {
                written.write('"');
            }
            written.write(each);
        }
        if (isQuoted) {
            written.write('"');
        }
        written.write('\n');
    }

    private void ascii(String part) {
        written.writeBytes(part.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        chunk.close();
    }
}
