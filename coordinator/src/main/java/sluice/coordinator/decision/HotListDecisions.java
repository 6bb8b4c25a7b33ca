package sluice.coordinator.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which lists the hot store holds whole, as a step function: an event in, what is to be done out.
 * Belongs to one thread at a time.
 *
 * <p>How hot a list is, is how often it was asked for, where a question counts half after each
 * half-life. A list that is hot enough is copied while there is room; where there is none, it takes
 * the place of the coolest ones if it is twice as hot as they are together, so that two lists of
 * about one heat do not take turns. A list that has cooled to an eighth of what made it worth
 * holding leaves.
 *
 * <p>Promises: what is held never takes more than the budget; the same events give the same
 * actions. Cost: an event looks at the lists that it moves, a tick at a thousand more at most; so
 * many lists are remembered that are not held, the coolest are forgotten.
 */
public final class HotListDecisions {
    static final int REMEMBERED_MAX = 1 << 16;

    /** Copies of one tick, so that they do not keep the cold store from its readers. */
    static final int COPIES_AT_ONCE_MAX = 64;

    private static final int LOOKED_AT_MAX = 1024;
    private static final double COOLED = 1.0 / 8;
    private static final double HOTTER = 2;

    /** What was lost is not copied again at once, lest that fails each time. */
    private static final int LOST_PART = 64;

    private static final double LOG_2 = Math.log(2);

    /** What is known of one list. */
    private static final class Entry {
        final ListKey list;

        /** The order of this stays as time passes: log2 of the score, and half-lives until then. */
        double heat;

        /** As it was measured last; 0 where it never was. */
        long bytes;

        boolean held;
        boolean copying;
        long notBefore;

        Entry(ListKey list) {
            this.list = list;
        }
    }

    private static final Comparator<Entry> COOLEST_FIRST =
            Comparator.<Entry>comparingDouble(entry -> entry.heat)
                    .thenComparing(entry -> entry.list);

    private final HotListOptions options;
    private final Map<ListKey, Entry> entries = new HashMap<>();
    private final TreeSet<Entry> held = new TreeSet<>(COOLEST_FIRST);
    private final TreeSet<Entry> others = new TreeSet<>(COOLEST_FIRST);
    private final List<HotListAction> actions = new ArrayList<>();

    /** What was to be copied at the last tick. */
    private final List<Entry> copying = new ArrayList<>();

    private long now;
    private long heldBytes;

    /** Before anything was asked. */
    public HotListDecisions(HotListOptions options) {
        this.options = options;
    }

    /** Takes note of {@code event} and says what is to be done, in this order. */
    public List<HotListAction> step(HotListEvent event) {
        if (event.atNanos() < now) {
            throw new IllegalArgumentException(
                    "time runs backwards: %d after %d".formatted(event.atNanos(), now));
        }
        now = event.atNanos();
        switch (event) {
            case HotListEvent.Asked asked -> asked(asked.list(), asked.times());
            case HotListEvent.Found found -> found(found.list(), found.bytes());
            case HotListEvent.Measured measured -> measured(measured.list(), measured.bytes());
            case HotListEvent.Refused refused -> refused(refused.list(), refused.untilNanos());
            case HotListEvent.Lost lost -> lost(lost.list());
            case HotListEvent.Tick _ -> {
                dropCooled();
                copyHot();
            }
        }
        List<HotListAction> taken = List.copyOf(actions);
        actions.clear();
        return taken;
    }

    /** The bytes of all lists that are held. */
    public long heldBytes() {
        return heldBytes;
    }

    /** How many lists are held. */
    public int heldCount() {
        return held.size();
    }

    private double halfLives() {
        return (double) now / options.halfLifeNanos();
    }

    /** How often the list was asked for lately. */
    private double score(Entry entry) {
        return Math.pow(2, entry.heat - halfLives());
    }

