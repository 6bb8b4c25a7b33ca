package sluice.readonly.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.SluiceException;
import sluice.segment.FilePieces;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageErrors;
import sluice.storage.StorageFiles;

/**
 * Fetches the files of one version, each under a temporary name until it is whole and durable. The
 * rest of an earlier try is taken over. Belongs to one thread.
 *
 * <p>The tables of a segment come first, and are written last. By them each piece is checked as it
 * comes; a wrong one is asked of the other places, alone.
 */
final class FileFetch {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Storage storage;
    private final FetchPlaces sources;
    private final FetchOptions options;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    FileFetch(Storage storage, FetchPlaces sources, FetchOptions options) {
        this.storage = storage;
        this.sources = sources;
        this.options = options;
    }

    /** A file that is being written. */
    private static final class Target {
        private final FileEntry file;
        private final Storage.Sink sink;
        private final LongConsumer progress;
        private long position;

        Target(FileEntry file, Storage.Sink sink, LongConsumer progress) {
            this.file = file;
            this.sink = sink;
            this.progress = progress;
        }

        /** A failure of the own disk is nothing that another place could help with. */
        void write(ByteBuffer bytes) {
            try {
                position += bytes.remaining();
                StorageFiles.writeFully(sink, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            progress.accept(position);
        }
    }

    /** Fetches {@code file}; {@code progress} is how many bytes of it are there. */
    void fetch(FileEntry file, boolean isSegment, LongConsumer progress) throws IOException {
        String part = file.name() + VersionFolder.PART_SUFFIX;
        FilePieces pieces = isSegment ? sources.tryAll(source -> pieces(source, file)) : null;
        try (Storage.Sink sink = begin(part)) {
            Target target = new Target(file, sink, progress);
            if (pieces == null) {
                takeOver(part, target, null);
                sources.tryAll(source -> copy(source, target));
            } else {
                target.write(ByteBuffer.wrap(pieces.head()));
                Position at = new Position(takeOver(part, target, pieces));
                sources.tryAll(source -> copy(source, pieces, at, target));
                target.write(ByteBuffer.wrap(pieces.tail()));
            }
            sink.sync();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        deleteIfThere(file.name());
        storage.rename(part, file.name());
        deleteIfThere(earlier(part));
    }

    private void deleteIfThere(String name) throws IOException {
        if (storage.list().contains(name)) {
            storage.delete(name);
        }
    }

    private Storage.Source open(FetchSource from, FileEntry file) throws IOException {
        Storage.Source source = from.open(file.name());
        long length = source.lengthBytes();
        if (length == file.lengthBytes()) {
            return source;
        }
        source.close();
        String problem =
                "%s/%s has %d bytes, expected %d"
                        .formatted(from.location(), file.name(), length, file.lengthBytes());
        throw from.isOrigin() ? new RefusedException(problem) : new IOException(problem);
    }

    private FilePieces pieces(FetchSource from, FileEntry file) throws IOException {
        try (Storage.Source source = open(from, file)) {
            FilePieces pieces = FilePieces.read(source, file);
            options.throttle().take(pieces.head().length + pieces.tail().length);
            options.figures().moved(from, pieces.head().length + pieces.tail().length);
            return pieces;
        }
    }

    /** The bytes that an earlier try left have this name while they are taken over. */
    private static String earlier(String part) {
        return part + "-earlier" + StorageFiles.TEMPORARY_SUFFIX;
    }

    /** Begins the file again; the rest of an earlier try is put by. */
    private Storage.Sink begin(String part) throws IOException {
        try {
            return storage.create(part);
        } catch (FileAlreadyExistsException _) {
            // The longer one, if this is killed while it takes the other over.
            boolean isShorter =
                    storage.list().contains(earlier(part)) && length(earlier(part)) > length(part);
            if (isShorter) {
                storage.delete(part);
            } else {
                storage.rename(part, earlier(part));
            }
            return storage.create(part);
        }
    }

    private long length(String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            return source.lengthBytes();
        }
    }

    /** The piece that comes next. */
    private static final class Position {
        private int next;

        Position(int next) {
            this.next = next;
        }
    }

    /**
     * Copies what an earlier try left, up to the first piece that is not whole; returns which piece
     * comes next. Without pieces all is verified at the end.
     */
    private int takeOver(String part, Target target, @Nullable FilePieces pieces)
            throws IOException {
        if (!storage.list().contains(earlier(part))) {
            return 0;
        }
        int next = 0;
        try (Storage.Source source = storage.open(earlier(part))) {
            long end = Math.min(source.lengthBytes(), target.file.lengthBytes());
            while (true) {
                long at = target.position;
                int count =
                        pieces == null
                                ? (int) Math.min(BUFFER_BYTES, end - at)
                                : next == pieces.count() || at + pieces.length(next) > end
                                        ? 0
                                        : pieces.length(next);
                if (count == 0) {
                    return next;
                }
                read(source, at, count);
                if (pieces != null && !pieces.isWhole(next++, buffer, 0)) {
                    return next - 1;
                }
                target.write(buffer);
            }
        }
    }

    /** Has the buffer hold {@code count} bytes of {@code source} from {@code offset} on. */
    private void read(Storage.Source source, long offset, int count) throws IOException {
        if (buffer.capacity() < count) {
            buffer = ByteBuffer.allocateDirect(count);
        }
        buffer.clear().limit(count);
        StorageFiles.readFully(source, buffer, offset);
        buffer.flip();
    }

    private boolean copy(FetchSource from, Target target) throws IOException {
        long length = target.file.lengthBytes();
        try (Storage.Source source = open(from, target.file)) {
            while (target.position < length) {
                sources.throwIfStopped();
                long at = target.position;
                int count = (int) Math.min(BUFFER_BYTES, length - at);
                options.throttle().take(count);
                read(source, at, count);
                options.figures().moved(from, count);
                target.write(buffer);
            }
            return true;
        }
    }

    private boolean copy(FetchSource from, FilePieces pieces, Position at, Target target)
            throws IOException {
        try (Storage.Source source = open(from, target.file)) {
            while (at.next < pieces.count()) {
                sources.throwIfStopped();
                int end = at.next + 1;
                long begin = pieces.offset(at.next);
                while (end < pieces.count() && pieces.offset(end + 1) - begin <= BUFFER_BYTES) {
                    end++;
                }
                int count = Math.toIntExact(pieces.offset(end) - begin);
                options.throttle().take(count);
                read(source, begin, count);
                options.figures().moved(from, count);
                for (int piece = at.next; piece < end; piece++) {
                    int place = (int) (pieces.offset(piece) - begin);
                    if (!pieces.isWhole(piece, buffer, place)) {
                        options.figures().foundWrong();
                        replace(from, target.file, pieces, piece, place);
                    }
                }
                target.write(buffer);
                at.next = end;
            }
            return true;
        }
    }

    /** Fetches one piece that came wrong from the other places, then from the same one again. */
    private void replace(FetchSource wrong, FileEntry file, FilePieces pieces, int piece, int place)
            throws IOException {
        ByteBuffer window = buffer.duplicate();
        List<FetchSource> others = sources.inTurn();
        others.remove(wrong);
        others.add(wrong);
        boolean isOriginWrong = false;
        for (FetchSource other : others) {
            options.throttle().take(pieces.length(piece));
            window.clear().limit(place + pieces.length(piece)).position(place);
            try (Storage.Source source = open(other, file)) {
                StorageFiles.readFully(source, window, pieces.offset(piece));
            } catch (IOException | SluiceException e) {
                if (e instanceof IOException io && StorageErrors.isDiskFull(io)) {
                    throw e;
                }
                continue;
            }
            if (pieces.isWhole(piece, buffer, place)) {
                return;
            }
            isOriginWrong |= other.isOrigin();
        }
        String problem =
                "%s is damaged in %s at byte %d"
                        .formatted(file.name(), sources.location(), pieces.offset(piece));
        throw isOriginWrong
                ? new RefusedException(problem)
                : new CorruptFileException(
                        file.name(),
                        pieces.offset(piece),
                        "no place that answers has it whole",
                        "wait until the source of the ring can be reached");
    }
}
