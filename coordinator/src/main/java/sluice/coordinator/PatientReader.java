package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import sluice.model.Answer;
import sluice.model.Asker;
import sluice.model.ColdStore;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.TypeCount;

/** Reads on behalf of one who has his own idea of what to do while answers are not complete. */
final class PatientReader implements GraphReader {
    /** What a wait on no id in particular is for. */
    private static final long ANY_ID = 0;

    private final GraphReader reader;
    private final ColdStore cold;
    private final Patience patience;
    private final Asker asker;
    private final Waiting waiting;
    private final LongSupplier nanoClock;
    private final long startNanos;

    PatientReader(
            GraphReader reader,
            ColdStore cold,
            Patience patience,
            Asker asker,
            Waiting waiting,
            LongSupplier nanoClock) {
        this.reader = reader;
        this.cold = cold;
        this.patience = patience;
        this.asker = asker;
        this.waiting = waiting;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        return patiently(id, () -> reader.node(id));
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return patiently(id1, () -> reader.link(id1, linkType, id2));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        return patiently(id1, () -> reader.links(id1, linkType, id2s));
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        return patiently(query.id1(), () -> reader.linkList(query));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        return patiently(id1, () -> reader.count(id1, linkType));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        return patiently(id1, () -> reader.types(id1));
    }

    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        return patiently(query.firstId(), () -> reader.indexed(query));
    }

    /** A scan shows rows as it goes, so that it is not begun before it can be complete. */
    @Override
    public boolean scan(Visitor visitor) throws IOException {
        if (patience.whenPartial() != Patience.WhenPartial.ANSWER) {
            patiently(ANY_ID, () -> new Answer<>(true, isComplete()));
        }
        return reader.scan(visitor);
    }

    private boolean isComplete() throws IOException {
        try (var view = cold.view()) {
            return view.nextNodeId().isPresent();
        }
    }

    private interface Read<T> {
        Answer<T> answer() throws IOException;
    }

    private <T> Answer<T> patiently(long id1, Read<T> read) throws IOException {
        while (true) {
            // Before the answer: if the store moves on meanwhile, the wait ends at once.
            long moment = waiting.moment();
            Answer<T> answer = read.answer();
            if (answer.complete()) {
                return answer;
            }
            switch (patience.whenPartial()) {
                case ANSWER -> {
                    return answer;
                }
                case FAIL ->
                        throw new SluiceException(
                                ErrorCode.INCOMPLETE,
                                "no complete answer on id %s yet: its rows are still being loaded; ask again later, or ask for a partial answer"
                                        .formatted(Long.toUnsignedString(id1)));
                case WAIT -> await(id1, moment);
            }
        }
    }

    private void await(long id1, long moment) {
        long leftNanos = patience.waitNanosMax() - (nanoClock.getAsLong() - startNanos);
        try {
            if (leftNanos > 0 && asker.await(() -> waiting.awaitMore(id1, moment, leftNanos))) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(
                    ErrorCode.INTERRUPTED,
                    "stopped while it waited for rows of id " + Long.toUnsignedString(id1),
                    e);
        }
        if (asker.hasLeft()) {
            throw new SluiceException(
                    ErrorCode.INTERRUPTED,
                    "whoever waited for rows of id %s has left"
                            .formatted(Long.toUnsignedString(id1)));
        }
        throw new SluiceException(
                ErrorCode.INCOMPLETE,
                "no complete answer on id %s within %d ms: its rows are still being loaded; ask again later, or wait longer"
                        .formatted(
                                Long.toUnsignedString(id1), patience.waitNanosMax() / 1_000_000));
    }

    @Override
    public void close() {}
}
