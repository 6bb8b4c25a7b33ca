package sluice.gremlin;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.ToLongFunction;
import sluice.model.LinkList;
import sluice.model.LinkQuery;

/** Reads one list page by page, no further than it is read. Belongs to one thread. */
final class ListPages<E> implements Iterator<E> {
    static final int PAGE_ROWS = 1_000;

    private final GraphRows rows;
    private final long id1;
    private final long type;
    private final ListPart part;
    private final OfLink<E> made;
    private long offset;
    private LinkList page;
    private int at;
    private boolean isLast;

    /** Makes an element of one link of a list. */
    interface OfLink<E> {
        E of(LinkList list, int index);
    }

    ListPages(GraphRows rows, long id1, long type, ListPart part, OfLink<E> made) {
        this.rows = rows;
        this.id1 = id1;
        this.type = type;
        this.part = part;
        this.made = made;
        this.page = LinkList.of(id1, type, java.util.List.of());
    }

    @Override
    public boolean hasNext() {
        while (at == page.size() && !isLast) {
            read();
        }
        return at < page.size();
    }

    private void read() {
        int wanted = (int) Math.min(PAGE_ROWS, part.limit() - offset);
        at = 0;
        if (wanted <= 0) {
            page = LinkList.of(id1, type, java.util.List.of());
            isLast = true;
            return;
        }
        page = rows.list(new LinkQuery(id1, type, part.minTime(), part.maxTime(), offset, wanted));
        offset += page.size();
        isLast = page.size() < wanted || offset >= part.limit();
        showNext();
    }

    /** Ends of links are asked for their names next. */
    private void showNext() {
        long[] ends = new long[page.size()];
        ToLongFunction<Integer> end = page::id2;
        for (int index = 0; index < ends.length; index++) {
            ends[index] = end.applyAsLong(index);
        }
        rows.willShow(ends);
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return made.of(page, at++);
    }
}
