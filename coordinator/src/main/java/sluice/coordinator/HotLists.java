package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.decision.HotListAction;
import sluice.coordinator.decision.HotListDecisions;
import sluice.coordinator.decision.HotListEvent;
import sluice.coordinator.decision.HotListOptions;
import sluice.coordinator.decision.ListKey;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.HeldList;
import sluice.model.HeldLists;
import sluice.model.HotStore;
import sluice.model.LinkList;

/**
 * Has the hot store hold those lists of the cold store whole that are asked for most: counts what
 * readers ask, has {@link HotListDecisions} decide, copies and drops.
 *
 * <p>No lock of a list is taken, and no writer waits. A copy is of one cold content and says which;
 * when the cold store moves on to another one, all copies are void at once, and dropped with the
 * next {@link #tick}. Building buckets is no such move.
 *
 * <p>Safe for any number of threads; {@code this} guards what {@link #tick} uses. Whoever owns it
 * calls that several times a second, from a thread that may wait for both stores.
 */
final class HotLists implements HeldIndex {
    /** Longer lists are read in part, mostly; they would be read whole from here each time. */
    static final int LINKS_MAX = 4096;

    static final long BYTES_MAX = 256 << 10;

    /** What a list takes beside its links, about. */
    private static final long ROW_BYTES = 128;

    /** What a list counts at least, as each one that is held is known on the heap, too. */
    private static final long COST_BYTES_MIN = 512;

    /** More questions between two ticks are not counted. */
    private static final int ASKED_MAX = 1 << 13;

    /** What is of another directory, or beyond a smaller budget, all goes: very many, perhaps. */
    private static final int REMOVED_AT_ONCE_MAX = 512;

    /** How long it may take before a list that could not be copied is tried again. */
    private static final long RETRY_NANOS = 1_000_000_000L;

    private static final long RETRY_LONG_NANOS = 600_000_000_000L;

    private static final Logger LOG = System.getLogger(HotLists.class.getName());

    private final HotStore hot;
    private final ColdStore cold;
    private final LongPredicate isFarAway;
    private final long store;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final HotListDecisions decisions;

    /** The lists that are held, each with the epoch of its content; readers see it at once. */
    private final Map<ListKey, Long> held = new ConcurrentHashMap<>();

    private final AtomicReferenceArray<@Nullable ListKey> asked =
            new AtomicReferenceArray<>(ASKED_MAX);
    private final AtomicInteger askedCount = new AtomicInteger();
    private final ConcurrentLinkedQueue<Copy> missed = new ConcurrentLinkedQueue<>();
    private final LongAdder answers = new LongAdder();

    /**
     * Copies that the hot store may hold still, though they are of no use any more. No copy of
     * other content that another process may have put in their place is removed with them.
     */
    private final Set<Copy> leftovers = new LinkedHashSet<>();

    private record Copy(ListKey list, HeldList.Source source) {}

    private boolean failing;

    private volatile HotListCounts counts = HotListCounts.NONE;

    private HotLists(
            HotStore hot,
            ColdStore cold,
            HotListOptions options,
            LongPredicate isFarAway,
            long store,
            LongSupplier nanoClock) {
        this.hot = hot;
        this.cold = cold;
        this.isFarAway = isFarAway;
        this.store = store;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.decisions = new HotListDecisions(options);
    }

    /**
     * Takes over what {@code hot} holds of {@code cold} as it is now, within the budget; the rest
     * goes with the first tick.
     *
     * @param isFarAway whether the links of an id lie where reading them takes long
     * @param store the number of the store whose epochs the cold store's are
     */
    static HotLists open(
            HotStore hot,
            ColdStore cold,
            HotListOptions options,
            LongPredicate isFarAway,
            long store,
            LongSupplier nanoClock)
            throws IOException {
        HotLists lists = new HotLists(hot, cold, options, isFarAway, store, nanoClock);
        lists.takeOver();
        return lists;
    }

    private synchronized void takeOver() throws IOException {
        long epoch = cold.epoch();
        for (HeldLists.Held each : hot.held().all()) {
            ListKey list = new ListKey(each.id1(), each.linkType());
            if (!isOf(each.source(), epoch)) {
                leftovers.add(new Copy(list, each.source()));
                continue;
            }
            held.put(list, epoch);
            perform(new HotListEvent.Found(now(), list, costBytes(each.bytes())), null);
        }
        count();
    }

    private Copy copyOf(ListKey list, long epoch) {
        return new Copy(list, new HeldList.Source(epoch, store));
    }

    /** Of the budget, what a list of so many bytes takes. */
    private static long costBytes(long lengthBytes) {
        return Math.max(COST_BYTES_MIN, lengthBytes + ROW_BYTES);
    }

    @Override
    public void asked(long id1, long linkType) {
        if (askedCount.get() < ASKED_MAX) {
            int place = askedCount.getAndIncrement();
            if (place < ASKED_MAX) {
                asked.set(place, new ListKey(id1, linkType));
            }
        }
    }

    @Override
    public boolean holds(long id1, long linkType, long epoch) {
        if (held.isEmpty()) {
            return false;
        }
        Long of = held.get(new ListKey(id1, linkType));
        return of != null && of == epoch;
    }

    @Override
    public boolean isOf(HeldList.Source source, long epoch) {
        return source.epoch() == epoch && source.store() == store;
    }

