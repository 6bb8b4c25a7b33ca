package sluice.storage.cache;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * One file of a cache: pieces one behind the other, each with its key and a checksum of both. It
 * grows at its end until it is closed for writing, and is never changed. Nothing of it is synced: a
 * piece that a crash leaves half written does not match its checksum.
 *
 * <p>A piece: {@value #MAGIC}, the CRC32C of all that follows, the length of the name of its file,
 * its own length (4 bytes each), its place in that file (8 bytes), the name, the piece; big-endian.
 */
final class CacheFile implements Closeable {
    private static final int MAGIC = 0x534C4350;
    private static final int CHECKED_FROM = 8;
    private static final int HEADER_BYTES = 24;
    private static final int NAME_BYTES_MAX = 1 << 12;

    private final String name;
    private final Storage.Source source;
    private Storage.@Nullable Sink sink;
    private long lengthBytes;

    private CacheFile(
            String name, Storage.Source source, Storage.@Nullable Sink sink, long lengthBytes) {
        this.name = name;
        this.source = source;
        this.sink = sink;
        this.lengthBytes = lengthBytes;
    }

    /** Which piece of which file. */
    record Key(String file, long offset) {}

    /** Where a piece is in a cache file, with its header. */
    record Place(Key key, long position, int lengthBytes) {}

    /** Makes an empty file. The caller closes it. */
    static CacheFile create(Storage storage, String name) throws IOException {
        Storage.Sink sink = storage.create(name);
        try {
            return new CacheFile(name, storage.open(name), sink, 0);
        } catch (Throwable failure) {
            sink.close();
            throw failure;
        }
    }

    /** Opens a file that an earlier process wrote. The caller closes it. */
    static CacheFile open(Storage storage, String name) throws IOException {
        Storage.Source source = storage.open(name);
        try {
            return new CacheFile(name, source, null, source.lengthBytes());
        } catch (Throwable failure) {
            source.close();
            throw failure;
        }
    }

    String name() {
        return name;
    }

    long lengthBytes() {
        return lengthBytes;
    }

    /** The pieces up to the first that is not whole. Costs a small read for each. */
    List<Place> places() throws IOException {
        List<Place> places = new ArrayList<>();
        long at = 0;
        while (at + HEADER_BYTES <= lengthBytes) {
            Optional<Place> place = place(at);
            if (place.isEmpty()) {
                break;
            }
            places.add(place.get());
            at += place.get().lengthBytes();
        }
        return places;
    }

    private Optional<Place> place(long at) throws IOException {
        int head = (int) Math.min(HEADER_BYTES + NAME_BYTES_MAX, lengthBytes - at);
        ByteBuffer bytes = ByteBuffer.allocate(head);
        StorageFiles.readFully(source, bytes, at);
        int nameBytes = bytes.getInt(CHECKED_FROM);
        int pieceBytes = bytes.getInt(CHECKED_FROM + 4);
        boolean isSane =
                bytes.getInt(0) == MAGIC
                        && nameBytes >= 0
                        && nameBytes <= head - HEADER_BYTES
                        && pieceBytes >= 0
                        && pieceBytes <= lengthBytes - at - HEADER_BYTES - nameBytes;
        if (!isSane) {
            return Optional.empty();
        }
        String file = new String(bytes.array(), HEADER_BYTES, nameBytes, StandardCharsets.UTF_8);
        Key key = new Key(file, bytes.getLong(CHECKED_FROM + 8));
        return Optional.of(new Place(key, at, HEADER_BYTES + nameBytes + pieceBytes));
    }

    /** Writes a piece behind the last one. After a failure nothing more may be added. */
    Place add(Key key, byte[] piece) throws IOException {
        byte[] file = key.file().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + file.length + piece.length);
        bytes.putInt(MAGIC).putInt(0).putInt(file.length).putInt(piece.length);
        bytes.putLong(key.offset()).put(file).put(piece).flip();
        bytes.putInt(4, checksum(bytes.array()));
        if (sink == null) {
            throw new IllegalStateException(name + " is closed for writing");
        }
        StorageFiles.writeFully(sink, bytes);
        Place place = new Place(key, lengthBytes, bytes.limit());
        lengthBytes += bytes.limit();
        return place;
    }

    private static int checksum(byte[] whole) {
        CRC32C crc = new CRC32C();
        crc.update(whole, CHECKED_FROM, whole.length - CHECKED_FROM);
        return (int) crc.getValue();
    }

    /** The piece at {@code place}; empty if it does not match its checksum or its key. */
    Optional<byte[]> read(Place place) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(place.lengthBytes());
        StorageFiles.readFully(source, bytes, place.position());
        byte[] file = place.key().file().getBytes(StandardCharsets.UTF_8);
        int begin = HEADER_BYTES + file.length;
        boolean isRight =
                bytes.getInt(0) == MAGIC
                        && bytes.getInt(4) == checksum(bytes.array())
                        && bytes.getInt(CHECKED_FROM) == file.length
                        && bytes.getLong(CHECKED_FROM + 8) == place.key().offset()
                        && ByteBuffer.wrap(file).equals(bytes.slice(HEADER_BYTES, file.length));
        if (!isRight) {
            return Optional.empty();
        }
        byte[] piece = new byte[place.lengthBytes() - begin];
        bytes.get(begin, piece);
        return Optional.of(piece);
    }

    /** Ends writing; what was written can be read. */
    void closeForWriting() throws IOException {
        Storage.Sink open = sink;
        sink = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (source) {
            closeForWriting();
        }
    }
}
