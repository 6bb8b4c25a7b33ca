package sluice.coordinator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;

/**
 * Searches for an order of the calls on one list in which each gives its answer, and no call comes
 * before one that had ended when it began (Wing and Gong; Lowe's set of what was tried already).
 *
 * <p>A read that fits the state comes first: if there is an order in which it comes later, it may
 * as well come now, as no call that is left had ended when it began, and all others see the same
 * states. So only writes are tried in several orders.
 */
final class Linearizer {

    /** One call: {@code begin} and {@code end} are moments, no two of them the same. */
    record Call(ListOperation operation, Answer<?> answer, long begin, long end) {}

    private record Tried(BitSet done, ListState state) {}

    /** A call's beginning or end, in a list in the order of time from which calls are taken out. */
    private static final class Event {
        final int call;
        final @Nullable Event end;
        Event before;
        Event after;

        Event(int call, @Nullable Event end) {
            this.call = call;
            this.end = end;
        }

        void unlink() {
            before.after = after;
            if (after != null) {
                after.before = before;
            }
        }

        void relink() {
            before.after = this;
            if (after != null) {
                after.before = this;
            }
        }
    }

    /** A call in its place, and the state before and after it. */
    private record Step(Event event, ListState before, ListState after) {}

    private final List<Call> calls;
    private final Event head;
    private final BitSet done = new BitSet();
    private final Set<Tried> tried = new HashSet<>();
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private ListState now;
    private int most = -1;
    private String problem = "";

    private Linearizer(ListState state, List<Call> calls) {
        this.calls = calls;
        this.head = events(calls);
        this.now = state;
    }

    /** Nothing where there is such an order from {@code state} on, else what stood against it. */
    static Optional<String> check(ListState state, List<Call> calls) {
        return new Linearizer(state, calls).check();
    }

    private Optional<String> check() {
        // Writes that end no later than this were tried at this place.
        long triedEnd = Long.MIN_VALUE;
        while (head.after != null) {
            Step step = nextRead();
            if (step == null) {
                step = nextWrite(triedEnd);
            }
            if (step != null) {
                take(step);
                triedEnd = Long.MIN_VALUE;
                continue;
            }
            noteProblem();
            Step undone = undoToWrite();
            if (undone == null) {
                return Optional.of(problem);
            }
            triedEnd = calls.get(undone.event().call).end();
        }
        return Optional.empty();
    }

    /** A read that may come now, and fits. */
    private @Nullable Step nextRead() {
        for (Event event = head.after; event.end != null; event = event.after) {
            if (isRead(event) && apply(event) != null) {
                return new Step(event, now, now);
            }
        }
        return null;
    }

    /** Of the writes that may come now, fit and end after {@code triedEnd} the first to end. */
    private @Nullable Step nextWrite(long triedEnd) {
        Step first = null;
        long firstEnd = Long.MAX_VALUE;
        for (Event event = head.after; event.end != null; event = event.after) {
            long end = calls.get(event.call).end();
            if (!isRead(event) && end > triedEnd && end < firstEnd) {
                ListState after = apply(event);
                if (after != null && !tried.contains(tried(event.call, after))) {
                    first = new Step(event, now, after);
                    firstEnd = end;
                }
            }
        }
        if (first != null) {
            tried.add(tried(first.event().call, first.after()));
        }
        return first;
    }

    private boolean isRead(Event event) {
        return calls.get(event.call).operation().isRead();
    }

    private @Nullable ListState apply(Event event) {
        Call call = calls.get(event.call);
        return call.operation().apply(now, call.answer());
    }

    private Tried tried(int call, ListState next) {
        BitSet after = (BitSet) done.clone();
        after.set(call);
        return new Tried(after, next);
    }

    private void take(Step step) {
        steps.push(step);
        done.set(step.event().call);
        now = step.after();
        step.event().unlink();
        step.event().end.unlink();
    }

    /**
     * Takes the last write back, and the reads after it, which had no choice; null at the front.
     */
    private @Nullable Step undoToWrite() {
        while (!steps.isEmpty()) {
            Step step = steps.pop();
            done.clear(step.event().call);
            now = step.before();
            step.event().end.relink();
            step.event().relink();
            if (!isRead(step.event())) {
                return step;
            }
        }
        return null;
    }

    private void noteProblem() {
        if (steps.size() <= most) {
            return;
        }
        most = steps.size();
        Event event = head.after;
        while (event.end != null) {
            event = event.after;
        }
        problem =
                "after %d of %d calls, in state %s, there is no place for %s"
                        .formatted(most, calls.size(), now, calls.get(event.call));
    }

    private static Event events(List<Call> calls) {
        record Timed(long moment, Event event) {}
        List<Timed> timed = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            Event end = new Event(i, null);
            timed.add(new Timed(calls.get(i).begin(), new Event(i, end)));
            timed.add(new Timed(calls.get(i).end(), end));
        }
        timed.sort(Comparator.comparingLong(Timed::moment));
        Event head = new Event(-1, null);
        Event last = head;
        for (Timed next : timed) {
            next.event().before = last;
            last.after = next.event();
            last = next.event();
        }
        return head;
    }
}