    @Override
    public void answered() {
        answers.increment();
    }

    @Override
    public void missed(long id1, long linkType) {
        ListKey list = new ListKey(id1, linkType);
        Long epoch = held.remove(list);
        if (epoch != null) {
            missed.add(copyOf(list, epoch));
        }
    }

    /** What is held now. */
    HotListCounts counts() {
        HotListCounts now = counts;
        return new HotListCounts(now.lists(), now.bytes(), answers.sum());
    }

    /** Looks at what was asked since this was last called, and does what is due. */
    synchronized void tick() {
        try {
            forgetVoid();
            Map<ListKey, Long> times = new LinkedHashMap<>();
            int end = Math.min(ASKED_MAX, askedCount.get());
            for (int place = 0; place < end; place++) {
                ListKey list = asked.getAndSet(place, null);
                if (list != null) {
                    times.merge(list, 1L, Long::sum);
                }
            }
            askedCount.set(0);
            for (var each : times.entrySet()) {
                perform(new HotListEvent.Asked(now(), each.getKey(), each.getValue()), null);
            }
            if (removeLeftovers()) {
                perform(new HotListEvent.Tick(now()), null);
                removeLeftovers();
            }
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                LOG.log(Level.WARNING, "hot lists are not copied for a while: " + e.getMessage());
            }
            failing = true;
        } catch (Error e) {
            // Whoever calls this calls it no more where it throws.
            LOG.log(Level.ERROR, "copying hot lists failed and goes on", e);
        } finally {
            count();
        }
    }

    /** Whether anything is to be removed still. */
    synchronized boolean hasLeftovers() {
        return !leftovers.isEmpty();
    }

    private void count() {
        counts = new HotListCounts(decisions.heldCount(), decisions.heldBytes(), 0);
    }

    /** Forgets what is a copy of another content than the present one, and what is not there. */
    private void forgetVoid() throws IOException {
        long epoch = cold.epoch();
        List<ListKey> ofOthers = new ArrayList<>();
        held.forEach(
                (list, of) -> {
                    if (of != epoch) {
                        ofOthers.add(list);
                    }
                });
        for (ListKey list : ofOthers) {
            missed(list.id1(), list.linkType());
        }
        for (Copy copy = missed.poll(); copy != null; copy = missed.poll()) {
            leftovers.add(copy);
            perform(new HotListEvent.Lost(now(), copy.list()), null);
        }
    }

    /**
     * Removes so many that it does not take long, the rest with the next ticks; says whether that
     * was all.
     */
    private boolean removeLeftovers() throws IOException {
        int removed = 0;
        for (Copy copy : List.copyOf(leftovers)) {
            if (++removed > REMOVED_AT_ONCE_MAX) {
                return false;
            }
            hot.held().remove(copy.list().id1(), copy.list().linkType(), copy.source());
            leftovers.remove(copy);
        }
        return true;
    }

    /**
     * Does what {@code event} leads to.
     *
     * @param read the list that was read, where the event is that it was
     */
    private void perform(HotListEvent event, @Nullable HeldList read) throws IOException {
        for (HotListAction action : decisions.step(event)) {
            switch (action) {
                case HotListAction.Copy copy -> copy(copy.list());
                case HotListAction.Drop drop -> {
                    // Where a reader has just missed it, that is known and follows.
                    Long epoch = held.remove(drop.list());
                    if (epoch != null) {
                        leftovers.add(copyOf(drop.list(), epoch));
                    }
                }
                case HotListAction.Hold hold when read != null -> hold(hold.list(), read);
                case HotListAction.Hold hold ->
                        throw new IllegalStateException("nothing was read of " + hold.list());
            }
        }
    }

    private void hold(ListKey list, HeldList read) throws IOException {
        // What makes room goes before.
        boolean done = false;
        try {
            if (removeLeftovers()) {
                hot.held().put(read);
                held.put(list, read.source().epoch());
                done = true;
            }
        } finally {
            if (!done) {
                leftovers.add(new Copy(list, read.source()));
                perform(new HotListEvent.Lost(now(), list), null);
            }
        }
    }

    private void copy(ListKey list) throws IOException {
        long until = now() + RETRY_NANOS;
        try (ColdView view = cold.view()) {
            if (!isFarAway.test(list.id1()) || !view.canAnswer(list.id1())) {
                perform(new HotListEvent.Refused(now(), list, until), null);
                return;
            }
            HeldList.Source source = new HeldList.Source(view.epoch(), store);
            Answer<LinkList> answer = WholeRead.read(view, list, LINKS_MAX, BYTES_MAX).orElse(null);
            if (answer == null) {
                until = now() + RETRY_LONG_NANOS;
            } else if (answer.complete()) {
                HeldList read = new HeldList(answer.value(), source);
                long bytes = costBytes(HeldList.lengthBytes(answer.value()));
                perform(new HotListEvent.Measured(now(), list, bytes), read);
                return;
            }
        } catch (IOException | RuntimeException | Error e) {
            perform(new HotListEvent.Refused(now(), list, until), null);
            throw e;
        }
        perform(new HotListEvent.Refused(now(), list, until), null);
    }

    /** Since the beginning; never runs backwards. */
    private long now() {
        return nanoClock.getAsLong() - startNanos;
    }
}
