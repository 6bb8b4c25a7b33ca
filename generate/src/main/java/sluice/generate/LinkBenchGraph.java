package sluice.generate;

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
    /** How many ids a chunk has where nobody says it. */
    private static final int IDS_PER_CHUNK = 4096;

    private final LinkBenchOptions options;
    private final Shapes shapes;
    private final Payload linkPayload;
    private final Payload nodePayload;

    /**
     * What the options do not say: how links are spread over the ids, what data look like, and how
     * many ids share a stream of random numbers.
     */
    public record Shapes(
            InitialLinks links, PayloadShape linkData, PayloadShape nodeData, int idsPerChunk) {}

    private LinkBenchGraph(LinkBenchOptions options, Shapes shapes) {
        this.options = options;
        this.shapes = shapes;
        linkPayload =
                shapes.linkData
                        .payload()
                        .withMotif(ChunkRandom.of(options.seed(), "link motif", 0));
        nodePayload =
                shapes.nodeData
                        .payload()
                        .withMotif(ChunkRandom.of(options.seed(), "node motif", 0));
    }

    /** LinkBench's own shapes, with the distribution of out-degrees that the options name. */
    public static LinkBenchGraph open(LinkBenchOptions options) throws IOException {
        OutDegrees curve =
                options.dataFile() == null
                        ? OutDegrees.builtIn()
                        : OutDegrees.read(options.dataFile());
        InitialLinks links =
                new InitialLinks(
                        InitialLinks.ofCurve(curve, options.firstId(), options.ids()),
                        options.profile(),
                        options.linkTypes());
        return of(
                options,
                new Shapes(
                        links,
                        PayloadShape.ofLinks(options.profile()),
                        PayloadShape.ofNodes(),
                        IDS_PER_CHUNK));
    }

    /** A graph with other shapes; profile, link types and data file of the options do not count. */
    public static LinkBenchGraph of(LinkBenchOptions options, Shapes shapes) {
        return new LinkBenchGraph(options, shapes);
    }

    public LinkBenchOptions options() {
        return options;
    }

    /**
     * The out-degree that the distribution gives this id, before it is split over the link types.
     */
    public long degree(long id) {
        return shapes.links.degrees().degree(id);
    }

    /** How many links of type number {@code type}, from 0, an id of this degree has. */
    public long linkCount(long degree, int type) {
        return shapes.links.share(degree, type);
    }

    @Override
    public long linkChunkCount() {
        return Math.ceilDiv(options.ids(), (long) shapes.idsPerChunk);
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
        links(first, last, random, shapes.linkData.payload(), sink);
    }

    /**
     * Makes the nodes {@code first} to {@code last}, both included, as the node loader of the
     * original.
     */
    public void nodesOfOneStream(long first, long last, RandomGenerator random, NodeSink sink) {
        nodes(first, last, random, shapes.nodeData.payload(), sink);
    }

    private long firstId(long chunk) {
        return options.firstId() + chunk * shapes.idsPerChunk;
    }

    private long lastId(long chunk) {
        return options.firstId() + Math.min(options.ids(), (chunk + 1) * shapes.idsPerChunk) - 1;
    }

    private void links(
            long first, long last, RandomGenerator random, Payload payload, LinkSink sink) {
        PayloadLength lengths = PayloadLength.ofLinks(options.linkDataMedianBytes());
        byte[] data = new byte[lengths.maxBytes()];
        for (long id1 = first; id1 <= last; id1++) {
            long degree = degree(id1);
            for (int type = 0; type < shapes.links.types(); type++) {
                long count = linkCount(degree, type);
                for (long j = 0; j < count; j++) {
                    long id2 = options.randomId2Max() == 0 ? id1 + j : randomId2(random);
                    int lengthBytes = lengths.next(random);
                    payload.fill(random, data, lengthBytes);
                    long timeMillis = options.nowMillis() + Integer.MIN_VALUE + random.nextInt();
                    long linkType = LinkBenchOptions.FIRST_LINK_TYPE + type;
                    sink.link(id1, linkType, id2, timeMillis, data, lengthBytes);
                }
            }
        }
    }

    private void nodes(
            long first, long last, RandomGenerator random, Payload payload, NodeSink sink) {
        PayloadLength lengths = PayloadLength.ofNodes(options.nodeDataMedianBytes());
        byte[] data = new byte[lengths.maxBytes()];
        long timeSeconds = Math.floorDiv(options.nowMillis(), 1000);
        for (long id = first; id <= last; id++) {
            int lengthBytes = lengths.next(random);
            payload.fill(random, data, lengthBytes);
            sink.node(id, LinkBenchOptions.NODE_TYPE, 1, timeSeconds, data, lengthBytes);
        }
    }

    private long randomId2(RandomGenerator random) {
        long max = options.randomId2Max();
        return max <= Integer.MAX_VALUE ? random.nextInt((int) max) : random.nextLong(max);
    }
}
