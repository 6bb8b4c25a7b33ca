package sluice.readonly.route;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.SluiceClient;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.SluiceException;
import sluice.protocol.IndexPart;
import sluice.protocol.ScanAsk;
import sluice.readonly.Cut;

/**
 * Reads of all partitions of one version. A replica that fails is replaced by the next one; a
 * partition without any replica makes the answer one that is not complete. Thread-safe.
 */
final class WholeReads {
    private static final Logger LOG = System.getLogger(WholeReads.class.getName());

    /** After this part of the deadline, the next replica is asked beside a slow one. */
    private static final int SLICES = 4;

    private final RingPeers peers;
    private final Router router;
    private final LongSupplier nanoClock;
    private final long deadlineNanos;

    WholeReads(RingPeers peers, Router router, LongSupplier nanoClock, long deadlineNanos) {
        this.peers = peers;
        this.router = router;
        this.nanoClock = nanoClock;
        this.deadlineNanos = deadlineNanos;
    }

    /** Asks all nodes at once, each for all partitions that it is the first to be asked for. */
    Answer<IndexedIds> indexed(RingState state, IndexQuery query, OwnPart own, String except)
            throws IOException {
        IndexQuery page = query.limitedTo(IndexPart.IDS_MAX);
        IndexedParts parts = new IndexedParts(page.limit());
        List<Integer> here = new ArrayList<>();
        Map<Integer, Deque<String>> left = new TreeMap<>();
        for (Cut cut : from(state, page.firstId())) {
            if (own.has(cut.partition())) {
                here.add(cut.partition());
            } else {
                left.put(cut.partition(), replicas(state, cut.partition(), except));
            }
        }
        Gathering gathering = new Gathering(state, page, left);
        gathering.begin();
        if (!here.isEmpty()) {
            parts.add(own.indexed(page, here));
        }
        gathering.end(parts);
        if (!gathering.lacking.isEmpty()) {
            if (gathering.lacking.size() == state.cuts().size()) {
                // No node answers at all, which is no answer of a part of them.
                throw Router.failed(state, gathering.lacking.getFirst(), gathering.failure);
            }
            for (Cut cut : state.cuts()) {
                if (gathering.lacking.contains(cut.partition())) {
                    parts.lacks(cut.firstId());
                }
            }
        }
        return parts.answer();
    }

    /** As they are asked; one that was down and may be up again is the first, once. */
    private Deque<String> replicas(RingState state, int partition, String except) {
        Deque<String> names = new ArrayDeque<>(router.candidates(state, partition, except));
        @Nullable String probe = peers.probe(List.copyOf(names));
        if (probe != null) {
            names.remove(probe);
            names.addFirst(probe);
        }
        return names;
    }

    /** The partitions that have ids from {@code firstId} on. */
    private static List<Cut> from(RingState state, long firstId) {
        List<Cut> cuts = state.cuts();
        int first = 0;
        while (first + 1 < cuts.size()
                && Long.compareUnsigned(cuts.get(first + 1).firstId(), firstId) <= 0) {
            first++;
        }
        return cuts.subList(first, cuts.size());
    }

    /** The answer of one node, or its failure. */
    private record Outcome(
            List<Integer> partitions, @Nullable IndexPart part, @Nullable Exception failure) {}

    /** One page that is gathered from other nodes. Belongs to one thread. */
    private final class Gathering {
        private final RingState state;
        private final IndexQuery query;
        private final long endNanos = nanoClock.getAsLong() + deadlineNanos;
        private final LinkedBlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();

        /** The replicas of each partition that is not answered for and were not asked yet. */
        private final Map<Integer, Deque<String>> left;

        private final List<Integer> lacking = new ArrayList<>();
        private int running;
        private @Nullable Exception failure;

        /** What the first one said that refused the question. */
        private @Nullable SluiceException refused;

        private boolean isAnyAway;
        private @Nullable Exception stale;

        /** When further replicas are asked beside those under way. */
        private long sliceNanos;

        Gathering(RingState state, IndexQuery query, Map<Integer, Deque<String>> left) {
            this.state = state;
            this.query = query;
            this.left = left;
        }

        /**
         * Asks the next replica of each partition that is left. A partition without a further one
         * waits for those that were asked.
         */
        void begin() {
            boolean isLast = running == 0;
            sliceNanos = nanoClock.getAsLong() + deadlineNanos / SLICES;
            Map<String, List<Integer>> groups = new TreeMap<>();
            Iterator<Map.Entry<Integer, Deque<String>>> each = left.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<Integer, Deque<String>> partition = each.next();
                @Nullable String name = partition.getValue().pollFirst();
                if (name != null) {
                    groups.computeIfAbsent(name, _ -> new ArrayList<>()).add(partition.getKey());
                } else if (isLast) {
                    lacking.add(partition.getKey());
                    each.remove();
                }
            }
            groups.forEach(this::ask);
        }

