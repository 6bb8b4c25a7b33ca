package sluice.bench.graph;

import java.io.IOException;
import java.util.random.RandomGenerator;

/**
 * LinkBench's initial graph: out-degrees by rank through a permutation of the ids, split over the
 * link types, links to the ids that follow, payloads of motifs.
 *
 * <p>The ids and their out-degrees are those of the original for any seed. Data and times come from
 * one stream a chunk, except in {@link #linksOfOneStream} and {@link #nodesOfOneStream}, which
 * repeat the original draw by draw. Some 100 ns a link.
 */
public final class LinkBenchGraph implements GeneratedGraph {
    private static final int IDS_PER_CHUNK = 4096;
    private static final int LINK_DATA_MAX_BYTES = 254;
    private static final int NODE_DATA_MAX_BYTES = (1 << 20) - 1;

    private final LinkBenchOptions options;
    private final OutDegrees degrees;
    private final RankPermutation ranks;
    private final MotifPayload linkPayload;
    private final MotifPayload nodePayload;

    private LinkBenchGraph(LinkBenchOptions options, OutDegrees degrees) {
        this.options = options;
        this.degrees = degrees;
        ranks = new RankPermutation(options.ids(), RankPermutation.CORRELATED_SEED);
        linkPayload =
                MotifPayload.ofLinks(options.profile())
                        .withMotif(ChunkRandom.of(options.seed(), "link motif", 0));
        nodePayload =
                MotifPayload.ofNodes().withMotif(ChunkRandom.of(options.seed(), "node motif", 0));
    }

    /** Reads the distribution of out-degrees that the options name. */
    public static LinkBenchGraph open(LinkBenchOptions options) throws IOException {
        return new LinkBenchGraph(
                options,
                options.dataFile() == null
                        ? OutDegrees.builtIn()
                        : OutDegrees.read(options.dataFile()));
    }

    /**
     * The out-degree that the distribution gives this id, before it is split over the link types.
     */
    public long degree(long id) {
        long rank = ranks.rank(id - options.firstId());
        return degrees.degree(1 - (double) rank / options.ids());
    }

    /** How many links of type number {@code type}, from 0, an id of this degree has. */
    public long linkCount(long degree, int type) {
        long each = degree / options.linkTypes();
        long odd =
                switch (options.profile()) {
                    case LEGACY -> degree - each;
                    case CORRECTED -> degree % options.linkTypes();
                };
        return type < odd ? each + 1 : each;
    }

    @Override
    public long linkChunkCount() {
        return Math.ceilDiv(options.ids(), (long) IDS_PER_CHUNK);
    }

    @Override
    public void links(long chunk, LinkSink sink) {
        RandomGenerator random = ChunkRandom.of(options.seed(), "links", chunk);
        links(firstId(chunk), lastId(chunk), random, linkPayload, sink);
    }

    @Override
    public long nodeChunkCount() {
        return linkChunkCount();
    }

    @Override
    public void nodes(long chunk, NodeSink sink) {
        RandomGenerator random = ChunkRandom.of(options.seed(), "nodes", chunk);
        nodes(firstId(chunk), lastId(chunk), random, nodePayload, sink);
    }

    /**
     * Makes the links of the ids {@code first} to {@code last}, both included, as one loader of the
     * original makes one chunk: with a {@link java.util.Random} of its seed every byte is the same.
     */
    public void linksOfOneStream(long first, long last, RandomGenerator random, LinkSink sink) {
        links(first, last, random, MotifPayload.ofLinks(options.profile()), sink);
    }

    /**
     * Makes the nodes {@code first} to {@code last}, both included, as the node loader of the
     * original.
     */
    public void nodesOfOneStream(long first, long last, RandomGenerator random, NodeSink sink) {
        nodes(first, last, random, MotifPayload.ofNodes(), sink);
    }

    private long firstId(long chunk) {
        return options.firstId() + chunk * IDS_PER_CHUNK;
    }

    private long lastId(long chunk) {
        return options.firstId() + Math.min(options.ids(), (chunk + 1) * IDS_PER_CHUNK) - 1;
    }

    private void links(
            long first, long last, RandomGenerator random, MotifPayload payload, LinkSink sink) {
        byte[] data = new byte[LINK_DATA_MAX_BYTES];
        double logMedian = StrictMath.log(options.linkDataMedianBytes());
        for (long id1 = first; id1 <= last; id1++) {
            long degree = degree(id1);
            for (int type = 0; type < options.linkTypes(); type++) {
                long count = linkCount(degree, type);
                for (long j = 0; j < count; j++) {
                    long id2 = options.randomId2Max() == 0 ? id1 + j : randomId2(random);
                    int lengthBytes = lengthBytes(random, logMedian, LINK_DATA_MAX_BYTES);
                    payload.fill(random, data, lengthBytes);
                    long timeMillis = options.nowMillis() + Integer.MIN_VALUE + random.nextInt();
                    long linkType = LinkBenchOptions.FIRST_LINK_TYPE + type;
                    sink.link(id1, linkType, id2, timeMillis, data, lengthBytes);
                }
            }
        }
    }

    private void nodes(
            long first, long last, RandomGenerator random, MotifPayload payload, NodeSink sink) {
        byte[] data = new byte[NODE_DATA_MAX_BYTES];
        double logMedian = StrictMath.log(options.nodeDataMedianBytes());
        long timeSeconds = Math.floorDiv(options.nowMillis(), 1000);
        for (long id = first; id <= last; id++) {
            int lengthBytes = lengthBytes(random, logMedian, NODE_DATA_MAX_BYTES);
            payload.fill(random, data, lengthBytes);
            sink.node(id, LinkBenchOptions.NODE_TYPE, 1, timeSeconds, data, lengthBytes);
        }
    }

    private long randomId2(RandomGenerator random) {
        long max = options.randomId2Max();
        return max <= Integer.MAX_VALUE ? random.nextInt((int) max) : random.nextLong(max);
    }

    /** Log-normal with a sigma of 1. */
    private static int lengthBytes(RandomGenerator random, double logMedian, int maxBytes) {
        double length = StrictMath.exp(logMedian + random.nextGaussian()) + 0.5;
        return length >= maxBytes ? maxBytes : (int) length;
    }
}
