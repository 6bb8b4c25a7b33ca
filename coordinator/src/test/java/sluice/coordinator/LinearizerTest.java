package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.HotLink;
import sluice.model.Link;
import sluice.model.LinkQuery;

/** The judge of histories: what it lets pass, and what not. */
class LinearizerTest {
    private static final ListState EMPTY = ListState.of(3, List.of());
    private static final int HISTORIES = 500;
    private static final int CALLS = 7;
    private static final Link OLD = link(0, 2000);
    private static final Link NEW = link(0, 2001);
    private static final Link OTHER = link(1, 2002);

    private final List<Linearizer.Call> calls = new ArrayList<>();

    @Test
    void readMayComeBeforeOrAfterAWriteAtTheSameTime() {
        call(new ListOperation.Put(OLD), false, 1, 4);
        call(read(), Optional.of(OLD), 2, 3);
        assertRight(EMPTY);
        calls.removeLast();
        call(read(), Optional.empty(), 2, 3);
        assertRight(EMPTY);
    }

    @Test
    void readAfterAWriteSeesIt() {
        call(new ListOperation.Put(OLD), false, 1, 2);
        call(read(), Optional.empty(), 3, 4);
        assertWrong(EMPTY);
    }

    @Test
    void whatWasSeenIsNotUnseen() {
        call(new ListOperation.Put(OLD), false, 1, 8);
        call(read(), Optional.of(OLD), 2, 3);
        call(read(), Optional.empty(), 4, 5);
        assertWrong(EMPTY);
    }

    @Test
    void listOfTwoMomentsIsFound() {
        // The new one of the first key was written before the other key was.
        ListState state = EMPTY.with(OLD);
        call(new ListOperation.Put(NEW), true, 1, 2);
        call(new ListOperation.Put(OTHER), false, 3, 8);
        call(list(), List.of(OTHER, OLD), 4, 7);
        assertWrong(state);
        calls.removeLast();
        call(list(), List.of(OTHER, NEW), 4, 7);
        assertRight(state);
    }

    @Test
    void lostWriteIsFound() {
        call(new ListOperation.Put(OLD), false, 1, 4);
        call(new ListOperation.Put(OTHER), false, 2, 3);
        call(new ListOperation.Count(1, 1), 1L, 5, 6);
        assertWrong(EMPTY);
    }

    @Test
    void writeSaysWhetherThereWasOne() {
        call(new ListOperation.Put(OLD), false, 1, 4);
        call(new ListOperation.Put(NEW), false, 2, 3);
        assertWrong(EMPTY);
        calls.removeLast();
        call(new ListOperation.Put(NEW), true, 2, 3);
        assertRight(EMPTY);
    }

    @Test
    void partialAnswerMayLackWhatALoadBringsAndNothingElse() {
        ListState state = EMPTY.with(link(0, 1)).with(OTHER);
        calls.add(partial(new ListOperation.Count(1, 1), 1L));
        calls.add(partial(new ListOperation.Count(1, 1), 2L));
        assertRight(state);
        calls.add(partial(new ListOperation.Count(1, 1), 0L));
        assertWrong(state);
        calls.clear();
        calls.add(partial(list(), List.of(OTHER)));
        assertRight(state);
        calls.add(partial(list(), List.of(link(0, 1))));
        assertWrong(state);
    }

    @Test
    void deletedLinkIsNotThere() {
        call(new ListOperation.Delete(1, 1, 0, Deletion.EXPUNGE), true, 1, 2);
        call(read(), Optional.empty(), 3, 4);
        assertRight(EMPTY.with(OLD));
        assertWrong(EMPTY);
    }

