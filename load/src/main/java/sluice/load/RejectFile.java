package sluice.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The rejected rows of one chunk, kept until the ledger is written. Costs 64 KiB of memory, however
 * many rows there are, and no file where there are none. Layout: docs/rejects.md, "Chunks".
 */
final class RejectFile {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int ROW_HEAD_BYTES = 8 + 8 + 4 + 4 + 4;
    private static final int END = -1;

    private RejectFile() {}

    /** Writes the file of one chunk. Belongs to one thread, which closes it. */
    static final class Writer implements AutoCloseable {
        private final Storage storage;
        private final String name;
        private final String temporary;
        private ByteBuffer buffer = ByteBuffer.allocate(0);
        private Storage.@Nullable Sink sink;

        Writer(Storage storage, String name) {
            this.storage = storage;
            this.name = name;
            this.temporary = name + StorageFiles.TEMPORARY_SUFFIX;
        }

        void add(RejectedRow row) throws IOException {
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
        boolean publish() throws IOException {
            if (sink == null && buffer.position() == 0) {
                return false;
            }
            room(Integer.BYTES).putInt(END);
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
            StorageFiles.writeFully(file, buffer.flip());
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

    /** Reads the file of one chunk, row by row. Belongs to one thread, which closes it. */
    static final class Reader implements AutoCloseable {
        private final Storage.Source source;
        private final ByteBuffer head = ByteBuffer.allocate(ROW_HEAD_BYTES);
        private long offset;

        Reader(Storage storage, String name) throws IOException {
            source = storage.open(name);
        }

        /** The next row, or null behind the last one. */
        @Nullable RejectedRow next() throws IOException {
            StorageFiles.readFully(source, head.clear().limit(Integer.BYTES), offset);
            int column = head.getInt(0);
            if (column == END) {
                return null;
            }
            StorageFiles.readFully(source, head.clear(), offset);
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

        private byte[] bytes(int length, long from) throws IOException {
            if (length < 0 || length > source.lengthBytes()) {
                throw new CorruptFileException(
                        source.name(),
                        from,
                        "a length of " + length + " bytes",
                        "give the load up with: sluice abandon, and load again");
            }
            byte[] bytes = new byte[length];
            StorageFiles.readFully(source, ByteBuffer.wrap(bytes), from);
            return bytes;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
