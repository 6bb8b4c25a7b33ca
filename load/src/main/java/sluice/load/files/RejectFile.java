package sluice.load.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The rejected rows of one chunk, kept until the ledger is written, with a checksum of them all.
 * Costs 64 KiB of memory, however many rows there are, and no file where there are none. Layout:
 * docs/rejects.md, "Chunks".
 */
public final class RejectFile {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int ROW_HEAD_BYTES = 8 + 8 + 4 + 4 + 4;
    private static final int END = -1;

    private RejectFile() {}

    /** Reads the whole file {@code name}; fails with a {@link CorruptFileException} if damaged. */
    static void verify(Storage storage, String name) throws IOException {
        try (Reader rows = new Reader(storage, name)) {
            while (rows.next() != null) {
                // Each row goes into the checksum, which is compared behind the last one.
            }
        }
    }

    /** Whether the file {@code name} is there and undamaged. */
    public static boolean isWhole(Storage storage, String name) throws IOException {
        try {
            verify(storage, name);
            return true;
        } catch (NoSuchFileException | CorruptFileException _) {
            return false;
        }
    }

    /** A checksum that begins with the file's name, so that no file passes for another. */
    private static CRC32C checksumOf(String name) {
        CRC32C crc = new CRC32C();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        return crc;
    }

    /** Writes the file of one chunk. Belongs to one thread, which closes it. */
    public static final class Writer implements AutoCloseable {
        private final Storage storage;
        private final String name;
        private final String temporary;
        private final CRC32C crc;
        private ByteBuffer buffer = ByteBuffer.allocate(0);
        private Storage.@Nullable Sink sink;

        public Writer(Storage storage, String name) {
            this.storage = storage;
            this.name = name;
            this.temporary = name + StorageFiles.TEMPORARY_SUFFIX;
            this.crc = checksumOf(name);
        }

        public void add(RejectedRow row) throws IOException {
            byte[] cause = row.cause().getBytes(StandardCharsets.UTF_8);
            room(ROW_HEAD_BYTES)
                    .putInt(row.column())
                    .putLong(row.line())
                    .putLong(row.byteOffset())
                    .putInt(cause.length)
                    .putInt(row.row().length);
            put(cause);
            put(row.row());
        }

        /** Makes the rows durable under the file's name; says whether there are any. */
        public boolean publish() throws IOException {
            if (sink == null && buffer.position() == 0) {
                return false;
            }
            room(Integer.BYTES).putInt(END);
            flush();
            buffer.putInt((int) crc.getValue());
            Storage.Sink file = flush();
            file.sync();
            file.close();
            storage.rename(temporary, name);
            storage.syncDirectory();
            return true;
        }

        private void put(byte[] bytes) throws IOException {
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, BUFFER_BYTES);
                room(count).put(bytes, at, count);
                at += count;
            }
        }

        private ByteBuffer room(int bytes) throws IOException {
            if (buffer.capacity() == 0) {
                buffer = ByteBuffer.allocate(BUFFER_BYTES);
            } else if (buffer.remaining() < bytes) {
                flush();
            }
            return buffer;
        }

        private Storage.Sink flush() throws IOException {
            Storage.Sink file = sink;
            if (file == null) {
                file = storage.create(temporary);
                sink = file;
            }
            buffer.flip();
            crc.update(buffer.array(), 0, buffer.limit());
            StorageFiles.writeFully(file, buffer);
            buffer.clear();
            return file;
        }

        /** Gives the file up if it was not published; the next try removes what it left. */
        @Override
        public void close() throws IOException {
            if (sink != null) {
                sink.close();
            }
        }
    }

    /**
     * Reads the file of one chunk, row by row. Rows are good only once the last one was read: then
     * the checksum is compared. Belongs to one thread, which closes it.
     */
    public static final class Reader implements AutoCloseable {
        private final Storage.Source source;
        private final ByteBuffer head = ByteBuffer.allocate(ROW_HEAD_BYTES);
        private final CRC32C crc;
        private long offset;

        public Reader(Storage storage, String name) throws IOException {
            source = storage.open(name);
            crc = checksumOf(name);
        }

        /** The next row, or null behind the last one of an undamaged file. */
        @Nullable
        public RejectedRow next() throws IOException {
            StorageFiles.readFully(source, head.clear().limit(Integer.BYTES), offset);
            int column = head.getInt(0);
            if (column == END) {
                checkEnd();
                return null;
            }
            StorageFiles.readFully(source, head.clear(), offset);
            crc.update(head.array());
            byte[] cause = bytes(head.getInt(20), offset + ROW_HEAD_BYTES);
            byte[] row = bytes(head.getInt(24), offset + ROW_HEAD_BYTES + cause.length);
            offset += ROW_HEAD_BYTES + cause.length + row.length;
            return new RejectedRow(
                    head.getLong(4),
                    head.getLong(12),
                    column,
                    new String(cause, StandardCharsets.UTF_8),
                    row);
        }

        private void checkEnd() throws IOException {
            crc.update(head.array(), 0, Integer.BYTES);
            offset += Integer.BYTES;
            StorageFiles.readFully(source, head.clear().limit(Integer.BYTES), offset);
            if (head.getInt(0) != (int) crc.getValue()) {
                throw corrupt(offset, "it does not match its checksum");
            }
            if (source.lengthBytes() != offset + Integer.BYTES) {
                throw corrupt(offset + Integer.BYTES, "more bytes than expected");
            }
        }

        private byte[] bytes(int length, long from) throws IOException {
            if (length < 0 || length > source.lengthBytes()) {
                throw corrupt(from, "a length of " + length + " bytes");
            }
            byte[] bytes = new byte[length];
            StorageFiles.readFully(source, ByteBuffer.wrap(bytes), from);
            crc.update(bytes);
            return bytes;
        }

        private CorruptFileException corrupt(long at, String finding) {
            return new CorruptFileException(
                    source.name(),
                    at,
                    finding,
                    "repeat the command of the load, which reads this chunk again");
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
