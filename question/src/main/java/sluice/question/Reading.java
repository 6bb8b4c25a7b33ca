package sluice.question;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * The reads of one question: counts the rows that they look at, and notes whether all of them were
 * complete. Belongs to one thread.
 */
final class Reading {
    /** How many links or values are read at once. */
    static final int PAGE_ROWS = 1024;

    private final GraphReader reader;
    private final Watch watch;
    private long budgetRows;
    private long rows;
    private boolean complete = true;
    private Supplier<String> progress = () -> "";

    /** {@code budgetRows} is how many rows may be looked at. */
    Reading(GraphReader reader, long budgetRows) {
        this(reader, budgetRows, Watch.NONE);
    }

    /** As above; {@code watch} receives what the question costs. */
    Reading(GraphReader reader, long budgetRows, Watch watch) {
        this.reader = reader;
        this.watch = watch;
        this.budgetRows = budgetRows;
    }

    /** Whether every answer so far was complete. */
    boolean complete() {
        return complete;
    }

    /** Notes an answer that was found elsewhere. */
    void also(boolean isComplete) {
        complete &= isComplete;
    }

    /** What a failure says of how far the question came, and how it goes on. */
    void progress(Supplier<String> text) {
        progress = text;
    }

    /** Has no limit from now on: the user asked for all rows. */
    void allowAll() {
        budgetRows = Long.MAX_VALUE;
    }

    /** Counts rows that are looked at; fails where they are too many. */
    void count(long more) {
        watch.looked(more);
        rows += more;
        if (rows > budgetRows) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "the question looks at more than %d rows%s; ask for less, or allow more with --budget"
                            .formatted(budgetRows, progress.get()));
        }
    }

    private <T> T value(Answer<T> answer) {
        complete &= answer.complete();
        return answer.value();
    }

    /** Candidates of an index. */
    IndexedIds indexed(IndexQuery query) throws IOException {
        count(1);
        return value(reader.indexed(query));
    }

    /** A page of a list. */
    LinkList list(long id1, long linkType, long offset, int limit) throws IOException {
        LinkList list =
                value(
                        reader.linkList(
                                new LinkQuery(
                                        id1,
                                        linkType,
                                        Long.MIN_VALUE,
                                        Long.MAX_VALUE,
                                        offset,
                                        limit)));
        count(Math.max(1, list.size()));
        return list;
    }

    /** Whether the visible link of this key exists. */
    boolean hasLink(long id1, long linkType, long id2) throws IOException {
        count(1);
        Optional<Link> link = value(reader.link(id1, linkType, id2));
        return link.isPresent() && link.get().visibility() == Visibility.VISIBLE;
    }

    /** How many visible links there are. */
    long countOf(long id1, long linkType) throws IOException {
        count(1);
        return value(reader.count(id1, linkType));
    }

    /** Tells that a scan has passed over a row. */
    void passed() {
        watch.looked(1);
    }

    /** Tells that what the question keeps has grown by {@code bytes}, or shrunk. */
    void holds(long bytes) {
        watch.holds(bytes);
    }

    /** The types of the links and properties of a node. */
    List<TypeCount> types(long id1) throws IOException {
        count(1);
        return value(reader.types(id1));
    }

    /** Shows all rows to {@code visitor}. */
    void scan(GraphReader.Visitor visitor) throws IOException {
        complete &= reader.scan(visitor);
    }
}
