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
 * <p>A list that could not be copied, or was not worth it, is not looked at again for a while, so
 * that it does not stand before others, however hot it is.
 *
 * <p>Promises: what is held never takes more than the budget; the same events give the same
 * actions. Cost: an event looks at the lists that it moves, or that would have to give way; a tick
 * that copies at about a thousand more. Of lists that are not held, 65,536 are remembered; the
 * coolest are forgotten.
 */
public final class HotListDecisions {
    static final int REMEMBERED_MAX = 1 << 16;

    /** Copies of one tick, so that they do not keep the cold store from its readers. */
    static final int COPIES_AT_ONCE_MAX = 64;

    private static final int LOOKED_AT_MAX = 1024;
    private static final double COOLED = 1.0 / 8;
    private static final double HOTTER = 2;

    /**
     * The part of a half-life after which a list is looked at again that was lost, or was not worth
     * copying.
     */
    private static final int SOON_PART = 64;

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

        /** Whether it is to be looked at {@link #notBefore} some time only. */
        boolean waiting;

        long notBefore;

        Entry(ListKey list) {
            this.list = list;
        }
    }

    private static final Comparator<Entry> COOLEST_FIRST =
            Comparator.<Entry>comparingDouble(entry -> entry.heat)
                    .thenComparing(entry -> entry.list);

    private static final Comparator<Entry> FIRST_DUE =
            Comparator.<Entry>comparingLong(entry -> entry.notBefore)
                    .thenComparing(entry -> entry.list);

    private final HotListOptions options;
    private final Map<ListKey, Entry> entries = new HashMap<>();
    private final TreeSet<Entry> held = new TreeSet<>(COOLEST_FIRST);
    private final TreeSet<Entry> others = new TreeSet<>(COOLEST_FIRST);

    /** Those of the others that may be copied. */
    private final TreeSet<Entry> due = new TreeSet<>(COOLEST_FIRST);

    /** Those of the others that may not be copied yet. */
    private final TreeSet<Entry> waiting = new TreeSet<>(FIRST_DUE);

    private final List<HotListAction> actions = new ArrayList<>();

    /** What was to be copied at the last tick. */
    private final List<Entry> copying = new ArrayList<>();

    private long now;
    private long heldBytes;

    /** How many lists the present event has looked at. */
    private int looks;

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
        looks = 0;
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
            takeOut(entry);
        }
        entry.heat = Math.log(score) / LOG_2 + halfLives();
        putIn(entry);
        if (others.size() > REMEMBERED_MAX) {
            Entry coolest = others.first();
            takeOut(coolest);
            entries.remove(coolest.list);
        }
    }

    /** To be called before what it is sorted by changes, and {@link #putIn} after. */
    private void takeOut(Entry entry) {
        if (entry.held) {
            held.remove(entry);
        } else {
            others.remove(entry);
            (entry.waiting ? waiting : due).remove(entry);
        }
    }

    private void putIn(Entry entry) {
        if (entry.held) {
            held.add(entry);
        } else {
            others.add(entry);
            (entry.waiting ? waiting : due).add(entry);
        }
    }

    /** Is not looked at again until then. */
    private void waitUntil(Entry entry, long untilNanos) {
        takeOut(entry);
        entry.waiting = true;
        entry.notBefore = untilNanos;
        putIn(entry);
    }

    private void endWaiting() {
        while (!waiting.isEmpty() && waiting.first().notBefore <= now) {
            Entry entry = waiting.first();
            takeOut(entry);
            entry.waiting = false;
            putIn(entry);
        }
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
        takeOut(entry);
        entry.held = true;
        entry.waiting = false;
        entry.bytes = bytes;
        putIn(entry);
        heldBytes += bytes;
    }

    private void endHolding(Entry entry) {
        takeOut(entry);
        entry.held = false;
        putIn(entry);
        heldBytes -= entry.bytes;
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
            waitUntil(entry, now + options.halfLifeNanos());
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
            looks++;
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
            waitUntil(entry, untilNanos);
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
            waitUntil(entry, now + options.halfLifeNanos() / SOON_PART);
        }
    }

    private void dropCooled() {
        while (!held.isEmpty() && score(held.first()) < COOLED * options.askedMin()) {
            drop(held.first());
        }
    }

    private void copyHot() {
        // Of what nothing was heard, nothing will be.
        for (Entry entry : copying) {
            if (entry.copying && entries.get(entry.list) == entry) {
                entry.copying = false;
                waitUntil(entry, now);
            }
        }
        copying.clear();
        endWaiting();
        int copies = 0;
        while (!due.isEmpty() && copies < COPIES_AT_ONCE_MAX && looks < LOOKED_AT_MAX) {
            Entry entry = due.last();
            if (options.bytesMax() == 0 || score(entry) < options.askedMin()) {
                return;
            }
            looks++;
            if (toGiveWay(entry, Math.max(1, entry.bytes)) == null) {
                waitUntil(entry, now + options.halfLifeNanos() / SOON_PART);
                continue;
            }
            entry.copying = true;
            waitUntil(entry, Long.MAX_VALUE);
            copying.add(entry);
            copies++;
            actions.add(new HotListAction.Copy(entry.list));
        }
    }
}
