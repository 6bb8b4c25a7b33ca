package sluice.storage.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import sluice.storage.Storage;

/**
 * A far file that is read by pieces of {@value #PIECE_BYTES} bytes, each of which is looked for in
 * a cache and fetched if it is missing. Where one read follows the other, twice as much is fetched
 * each time, up to {@value #AHEAD_MAX} pieces by one request.
 *
 * <p>Safe for any number of threads. If several threads miss the same piece, one fetches it.
 */
public final class PieceSource implements Storage.Source {
    /** The bytes of a piece, but for the last one of a file. */
    public static final int PIECE_BYTES = 64 << 10;

    static final int AHEAD_MAX = 32;

    private final String name;
    private final String key;
    private final long lengthBytes;
    private final PieceCache cache;
    private final Fetching far;
    private final ConcurrentMap<Long, CompletableFuture<byte[]>> underway =
            new ConcurrentHashMap<>();

    private volatile Onward onward = new Onward(-1, -1, 1);

    /** The pieces that were read or fetched last, and how many are fetched behind them. */
    private record Onward(long first, long end, int ahead) {}

    /** Asks for a part of the file by one request. */
    public interface Fetching {
        /** Fills {@code bytes} with what the file has at {@code offset}. */
        void fetch(long offset, byte[] bytes) throws IOException;
    }

    /** {@code key} names the file and its content, so that no other content has the same one. */
    public PieceSource(String name, String key, long lengthBytes, PieceCache cache, Fetching far) {
        this.name = name;
        this.key = key;
        this.lengthBytes = lengthBytes;
        this.cache = cache;
        this.far = far;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int read(ByteBuffer bytes, long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset is negative: " + offset);
        }
        if (offset >= lengthBytes) {
            return -1;
        }
        long piece = offset / PIECE_BYTES;
        byte[] from = pieces(piece, offset + bytes.remaining());
        int begin = (int) (offset - piece * PIECE_BYTES);
        int count = Math.min(bytes.remaining(), from.length - begin);
        bytes.put(from, begin, count);
        return count;
    }

    /** The piece {@code first}, and behind it those that were fetched with it. */
    private byte[] pieces(long first, long end) throws IOException {
        Optional<byte[]> kept = cache.find(key, first);
        if (kept.isPresent() && kept.get().length == length(first, 1)) {
            readOn(first);
            return kept.get();
        }
        CompletableFuture<byte[]> mine = new CompletableFuture<>();
        CompletableFuture<byte[]> other = underway.putIfAbsent(first, mine);
        if (other != null) {
            return await(other);
        }
        try {
            // Another thread may have kept it since this one looked.
            Optional<byte[]> now =
                    cache.has(key, first) ? cache.find(key, first) : Optional.empty();
            byte[] fetched = now.isPresent() ? now.get() : fetch(first, end);
            mine.complete(fetched);
            return fetched;
        } catch (Throwable failure) {
            mine.completeExceptionally(failure);
            throw failure;
        } finally {
            underway.remove(first, mine);
        }
    }

    /** Notes that a piece was read that is kept; the same one may be read several times. */
    private void readOn(long piece) {
        Onward before = onward;
        if (piece == before.end) {
            onward = new Onward(before.first, piece + 1, before.ahead);
        } else if (piece < before.first || piece > before.end) {
            onward = new Onward(piece, piece + 1, 1);
        }
    }

    private static byte[] await(CompletableFuture<byte[]> other) throws IOException {
        try {
            return other.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case null, default -> throw e;
            }
        }
    }

    private byte[] fetch(long first, long end) throws IOException {
        Onward before = onward;
        int ahead = before.end == first ? Math.min(before.ahead * 2, AHEAD_MAX) : 1;
        long wanted = Math.ceilDiv(end, PIECE_BYTES) - first;
        int count = (int) Math.min(Math.max(ahead, wanted), AHEAD_MAX);
        count = (int) Math.min(count, Math.ceilDiv(lengthBytes, PIECE_BYTES) - first);
        for (int i = 1; i < count; i++) {
            if (cache.has(key, first + i)) {
                count = i;
            }
        }
        byte[] fetched = new byte[length(first, count)];
        far.fetch(first * PIECE_BYTES, fetched);
        for (int i = 0; i < count; i++) {
            int from = i * PIECE_BYTES;
            int to = Math.min(from + PIECE_BYTES, fetched.length);
            cache.keep(key, first + i, Arrays.copyOfRange(fetched, from, to));
        }
        onward = new Onward(first, first + count, ahead);
        return fetched;
    }

    private int length(long first, int count) {
        return (int) Math.min((long) count * PIECE_BYTES, lengthBytes - first * PIECE_BYTES);
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    /** Nothing is open between two requests. */
    @Override
    public void close() {}
}
