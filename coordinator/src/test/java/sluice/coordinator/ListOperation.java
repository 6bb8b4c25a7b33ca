package sluice.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.HotLink;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Visibility;

/** What can be done to one list, how it is done to a graph, and what it does to a state. */
sealed interface ListOperation {

    Answer<?> run(GraphStore graph) throws IOException;

    /**
     * The state after it, where {@code answer} is what it gives in {@code state}; else null. A
     * partial answer may lack what a load brings.
     */
    @Nullable ListState apply(ListState state, Answer<?> answer);

    /** Whether it leaves every state as it is. */
    default boolean isRead() {
        return true;
    }

    /** Add and update differ in what they answer only. */
    record Put(Link link) implements ListOperation {
        @Override
        public boolean isRead() {
            return false;
        }

        @Override
        public Answer<Boolean> run(GraphStore graph) throws IOException {
            return graph.updateLink(link);
        }

        @Override
        public @Nullable ListState apply(ListState state, Answer<?> answer) {
            return isExistence(state.link(link.id2()), answer) ? state.with(link) : null;
        }
    }

    record Delete(long id1, long type, long id2, Deletion deletion) implements ListOperation {
        @Override
        public boolean isRead() {
            return false;
        }

        @Override
        public Answer<Boolean> run(GraphStore graph) throws IOException {
            return graph.deleteLink(id1, type, id2, deletion);
        }

        @Override
        public @Nullable ListState apply(ListState state, Answer<?> answer) {
            Optional<Link> before = state.link(id2);
            if (!isExistence(before, answer)) {
                return null;
            }
            if (before.isEmpty()) {
                return state;
            }
            return switch (deletion) {
                case HIDE -> state.with(HotLink.hidden(before.get()));
                case EXPUNGE -> state.without(id2);
            };
        }
    }

    record ReadLink(long id1, long type, long id2) implements ListOperation {
        @Override
        public Answer<Optional<Link>> run(GraphStore graph) throws IOException {
            return graph.link(id1, type, id2);
        }

        @Override
        public @Nullable ListState apply(ListState state, Answer<?> answer) {
            boolean same =
                    areSame(
                            state.link(id2).stream().toList(),
                            ((Optional<?>) answer.value()).stream().toList(),
                            answer.complete());
            return same ? state : null;
        }
    }

    /** All keys at once. */
    record ReadLinks(long id1, long type, int keys) implements ListOperation {
        @Override
        public Answer<List<Link>> run(GraphStore graph) throws IOException {
            return graph.links(id1, type, LongStream.range(0, keys).toArray());
        }

        @Override
        public @Nullable ListState apply(ListState state, Answer<?> answer) {
            List<Link> all = new ArrayList<>();
            for (int id2 = 0; id2 < keys; id2++) {
                state.link(id2).ifPresent(all::add);
            }
            return areSame(all, (List<?>) answer.value(), answer.complete()) ? state : null;
        }
    }

    record ReadList(LinkQuery query) implements ListOperation {
        @Override
        public Answer<List<Link>> run(GraphStore graph) throws IOException {
            var answer = graph.linkList(query);
            return new Answer<>(answer.value().links(), answer.complete());
        }

        @Override
        public @Nullable ListState apply(ListState state, Answer<?> answer) {
            List<Link> inTime =
                    state.visible().stream()
                            .filter(link -> link.time() >= query.minTime())
                            .filter(link -> link.time() <= query.maxTime())
                            .toList();
            List<?> links = (List<?>) answer.value();
            if (answer.complete()) {
                List<Link> wanted =
                        inTime.stream().skip(query.offset()).limit(query.limit()).toList();
                return wanted.equals(links) ? state : null;
            }
            // Which part it is depends on what is missing; all of it must be there in this order.
            boolean whole = query.offset() == 0 && query.limit() == Integer.MAX_VALUE;
            boolean right = whole ? areSame(inTime, links, false) : isInOrder(inTime, links);
            return right ? state : null;
        }
    }

    record Count(long id1, long type) implements ListOperation {
        @Override
        public Answer<Long> run(GraphStore graph) throws IOException {
            return graph.count(id1, type);
        }

        @Override
        public @Nullable ListState apply(ListState state, Answer<?> answer) {
            List<Link> visible = state.visible();
            long missing = visible.stream().filter(ListState::mayBeMissing).count();
            long least = answer.complete() ? visible.size() : visible.size() - missing;
            long count = (Long) answer.value();
            return least <= count && count <= visible.size() ? state : null;
        }
    }

    private static boolean isExistence(Optional<Link> before, Answer<?> answer) {
        if (before.isPresent() && !answer.complete() && ListState.mayBeMissing(before.get())) {
            return true;
        }
        return answer.value().equals(before.isPresent());
    }

    private static boolean areSame(List<Link> expected, List<?> links, boolean complete) {
        if (complete || links.size() == expected.size()) {
            return expected.equals(links);
        }
        return isInOrder(expected, links)
                && expected.stream()
                        .allMatch(link -> links.contains(link) || ListState.mayBeMissing(link));
    }

    private static boolean isInOrder(List<Link> expected, List<?> links) {
        int next = 0;
        for (Link link : expected) {
            if (next < links.size() && links.get(next).equals(link)) {
                next++;
            }
        }
        return next == links.size();
    }

    /** A visible or hidden link with data that tell its version. */
    static Link link(long id1, long type, long id2, boolean visible, long version, long time) {
        byte[] data = Long.toString(version).getBytes(StandardCharsets.US_ASCII);
        Visibility visibility = visible ? Visibility.VISIBLE : Visibility.HIDDEN;
        return new Link(id1, type, id2, visibility, version, time, data);
    }
}
