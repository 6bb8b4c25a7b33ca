package sluice.ingest;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import sluice.ingest.file.InParallel;
import sluice.ingest.file.PlainFile;
import sluice.ingest.file.RateLimit;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.Window;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/**
 * Blocks of files at addresses, many of which are read at once, in the order in which they are
 * asked for. A block is one read if its last row ends within {@value #MORE_BYTES} bytes behind it.
 * Belongs to one thread, which must close it.
 */
final class FarBlocks implements Closeable {
    private static final int MORE_BYTES = 16 << 10;

    private final RateLimit rate;
    private final InParallel<Block, Text> texts;

    /** Bytes of a file from one place up to another. */
    record Block(SourceFile file, long from, long to) {}

    /**
     * The bytes of a block and those around it.
     *
     * @param position of the first of them: of the one before the block, if there is one
     */
    record Text(long position, ByteBuffer bytes) {
        /** The bytes up to the end of {@code block}. */
        int lengthIn(Block block) {
            return (int) Math.min(bytes.limit(), block.to - position);
        }

        /** Has these bytes, and all others from {@code rest}. */
        Window.Feed over(Window.Feed rest) {
            return (from, target, offset, length) -> {
                long at = from - position;
                if (at < 0 || at >= bytes.limit()) {
                    return rest.read(from, target, offset, length);
                }
                int count = (int) Math.min(length, bytes.limit() - at);
                bytes.get((int) at, target, offset, count);
                return count;
            };
        }
    }

    FarBlocks(List<Block> blocks, RateLimit rate) {
        this.rate = rate;
        this.texts = new InParallel<>(blocks, this::read);
    }

    /** The next block. */
    Text next() throws IOException {
        return texts.next();
    }

    /** The bytes of {@code file} that are in no block: those of a long row. */
    Window.Feed rest(SourceFile file) {
        return (position, target, offset, length) -> {
            try (Storage.Source source = file.place().open(SharedFiles.Reading.PLACES)) {
                return PlainFile.feed(file, source, rate).read(position, target, offset, length);
            }
        };
    }

    private Text read(Block block) throws IOException {
        long from = Math.max(0, block.from - 1);
        long to = Math.min(block.file.lengthBytes(), block.to + MORE_BYTES);
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
        try (Storage.Source source = block.file.place().open(SharedFiles.Reading.PLACES)) {
            Window.Feed feed = PlainFile.feed(block.file, source, rate);
            int length = 0;
            while (length < bytes.capacity()) {
                length +=
                        feed.read(from + length, bytes.array(), length, bytes.capacity() - length);
            }
        }
        return new Text(from, bytes);
    }

    @Override
    public void close() {
        texts.close();
    }
}