    /** Answers given in one order, of which every other history has one changed. */
    @Test
    void saysWhatTryingAllOrdersSays() {
        int right = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            calls.clear();
            ListState state = EMPTY;
            for (int i = 0; i < CALLS; i++) {
                ListOperation operation = operation(random, 2000 + i);
                long moment = 100L * i;
                Object answer = answer(operation, state);
                calls.add(
                        new Linearizer.Call(
                                operation,
                                new Answer<>(answer, true),
                                moment - 2L * random.nextInt(400),
                                moment + 2L * random.nextInt(400) + 1));
                state = Objects.requireNonNull(operation.apply(state, calls.getLast().answer()));
            }
            if (random.nextBoolean()) {
                changeAnswer(random, state);
            }
            boolean hasOrder = hasOrder(EMPTY, calls);
            right += hasOrder ? 1 : 0;
            String history = "seed " + seed + ": " + calls;
            assertEquals(hasOrder, Linearizer.check(EMPTY, calls).isEmpty(), history);
        }
        assertTrue(right > HISTORIES / 2 && right < HISTORIES * 9 / 10, "right ones: " + right);
    }

    private static ListOperation operation(SplittableRandom random, long version) {
        int key = random.nextInt(2);
        return switch (random.nextInt(6)) {
            case 0, 1 -> new ListOperation.Put(link(key, version));
            case 2 -> new ListOperation.Delete(1, 1, key, Deletion.values()[random.nextInt(2)]);
            case 3 -> list();
            case 4 -> new ListOperation.Count(1, 1);
            default -> read();
        };
    }

    /** What {@code operation} answers in {@code state}. */
    private static Object answer(ListOperation operation, ListState state) {
        return switch (operation) {
            case ListOperation.Put(Link link) -> state.link(link.id2()).isPresent();
            case ListOperation.Delete delete -> state.link(delete.id2()).isPresent();
            case ListOperation.ReadLink read -> state.link(read.id2());
            case ListOperation.Count _ -> (long) state.visible().size();
            default -> state.visible();
        };
    }

    /** Has a call answer as if it were the last one. */
    private void changeAnswer(SplittableRandom random, ListState last) {
        int changed = random.nextInt(calls.size());
        Linearizer.Call call = calls.get(changed);
        Answer<?> answer = new Answer<>(answer(call.operation(), last), true);
        calls.set(changed, new Linearizer.Call(call.operation(), answer, call.begin(), call.end()));
    }

    private static boolean hasOrder(ListState state, List<Linearizer.Call> left) {
        for (Linearizer.Call first : left) {
            List<Linearizer.Call> others = new ArrayList<>(left);
            others.remove(first);
            ListState next = first.operation().apply(state, first.answer());
            if (next != null
                    && others.stream().noneMatch(other -> other.end() < first.begin())
                    && hasOrder(next, others)) {
                return true;
            }
        }
        return left.isEmpty();
    }

    @Test
    void deletionThatHidesNothingNowMayHideWhatComes() {
        call(new ListOperation.Delete(1, 1, 0, Deletion.HIDE), true, 1, 6);
        call(new ListOperation.Put(NEW), true, 2, 3);
        call(read(), Optional.of(HotLink.hidden(NEW)), 7, 8);
        assertRight(EMPTY.with(HotLink.hidden(OLD)));
    }

    private void call(ListOperation operation, Object answer, long begin, long end) {
        calls.add(new Linearizer.Call(operation, new Answer<>(answer, true), begin, end));
    }

    private Linearizer.Call partial(ListOperation operation, Object answer) {
        long moment = 10 + 2L * calls.size();
        return new Linearizer.Call(operation, new Answer<>(answer, false), moment, moment + 1);
    }

    private void assertRight(ListState state) {
        assertEquals(Optional.empty(), Linearizer.check(state, calls));
    }

    private void assertWrong(ListState state) {
        assertTrue(Linearizer.check(state, calls).isPresent());
    }

    private static ListOperation read() {
        return new ListOperation.ReadLink(1, 1, 0);
    }

    private static ListOperation list() {
        return new ListOperation.ReadList(LinkQuery.newest(1, 1, Integer.MAX_VALUE));
    }

    private static Link link(long id2, long version) {
        return ListOperation.link(1, 1, id2, true, version, version);
    }
}
