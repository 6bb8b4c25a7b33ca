package sluice.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.DiskInput;
import sluice.ingest.file.PackedInput;
import sluice.ingest.file.PlainFile;
import sluice.ingest.file.ReadTime;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.Window;
import sluice.ingest.json.ObjectCuts;
import sluice.ingest.layout.FileHead;
import sluice.ingest.layout.QuoteGuess;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.ingest.row.RowParser;
import sluice.model.RowSink;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/**
 * Reads a sample of a source: small blocks at even distances of plain files, the beginning of
 * packed ones, each file with a share by its size. Always the same rows for the same source. Used
 * once.
 */
final class Sampler {
    private static final int BLOCKS = 256;
    private static final long BLOCK_BYTES_MIN = 4 << 10;

    /** How much of a packed file or of standard input is read at least, unpacked. */
    private static final long STREAM_BYTES_MIN = 64 << 10;

    /** The same of zstd, which unpacks blocks of 128 KiB whole. */
    private static final long ZSTD_BYTES_MIN = 512 << 10;

    private final Source source;
    private final long sampleBytes;
    private final long blockBytes;
    private final NameResolver names;
    private final Function<SourceFile, RowSink> sinks;
    private final Function<SourceFile, Rejects> rejects;
    private final ReadTime reading;
    private final boolean readsAhead;
    private final List<Source.FileSample> files = new ArrayList<>();

    /** The blocks that are read ahead, while a sample is taken. */
    private @Nullable FarBlocks far;

    private long bytesRead;
    private long textBytes;
    private long rows;
    private long rejected;

    /** {@code readsAhead} says whether blocks of files at addresses are read many at once. */
    Sampler(
            Source source,
            long sampleBytes,
            long blockBytes,
            NameResolver names,
            Function<SourceFile, RowSink> sinks,
            Function<SourceFile, Rejects> rejects,
            ReadTime reading,
            boolean readsAhead) {
        if (sampleBytes < 1) {
            throw new IllegalArgumentException(
                    "sample size is %d bytes, expected 1 at least".formatted(sampleBytes));
        }
        this.source = source;
        this.sampleBytes = sampleBytes;
        this.blockBytes = blockBytes;
        this.names = names;
        this.sinks = sinks;
        this.rejects = rejects;
        this.reading = reading;
        this.readsAhead = readsAhead;
    }

    /** The usual size of a block: so many places of a source are seen. */
    static long blockBytes(long sampleBytes) {
        return Math.max(BLOCK_BYTES_MIN, sampleBytes / BLOCKS);
    }

    Source.Sample sample() throws IOException {
        long total = 0;
        for (SourceFile file : source.files()) {
            total += Math.max(file.lengthBytes(), 0);
        }
        List<FarBlocks.Block> ahead = new ArrayList<>();
        for (SourceFile file : source.files()) {
            if (isFar(file, share(file, total))) {
                ahead.addAll(blocks(file, share(file, total)));
            }
        }
        try (FarBlocks open = ahead.isEmpty() ? null : new FarBlocks(ahead, source.rate())) {
            far = open;
            for (SourceFile file : source.files()) {
                files.add(sample(file, share(file, total)));
            }
        } finally {
            far = null;
        }
        return new Source.Sample(bytesRead, textBytes, source.bytesTotal(), rows, rejected, files);
    }

    private long share(SourceFile file, long total) {
        double bytes = (double) sampleBytes * Math.max(file.lengthBytes(), 0);
        return (long) Math.ceil(bytes / Math.max(total, 1));
    }

    /** Whether blocks of {@code file} are read many at once. */
    private boolean isFar(SourceFile file, long share) {
        long dataBytes = file.lengthBytes() - file.dataStartByte();
        return readsAhead
                && !file.isStream()
                && file.place().disk() == null
                && dataBytes > 0
                && share < dataBytes;
    }

    /** All rows of a plain file. */
    Source.FileSample sampleWhole(SourceFile file) throws IOException {
        return sample(file, file.lengthBytes());
    }

    private Source.FileSample sample(SourceFile file, long share) throws IOException {
        long bytesBefore = bytesRead;
        long rowsBefore = rows;
        long rejectedBefore = rejected;
        if (file.isStream()) {
            boolean zstd = file.codec() == SourceFile.Codec.ZSTD;
            sampleStream(file, Math.max(share, zstd ? ZSTD_BYTES_MIN : STREAM_BYTES_MIN));
        } else if (far != null && isFar(file, share)) {
            sampleFar(far, file, share);
        } else {
            samplePlain(file, share);
        }
        long bytesTotal =
                file.isStream() ? file.lengthBytes() : file.lengthBytes() - file.dataStartByte();
        return new Source.FileSample(
                file.index(),
                bytesRead - bytesBefore,
                bytesTotal,
                rows - rowsBefore,
                rejected - rejectedBefore);
    }

    private void samplePlain(SourceFile file, long share) throws IOException {
        long dataBytes = file.lengthBytes() - file.dataStartByte();
        if (dataBytes <= 0) {
            return;
        }
        PlainFile plain = new PlainFile(file, ChunkQueue.CHUNK_BYTES_MAX, RowParser.ROW_BYTES_MAX);
        try (Storage.Source channel = plain.open(SharedFiles.Reading.PLACES)) {
            Window.Feed feed = reading.over(plain.feed(channel, source.rate()));
            if (share >= dataBytes) {
                read(file, feed, file.dataStartByte(), file.lengthBytes());
                return;
            }
            for (FarBlocks.Block block : blocks(file, share)) {
                long start =
                        block.from() == file.dataStartByte()
                                ? block.from()
                                : rowStart(channel, block);
                if (start < block.to()) {
                    read(file, feed, start, block.to());
                }
            }
        }
    }