    private void asked(ListKey list, double times) {
        Entry entry = entries.get(list);
        double score = times;
        if (entry == null) {
            entry = new Entry(list);
            entries.put(list, entry);
        } else {
            score += score(entry);
            of(entry).remove(entry);
        }
        entry.heat = Math.log(score) / LOG_2 + halfLives();
        of(entry).add(entry);
        if (others.size() > REMEMBERED_MAX) {
            entries.remove(others.removeFirst().list);
        }
    }

    private TreeSet<Entry> of(Entry entry) {
        return entry.held ? held : others;
    }

    /** It begins as hot as one that is just worth holding. */
    private void found(ListKey list, long bytes) {
        if (entries.containsKey(list)) {
            return;
        }
        asked(list, options.askedMin());
        Entry entry = entries.get(list);
        if (entry == null || bytes > options.bytesMax() - heldBytes) {
            actions.add(new HotListAction.Drop(list));
            return;
        }
        hold(entry, bytes);
    }

    private void hold(Entry entry, long bytes) {
        others.remove(entry);
        entry.held = true;
        entry.bytes = bytes;
        held.add(entry);
        heldBytes += bytes;
    }

    private void endHolding(Entry entry) {
        held.remove(entry);
        entry.held = false;
        heldBytes -= entry.bytes;
        others.add(entry);
    }

    private void drop(Entry entry) {
        endHolding(entry);
        actions.add(new HotListAction.Drop(entry.list));
    }

    private void measured(ListKey list, long bytes) {
        Entry entry = copied(list);
        if (entry == null) {
            return;
        }
        entry.bytes = bytes;
        List<Entry> coolest = toGiveWay(entry, bytes);
        if (coolest == null) {
            entry.notBefore = now + options.halfLifeNanos();
            return;
        }
        coolest.forEach(this::drop);
        hold(entry, bytes);
        actions.add(new HotListAction.Hold(list));
    }

    /** The lists that make room for one of so many bytes; null where it is not worth that. */
    private @Nullable List<Entry> toGiveWay(Entry entry, long bytes) {
        List<Entry> coolest = new ArrayList<>();
        long free = options.bytesMax() - heldBytes;
        double lost = 0;
        for (Entry cool : held) {
            if (free >= bytes) {
                break;
            }
            coolest.add(cool);
            free += cool.bytes;
            lost += score(cool);
            if (score(entry) < HOTTER * lost) {
                return null;
            }
        }
        return free >= bytes ? coolest : null;
    }

    private void refused(ListKey list, long untilNanos) {
        Entry entry = copied(list);
        if (entry != null) {
            entry.notBefore = untilNanos;
        }
    }

    /** The list whose copying has ended; null where it was forgotten since. */
    private @Nullable Entry copied(ListKey list) {
        Entry entry = entries.get(list);
        if (entry == null || !entry.copying) {
            return null;
        }
        entry.copying = false;
        return entry;
    }

    private void lost(ListKey list) {
        Entry entry = entries.get(list);
        if (entry != null && entry.held) {
            endHolding(entry);
            entry.notBefore = now + options.halfLifeNanos() / LOST_PART;
        }
    }

    private void dropCooled() {
        while (!held.isEmpty() && score(held.first()) < COOLED * options.askedMin()) {
            drop(held.first());
        }
    }

    private void copyHot() {
        // Of what nothing was heard, nothing will be.
        copying.forEach(entry -> entry.copying = false);
        copying.clear();
        int looks = 0;
        int copies = 0;
        for (Entry entry : others.descendingSet()) {
            if (score(entry) < options.askedMin()
                    || copies == COPIES_AT_ONCE_MAX
                    || ++looks > LOOKED_AT_MAX) {
                return;
            }
            boolean due = !entry.copying && entry.notBefore <= now;
            if (due
                    && options.bytesMax() > 0
                    && toGiveWay(entry, Math.max(1, entry.bytes)) != null) {
                entry.copying = true;
                copying.add(entry);
                copies++;
                actions.add(new HotListAction.Copy(entry.list));
            }
        }
    }
}
