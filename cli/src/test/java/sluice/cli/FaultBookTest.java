package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.cli.FaultBook.Row;
import sluice.model.Answer;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Visibility;

/** The checker is checked: every kind of wrong answer is found, and no right one. */
class FaultBookTest {
    private static final int LOADED = 3;
    private static final long NEW = 1000;

    private final FaultBook book = new FaultBook(7, LOADED);

    @Test
    void rightAnswersAreNoProblem() {
        write(NEW, Row.WRITTEN, false, true);
        write(0, Row.WRITTEN, true, true);
        write(1, Row.HIDDEN, false, false);
        book.begin(NEW + 1, Row.WRITTEN);
        book.begin(NEW + 2, Row.WRITTEN);
        book.notDone(NEW + 2, Row.WRITTEN);
        list(true, Row.WRITTEN, 0, NEW, Row.LOADED, 2);
        list(true, Row.WRITTEN, 0, NEW, NEW + 1, Row.LOADED, 2);
        list(false, Row.WRITTEN, 0, NEW);
        book.checkCount(new Answer<>(4L, true));
        book.checkCount(new Answer<>(3L, true));
        book.checkCount(new Answer<>(2L, false));
        assertEquals(List.of(), book.problems);
    }

    @Test
    void aNewLinkThatIsCalledAnOldOneWasWrittenTwice() {
        write(NEW, Row.WRITTEN, true, true);
        assertFound("a new link was called an old one");
    }

    @Test
    void aPartialAnswerIsNotCalledComplete() {
        list(true, Row.LOADED, 0, 1);
        assertFound("links are missing, complete=true: [2]");
        book.checkCount(new Answer<>(2L, true));
        assertFound("count 2");
    }

    @Test
    void anAcknowledgedWriteIsInEveryAnswer() {
        write(NEW, Row.WRITTEN, false, false);
        list(false, Row.LOADED, 0);
        assertFound("links are missing, complete=false: [1000]");
    }

    @Test
    void whatTheLoadBringsDoesNotStandBeforeAWrite() {
        write(0, Row.WRITTEN, false, false);
        list(false, Row.LOADED, 0);
        assertFound("link 0 is LOADED, expected one of [WRITTEN]");
    }

    @Test
    void aLinkThatWasHiddenIsNotListed() {
        write(0, Row.HIDDEN, true, true);
        list(true, Row.LOADED, 0, 1, 2);
        assertFound("link 0 is LOADED, expected one of [HIDDEN]");
    }

    @Test
    void aWriteThatWasNotDoneLeavesNothing() {
        book.begin(NEW, Row.WRITTEN);
        book.notDone(NEW, Row.WRITTEN);
        list(false, Row.WRITTEN, NEW);
        assertFound("link 1000 is WRITTEN, expected one of [ABSENT]");
    }

    @Test
    void aLinkIsListedOnce() {
        list(false, Row.LOADED, 0, 0);
        assertFound("listed twice");
    }

    private void write(long id2, Row row, boolean found, boolean complete) {
        book.begin(id2, row);
        book.done(id2, row, new Answer<>(found, complete));
    }

    /** Links to the numbers, each as the kind of row before it. */
    private void list(boolean complete, Object... rowsAndIds) {
        List<Link> links = new ArrayList<>();
        Row row = Row.LOADED;
        for (Object next : rowsAndIds) {
            if (next instanceof Row kind) {
                row = kind;
            } else {
                long id2 = ((Number) next).longValue();
                links.add(new Link(7, 7, id2, Visibility.VISIBLE, 0, 0, row.data()));
            }
        }
        book.checkList(new Answer<>(LinkList.of(7, 7, links), complete));
    }

    private void assertFound(String text) {
        assertTrue(
                book.problems.stream().anyMatch(problem -> problem.contains(text)),
                book.problems::toString);
    }
}
