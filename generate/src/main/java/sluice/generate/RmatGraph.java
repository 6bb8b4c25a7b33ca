package sluice.generate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An R-MAT graph: a few ids with very many links, many with few, and communities within
 * communities.
 *
 * <p>Links that may repeat are drawn chunk by chunk and take no memory; distinct ones are drawn
 * when the graph is opened and take about 9 bytes of heap each. Some 60 ns a link.
 */
public final class RmatGraph implements GeneratedGraph {
    private static final int LINKS_PER_CHUNK = 1 << 15;

    /** 64 letters, so that six random bits make one; none of them is ever quoted or escaped. */
    private static final byte[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                    .getBytes(StandardCharsets.US_ASCII);

    private static final int LETTERS_PER_NUMBER = 10;

    private final RmatOptions options;
    private final QuadrantSampler sampler;

    /** Null for links that may repeat. */
    private final @Nullable DistinctLinks distinct;

    private RmatGraph(
            RmatOptions options, QuadrantSampler sampler, @Nullable DistinctLinks distinct) {
        this.options = options;
        this.sampler = sampler;
        this.distinct = distinct;
    }

    /** Makes ready; for distinct links that is most of the work, done by so many threads. */
    public static RmatGraph open(RmatOptions options, int threads) throws IOException {
        QuadrantSampler sampler = new QuadrantSampler(options);
        return new RmatGraph(
                options,
                sampler,
                options.distinct() ? DistinctLinks.draw(options, sampler, threads) : null);
    }

    @Override
    public long linkChunkCount() {
        return Math.ceilDiv(options.links(), (long) LINKS_PER_CHUNK);
    }

    @Override
    public void links(long chunk, LinkSink sink) {
        long first = chunk * LINKS_PER_CHUNK;
        int count = (int) Math.min(LINKS_PER_CHUNK, options.links() - first);
        long[] links = new long[count];
        if (distinct == null) {
            ChunkRandom random = ChunkRandom.of(options.seed(), "links", chunk);
            for (int i = 0; i < count; i++) {
                links[i] = sampler.next(random);
            }
        } else {
            distinct.copy(first, count, links);
        }
        complete(links, ChunkRandom.of(options.seed(), "data", chunk), sink);
    }

    @Override
    public long nodeChunkCount() {
        return 0;
    }

    @Override
    public void nodes(long chunk, NodeSink sink) {
        throw new IllegalArgumentException("an R-MAT graph has no nodes: chunk=" + chunk);
    }

    private void complete(long[] links, ChunkRandom random, LinkSink sink) {
        int scale = options.scale();
        long id2Mask = (1L << scale) - 1;
        int types = options.linkTypes();
        int lengths = options.dataMaxBytes() - options.dataMinBytes() + 1;
        byte[] data = new byte[options.dataMaxBytes() + LETTERS_PER_NUMBER];
        for (long link : links) {
            long bits = random.nextLong();
            int lengthBytes = options.dataMinBytes() + (int) ((bits >>> 32) * lengths >>> 32);
            long timeMillis = options.nowMillis() + Integer.MIN_VALUE + (int) bits;
            fill(random, data, lengthBytes);
            long type = types == 1 ? 1 : 1 + Long.remainderUnsigned(ChunkRandom.mix(~link), types);
            sink.link(link >>> scale, type, link & id2Mask, timeMillis, data, lengthBytes);
        }
    }

    /** Writes up to nine letters past the length, which the array has room for. */
    private static void fill(ChunkRandom random, byte[] data, int lengthBytes) {
        for (int from = 0; from < lengthBytes; from += LETTERS_PER_NUMBER) {
            long bits = random.nextLong();
            for (int i = 0; i < LETTERS_PER_NUMBER; i++) {
                data[from + i] = LETTERS[(int) (bits >>> 6 * i) & 63];
            }
        }
    }
}