        private void ask(String name, List<Integer> partitions) {
            running++;
            @Nullable SluiceClient client = peers.client(state, name);
            if (client == null) {
                outcomes.add(new Outcome(partitions, null, null));
                return;
            }
            IndexPart.Ask ask = new IndexPart.Ask(state.version(), query, partitions);
            Thread.ofVirtual()
                    .name("ask " + name)
                    .start(() -> outcomes.add(outcome(name, client, ask)));
        }

        private Outcome outcome(String name, SluiceClient client, IndexPart.Ask ask) {
            long asked = nanoClock.getAsLong();
            try {
                IndexPart part = client.indexed(ask);
                peers.answered(name, nanoClock.getAsLong() - asked);
                return new Outcome(ask.partitions(), part, null);
            } catch (RuntimeException e) {
                peers.failed(name, e);
                return new Outcome(ask.partitions(), null, e);
            }
        }

        /** Waits until every partition is answered for, or has no replica left. */
        void end(IndexedParts parts) throws IOException {
            while (running > 0 && !left.isEmpty()) {
                long now = nanoClock.getAsLong();
                if (endNanos - now <= 0) {
                    lacking.addAll(left.keySet());
                    break;
                }
                Outcome outcome = await(Math.min(endNanos - now, sliceNanos - now));
                if (outcome == null) {
                    begin();
                    continue;
                }
                running--;
                take(outcome, parts);
                if (running == 0) {
                    begin();
                }
            }
            if (!lacking.isEmpty() && stale != null) {
                throw Router.failed(state, lacking.getFirst(), stale);
            }
            if (!lacking.isEmpty() && failure == null && !isAnyAway && refused != null) {
                throw refused;
            }
        }

        private void take(Outcome outcome, IndexedParts parts) {
            IndexPart part = outcome.part();
            if (part == null) {
                isAnyAway |= outcome.failure() == null;
                stale = RingPeers.isStale(outcome.failure()) ? outcome.failure() : stale;
                if (outcome.failure() instanceof SluiceException e
                        && e.code() == ErrorCode.CONFIG) {
                    // As of one read: for the question, or for the node's own token.
                    refused = refused == null ? e : refused;
                } else {
                    failure = outcome.failure() == null ? failure : outcome.failure();
                }
            } else if (left.keySet().containsAll(outcome.partitions())) {
                // Else another replica was faster for some of them, and the others are under way.
                parts.add(part);
                outcome.partitions().forEach(left::remove);
            }
        }

        private @Nullable Outcome await(long nanos) {
            try {
                return outcomes.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SluiceException(ErrorCode.INTERRUPTED, "the read was interrupted", e);
            }
        }
    }

    /** Shows all rows, partition by partition; returns whether these were all. */
    boolean scan(RingState state, OwnPart own, String except, ResumedVisitor visitor)
            throws IOException {
        boolean isComplete = true;
        for (Cut cut : state.cuts()) {
            int partition = cut.partition();
            visitor.beginPartition();
            isComplete &=
                    own.has(partition)
                            ? scanHere(state, partition, own, except, visitor)
                            : scan(state, partition, except, visitor).orElse(false);
        }
        return isComplete;
    }

    /** Replicas show what a file of the asker cannot; without any, its own failure counts. */
    private boolean scanHere(
            RingState state, int partition, OwnPart own, String except, ResumedVisitor visitor)
            throws IOException {
        try {
            return own.scan(partition, visitor);
        } catch (IOException e) {
            visitor.throwOwn();
            LOG.log(Level.ERROR, "a replica is asked instead: " + e.getMessage());
            return scan(state, partition, except, visitor).orElseThrow(() -> e);
        }
    }

    /** Empty if no replica has shown all that it has. */
    private Optional<Boolean> scan(
            RingState state, int partition, String except, ResumedVisitor visitor)
            throws IOException {
        @Nullable Exception failure = null;
        for (String name : replicas(state, partition, except)) {
            @Nullable SluiceClient client = peers.client(state, name);
            if (client == null) {
                continue;
            }
            visitor.begin();
            try {
                return Optional.of(
                        client.scan(new ScanAsk.Part(state.version(), partition), visitor));
            } catch (IOException | RuntimeException e) {
                visitor.throwOwn();
                if (e instanceof SluiceException known && known.code() == ErrorCode.INTERRUPTED) {
                    throw e;
                }
                peers.failed(name, e);
                failure = e;
            }
        }
        if (RingPeers.isStale(failure)) {
            throw Router.failed(state, partition, failure);
        }
        return Optional.empty();
    }
}
