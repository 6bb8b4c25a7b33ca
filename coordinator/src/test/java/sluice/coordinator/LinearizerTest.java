package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.LinkQuery;

/** The judge of histories: what it lets pass, and what not. */
class LinearizerTest {
    private static final ListState EMPTY = ListState.of(3, List.of());
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
