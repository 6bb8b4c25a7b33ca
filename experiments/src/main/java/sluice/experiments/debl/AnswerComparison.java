package sluice.experiments.debl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.generate.WorkerThreads;
import sluice.linkbench.stores.Connecting;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.LinkList;
import sluice.model.LinkQuery;

/**
 * Asks two stores the same and compares their answers row by row.
 *
 * @param compared how many answers were
 * @param differing how many answers differ
 * @param differences the first of them, in words
 */
record AnswerComparison(int compared, int differing, List<String> differences) {
    private static final int THREADS = 16;
    private static final int SHOWN = 5;

    /** Nothing was asked. */
    static final AnswerComparison NONE = new AnswerComparison(0, 0, List.of());

    AnswerComparison {
        differences = List.copyOf(differences);
    }

    /** Compares the answers of {@code asked} with those of {@code right}. */
    static AnswerComparison of(List<LinkQuery> queries, GraphReader right, Connecting asked)
            throws IOException {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger differing = new AtomicInteger();
        List<String> differences = new ArrayList<>();
        WorkerThreads threads = WorkerThreads.platform("compare");
        threads.run(
                THREADS,
                () -> {
                    try (GraphStore handle = asked.connect()) {
                        for (int index = next.getAndIncrement();
                                index < queries.size() && !threads.stopped();
                                index = next.getAndIncrement()) {
                            LinkQuery query = queries.get(index);
                            String difference =
                                    difference(
                                            query,
                                            right.linkList(query).value(),
                                            handle.linkList(query));
                            if (!difference.isEmpty() && differing.getAndIncrement() < SHOWN) {
                                synchronized (differences) {
                                    differences.add(difference);
                                }
                            }
                        }
                    }
                });
        return new AnswerComparison(queries.size(), differing.get(), differences);
    }

    /** What is wrong with an answer; empty where nothing is. */
    private static String difference(LinkQuery query, LinkList right, Answer<LinkList> answer) {
        LinkList found = answer.value();
        if (!answer.complete()) {
            return "%s is not complete".formatted(text(query));
        }
        for (int row = 0; row < Math.min(right.size(), found.size()); row++) {
            boolean isSame =
                    right.id2(row) == found.id2(row)
                            && right.time(row) == found.time(row)
                            && right.version(row) == found.version(row)
                            && Arrays.equals(right.data(row), found.data(row));
            if (!isSame) {
                return "%s row %d is %s, expected %s"
                        .formatted(text(query), row, found.link(row), right.link(row));
            }
        }
        return right.size() == found.size()
                ? ""
                : "%s has %d rows, expected %d".formatted(text(query), found.size(), right.size());
    }

    private static String text(LinkQuery query) {
        return "id1=%d link_type=%d time=%d..%d offset=%d limit=%d:"
                .formatted(
                        query.id1(),
                        query.linkType(),
                        query.minTime(),
                        query.maxTime(),
                        query.offset(),
                        query.limit());
    }
}
