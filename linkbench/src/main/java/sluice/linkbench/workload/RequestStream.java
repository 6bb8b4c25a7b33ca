package sluice.linkbench.workload;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.generate.JavaRandom;
import sluice.generate.LinkBenchOptions;
import sluice.generate.Payload;
import sluice.generate.PayloadLength;

/**
 * The requests of one requester, one after the other, the same for the same seed: number by number
 * what the original draws.
 *
 * <p>They depend on answers only as far as lists of the largest length are remembered, for history.
 * For one thread. A request costs about 0.1 µs.
 */
public final class RequestStream {
    private static final double ADDED_EXISTS = 0.05;
    private static final double CHANGED_EXISTS = 0.9;
    private static final double ASKED_EXISTS = 0.5;

    /** How often an id2 is drawn again that was drawn before. */
    private static final int REPEATED_DRAWS_MAX = 100;

    private final Workload workload;
    private final JavaRandom random;
    private final int requester;
    private final int requesters;
    private final Workload.Accesses accesses;
    private final TailCache tails;
    private final Payload addedLinks;
    private final Payload updatedLinks;
    private final Payload addedNodes;
    private final Payload updatedNodes;
    private final PayloadLength linkLengths;
    private final PayloadLength nodeLengths;

    /** The stream of requester number {@code requester} of {@code requesters}. */
    public RequestStream(Workload workload, long seed, int requester, int requesters) {
        this.workload = workload;
        this.requester = requester;
        this.requesters = requesters;
        random = new JavaRandom(seed);
        // The original logs its first number.
        random.nextLong();
        accesses = workload.accesses().forRequester();
        tails = new TailCache(workload.profile());
        Workload.Payloads payloads = workload.payloads();
        addedLinks = payloads.addedLinks().payload();
        updatedLinks = payloads.updatedLinks().payload();
        addedNodes = payloads.addedNodes().payload();
        updatedNodes = payloads.updatedNodes().payload();
        linkLengths = PayloadLength.ofLinks(payloads.linkMedianBytes());
        nodeLengths = PayloadLength.ofNodes(payloads.nodeMedianBytes());
    }

    /**
     * The distance to the next request in a Poisson process of rate 1; drawn before {@link #next}.
     */
    public double nextGap() {
        return -StrictMath.log(Math.max(random.nextDouble(), Double.MIN_NORMAL));
    }

    /** Fills {@code request} with the next request. */
    public void next(MixRequest request) {
        RequestKind operation = workload.mix().at(random.nextDouble());
        request.operation = operation;
        switch (operation) {
            case ADD_LINK -> writeLink(request, ADDED_EXISTS, addedLinks);
            case UPDATE_LINK -> writeLink(request, CHANGED_EXISTS, updatedLinks);
            case DELETE_LINK -> {
                chooseList(request, accesses.linkWrites());
                request.id2 = id2(request, CHANGED_EXISTS);
            }
            case COUNT_LINK -> chooseList(request, accesses.linkReads());
            case MULTIGET_LINK -> multiGet(request);
            case GET_LINKS_LIST -> list(request);
            case ADD_NODE -> draw(request, nodeLengths, addedNodes);
            case UPDATE_NODE -> {
                chooseNode(request, accesses.nodeUpdates());
                draw(request, nodeLengths, updatedNodes);
            }
            case DELETE_NODE -> chooseNode(request, accesses.nodeDeletes());
            case GET_NODE -> chooseNode(request, accesses.nodeReads());
        }
    }

    /** Tells how many links the answer to a list had, and the time of the last of them. */
    public void listed(MixRequest request, int size, long oldestTime) {
        int limit = workload.rangeLimit();
        if (request.history) {
            if (size == limit) {
                tails.advance(request.historyPlace, oldestTime);
            } else {
                tails.remove(request.historyPlace);
            }
        } else if (size >= limit) {
            tails.add(request.id1, request.linkType, oldestTime, random);
        }
    }

    private void writeLink(MixRequest request, double exists, Payload payload) {
        chooseList(request, accesses.linkWrites());
        request.id2 = id2(request, exists);
        draw(request, linkLengths, payload);
    }

    private void list(MixRequest request) {
        boolean history = random.nextDouble() < workload.historyShare();
        if (history && tails.count() > 0) {
            tails.ask(random.nextInt(tails.count()), request);
        } else {
            request.history = false;
            chooseList(request, accesses.linkReads());
        }
    }

    private void multiGet(MixRequest request) {
        chooseList(request, accesses.linkReads());
        Workload.MultiGet sizes = workload.multiGet();
        int count = sizes == null ? 1 : (int) (sizes.min() + sizes.ranks().next(random));
        request.ensureId2s(count);
        request.id2Count = count;
        long range = range(request, ASKED_EXISTS);
        if (range <= count && workload.randomId2Max() == 0) {
            for (int i = 0; i < count; i++) {
                request.id2s[i] = own(request.id1 + i);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            long drawn = id2(request.id1, range);
            for (int again = 0; again < REPEATED_DRAWS_MAX && isAmong(request, i, drawn); again++) {
                drawn = id2(request.id1, range);
            }
            request.id2s[i] = drawn;
        }
    }

    private static boolean isAmong(MixRequest request, int count, long id2) {
        for (int i = 0; i < count; i++) {
            if (request.id2s[i] == id2) {
                return true;
            }
        }
        return false;
    }

    private void chooseNode(MixRequest request, @Nullable IdAccess access) {
        request.id1 = Objects.requireNonNull(access).next(random);
    }

    private void chooseList(MixRequest request, IdAccess access) {
        request.id1 = access.next(random);
        request.linkType =
                LinkBenchOptions.FIRST_LINK_TYPE + random.nextInt(workload.initialLinks().types());
    }

    /** An id2 that is linked to with this probability, or would be if there were enough links. */
    private long id2(MixRequest request, double exists) {
        long range = workload.randomId2Max() == 0 ? range(request, exists) : 0;
        return id2(request.id1, range);
    }

    private long id2(long id1, long range) {
        long max = workload.randomId2Max();
        return own(
                max == 0
                        ? id1 + UniformRanks.below(range, random)
                        : UniformRanks.below(max, random));
    }

    /** How many ids from id1 on to choose from, so that this share of them is linked to. */
    private long range(MixRequest request, double exists) {
        int type = (int) (request.linkType - LinkBenchOptions.FIRST_LINK_TYPE);
        long links = workload.initialLinks().count(request.id1, type);
        return Math.max(1, (long) Math.ceil((1 / exists) * links));
    }

    /** The id2 next to {@code id2} that belongs to this requester, where each has its own. */
    private long own(long id2) {
        if (!workload.id2OfRequester()) {
            return id2;
        }
        long own = id2 - id2 % requesters + requester;
        long max = workload.randomId2Max();
        return max != 0 && own > max ? own - requesters : own;
    }

    private void draw(MixRequest request, PayloadLength lengths, Payload payload) {
        int lengthBytes = lengths.next(random);
        request.ensureData(lengthBytes);
        payload.fill(random, request.data, lengthBytes);
        request.lengthBytes = lengthBytes;
    }
}
