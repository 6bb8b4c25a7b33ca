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

    private record Step(Event event, ListState state) {}

    private Linearizer() {}

    /** Nothing where there is such an order from {@code state} on, else what stood against it. */
    static Optional<String> check(ListState state, List<Call> calls) {
        Event head = events(calls);
        BitSet done = new BitSet();
        Set<Tried> tried = new HashSet<>();
        ArrayDeque<Step> steps = new ArrayDeque<>();
        ListState now = state;
        int most = 0;
        String problem = "";
        Event event = head.after;
        while (event != null) {
            if (event.end != null) {
                Call call = calls.get(event.call);
                ListState next = call.operation().apply(now, call.answer());
                if (next != null && isNew(tried, done, event.call, next)) {
                    steps.push(new Step(event, now));
                    done.set(event.call);
                    now = next;
                    event.unlink();
                    event.end.unlink();
                    event = head.after;
                } else {
                    event = event.after;
                }
                continue;
            }
            // A call has ended before it found its place: another order of those before it.
            if (steps.size() >= most) {
                most = steps.size();
                problem =
                        "after %d of %d calls, in state %s, there is no place for %s"
                                .formatted(most, calls.size(), now, calls.get(event.call));
            }
            if (steps.isEmpty()) {
                return Optional.of(problem);
            }
            Step step = steps.pop();
            done.clear(step.event().call);
            now = step.state();
            step.event().end.relink();
            step.event().relink();
            event = step.event().after;
        }
        return Optional.empty();
    }

    private static boolean isNew(Set<Tried> tried, BitSet done, int call, ListState next) {
        BitSet after = (BitSet) done.clone();
        after.set(call);
        return tried.add(new Tried(after, next));
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