    private void sampleFar(FarBlocks texts, SourceFile file, long share) throws IOException {
        for (FarBlocks.Block block : blocks(file, share)) {
            FarBlocks.Text text = texts.next();
            long start =
                    block.from() == file.dataStartByte()
                            ? block.from()
                            : rowStart(block, text.bytes().array(), text.lengthIn(block));
            if (start < block.to()) {
                read(file, text.over(texts.rest(file)), start, block.to());
            }
        }
    }

    /** The places of {@code file} that are read where not all of it is. */
    private List<FarBlocks.Block> blocks(SourceFile file, long share) {
        long dataBytes = file.lengthBytes() - file.dataStartByte();
        long count = Math.max(1, share / blockBytes);
        List<FarBlocks.Block> blocks = new ArrayList<>();
        for (long block = 0; block < count; block++) {
            long from = file.dataStartByte() + (long) ((double) dataBytes * block / count);
            long to = Math.min(from + blockBytes, file.lengthBytes());
            blocks.add(new FarBlocks.Block(file, from, to));
        }
        return blocks;
    }

    /**
     * Where the first row at or after {@code from} most likely begins; {@code to} where that is not
     * plain.
     */
    private long rowStart(Storage.Source channel, FarBlocks.Block block) throws IOException {
        byte[] text = new byte[(int) (block.to() - block.from()) + 1];
        int length = 0;
        ByteBuffer bytes = ByteBuffer.wrap(text);
        while (length < text.length) {
            ByteBuffer rest = bytes.position(length);
            long position = block.from() - 1 + length;
            int count = reading.of(() -> channel.read(rest, position));
            if (count < 0) {
                break;
            }
            length += count;
        }
        return rowStart(block, text, length);
    }

    /** The same by the bytes of the block, from the one before it on. */
    private static long rowStart(FarBlocks.Block block, byte[] text, int length) {
        SourceFile file = block.file();
        int start =
                file.relation().isOfObjects()
                        ? ObjectCuts.guess(text, length)
                        : QuoteGuess.rowStart(text, length, file.relation().format());
        return start < 0 ? block.to() : block.from() - 1 + start;
    }

    /** Gives a decoder little at a time: what it has read ahead is taken for the sample's. */
    private static final class SmallReads extends FilterInputStream {
        private static final int BYTES_MAX = 2048;

        SmallReads(InputStream input) {
            super(input);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return super.read(bytes, offset, Math.min(length, BYTES_MAX));
        }
    }

    private void sampleStream(SourceFile file, long share) throws IOException {
        if (file.lengthBytes() < 0) {
            sampleHead(file);
            return;
        }
        try (DiskInput raw = source.openRaw(file, new LongAdder());
                PackedInput input =
                        PackedInput.open(
                                file.name(), file.codec(), file.coding(), new SmallReads(raw))) {
            Window.Feed feed =
                    reading.over((_, target, offset, length) -> input.read(target, offset, length));
            long taken =
                    readFrom(file, feed, 0, file.dataStartByte(), file.dataStartByte() + share);
            double unpackedShare = (double) taken / Math.max(1, input.position());
            bytesRead += (long) (raw.position() * unpackedShare);
        }
    }

    private void sampleHead(SourceFile file) throws IOException {
        FileHead head = source.head(file);
        byte[] text = head.text();
        Window.Feed feed =
                (position, target, offset, length) -> {
                    int from = Math.toIntExact(position) - head.startByte();
                    int count = Math.min(length, text.length - from);
                    System.arraycopy(text, from, target, offset, Math.max(count, 0));
                    return count <= 0 ? -1 : count;
                };
        int lastLine = text.length;
        if (!head.whole() && file.relation().isOfObjects()) {
            lastLine = ObjectCuts.lastEnd(text);
        } else {
            while (!head.whole() && lastLine > 0 && text[lastLine - 1] != '\n') {
                lastLine--;
            }
        }
        long end = (long) head.startByte() + lastLine;
        if (file.dataStartByte() < end) {
            bytesRead += readFrom(file, feed, file.dataStartByte(), file.dataStartByte(), end);
        }
    }

    private void read(SourceFile file, Window.Feed feed, long from, long to) throws IOException {
        bytesRead += readFrom(file, feed, from, from, to);
    }

    /**
     * Reads the rows between {@code from} and {@code to} of a text that comes from {@code position}
     * on.
     */
    private long readFrom(SourceFile file, Window.Feed feed, long position, long from, long to)
            throws IOException {
        int windowBytes = Math.clamp(to - position + (8 << 10), 16 << 10, Window.WINDOW_BYTES);
        Window window = new Window(position, windowBytes, RowParser.ROW_BYTES_MAX);
        while (window.position() < from) {
            window.compact();
            window.fill(feed, from);
            if (window.ended()) {
                throw PlainFile.changed(file);
            }
            window.take(window.to());
        }
        window.compact();
        Rejects absolute = rejects.apply(file);
        ChunkReader reader =
                new ChunkReader(
                        file.relation(),
                        window,
                        feed,
                        RowParser.ROW_BYTES_MAX,
                        names,
                        sinks.apply(file),
                        (_, byteOffset, column, cause, row) ->
                                absolute.reject(0, from + byteOffset, column, cause, row));
        reader.read(to);
        ChunkSpan span = reader.span(new ChunkId(file.index(), 0), false);
        rows += span.rows();
        rejected += span.rejected();
        long bytes = span.endByte() - span.startByte();
        textBytes += bytes;
        return bytes;
    }
}
