package sluice.gremlin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.gremlin.access.GraphAccess;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.question.Condition;

/**
 * The reads of a graph. An answer that a running load may still complete is an error, unless the
 * settings accept it: Gremlin has no place to say that an answer is partial. Thread-safe.
 */
final class GraphRows {
    private final GraphAccess access;
    private final GraphSettings settings;

    GraphRows(GraphAccess access, GraphSettings settings) {
        this.access = access;
        this.settings = settings;
    }

    /** A read of the store. */
    private interface Read<T> {
        T read(GraphReader reader) throws IOException;
    }

    private <T> T ask(Read<Answer<T>> read) {
        Answer<T> answer = ioUnchecked(() -> read.read(access.reader()));
        requireComplete(answer.complete());
        return answer.value();
    }

    private void requireComplete(boolean isComplete) {
        if (!isComplete && !settings.acceptsPartial()) {
            throw new SluiceException(
                    ErrorCode.INCOMPLETE,
                    "a load still copies its source, and rows may be missing; ask again later, or"
                            + " set %s to true".formatted(GraphSettings.PARTIAL));
        }
    }

    /** Work that may fail with an {@link IOException}. */
    interface Work<T> {
        T run() throws IOException;
    }

    /** The result of {@code work}, whose failure becomes unchecked. */
    static <T> T ioUnchecked(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<Node> node(long id) {
        return ask(reader -> reader.node(id));
    }

    List<TypeCount> types(long id) {
        return ask(reader -> reader.types(id));
    }

    long count(long id, long type) {
        return ask(reader -> reader.count(id, type));
    }

    LinkList list(LinkQuery query) {
        return ask(reader -> reader.linkList(query));
    }

    /** The links of these ends that are visible. */
    List<Link> links(long id, long type, long[] ends) {
        return ask(reader -> reader.links(id, type, ends)).stream()
                .filter(link -> link.visibility() == Visibility.VISIBLE)
                .toList();
    }

    /** One page of the nodes of which all conditions are true. */
    GraphAccess.FoundIds find(List<Condition> conditions, OptionalLong after, int limit) {
        GraphAccess.FoundIds found = ioUnchecked(() -> access.find(conditions, after, limit));
        requireComplete(found.complete());
        return found;
    }

    /** Shows all rows to {@code visitor}. */
    void scan(GraphReader.Visitor visitor) throws IOException {
        requireComplete(access.reader().scan(visitor));
    }

    /** Throws if settings refuse scans; {@code question} says what requires one. */
    void requireScan(String question, String remedy) {
        if (!settings.scans()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s reads all rows of the store; %s, or set %s to true"
                            .formatted(question, remedy, GraphSettings.SCANS));
        }
    }

    void willShow(long[] ids) {
        access.willShow(ids);
    }
}
