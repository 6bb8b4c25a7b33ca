package sluice.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.model.Answer;
import sluice.model.Link;
import sluice.model.LinkList;

/**
 * What the one user who writes a link list knows of it: what each of its links can be, by what the
 * load brings and by what became of the user's writes. Every answer is held against that.
 *
 * <p>Belongs to one thread.
 */
final class FaultBook {
    /** What can be under a key. */
    enum Row {
        ABSENT,
        LOADED,
        WRITTEN,
        HIDDEN;

        private boolean isVisible() {
            return this == LOADED || this == WRITTEN;
        }

        /** The data of such a link. */
        byte[] data() {
            return name().getBytes(US_ASCII);
        }
    }

    private final long id1;
    private final Map<Long, EnumSet<Row>> rows = new TreeMap<>();

    /** What was wrong. */
    final List<String> problems = new ArrayList<>();

    /** A list of which the load brings the links to 0, 1 and so on. */
    FaultBook(long id1, int loaded) {
        this.id1 = id1;
        for (long id2 = 0; id2 < loaded; id2++) {
            rows.put(id2, EnumSet.of(Row.LOADED));
        }
    }

    /** A write that leaves {@code row} is begun. */
    void begin(long id2, Row row) {
        rows.computeIfAbsent(id2, _ -> EnumSet.of(Row.ABSENT)).add(row);
    }

    /** It was surely not done. */
    void notDone(long id2, Row row) {
        possible(id2).remove(row);
    }

    /** It was done, and {@code found} says whether there was a visible link before. */
    void done(long id2, Row row, Answer<Boolean> found) {
        EnumSet<Row> before = possible(id2);
        before.remove(row);
        if (found.value() && !before.contains(Row.LOADED)) {
            problem("a new link was called an old one: " + id2);
        }
        if (!found.value() && found.complete() && before.contains(Row.LOADED)) {
            problem("a link that was loaded was called a new one: " + id2);
        }
        rows.put(id2, EnumSet.of(row));
    }

    void checkCount(Answer<Long> count) {
        long visible = 0;
        long perhaps = 0;
        for (EnumSet<Row> row : rows.values()) {
            if (isSurelyVisible(row, count.complete())) {
                visible++;
            } else if (row.stream().anyMatch(Row::isVisible)) {
                perhaps++;
            }
        }
        if (count.value() < visible || count.value() > visible + perhaps) {
            problem(
                    "count %d, complete=%s, expected %d and perhaps %d more"
                            .formatted(count.value(), count.complete(), visible, perhaps));
        }
    }

    void checkList(Answer<LinkList> list) {
        Map<Long, String> found = new HashMap<>();
        for (Link link : list.value().links()) {
            if (found.put(link.id2(), new String(link.data(), US_ASCII)) != null) {
                problem("a link is listed twice: " + link.id2());
            }
        }
        Set<Long> missing = new TreeSet<>();
        rows.forEach(
                (id2, row) -> {
                    String data = found.remove(id2);
                    if (data == null && isSurelyVisible(row, list.complete())) {
                        missing.add(id2);
                    }
                    if (data != null
                            && row.stream()
                                    .noneMatch(r -> r.isVisible() && r.name().equals(data))) {
                        problem("link %d is %s, expected one of %s".formatted(id2, data, row));
                    }
                });
        if (!missing.isEmpty()) {
            problem("links are missing, complete=%s: %s".formatted(list.complete(), missing));
        }
        if (!found.isEmpty()) {
            problem("links that nobody wrote: " + found);
        }
    }

    /** A partial answer may lack what the load brings, and nothing else. */
    private static boolean isSurelyVisible(EnumSet<Row> row, boolean complete) {
        return row.stream().allMatch(r -> complete ? r.isVisible() : r == Row.WRITTEN);
    }

    private EnumSet<Row> possible(long id2) {
        EnumSet<Row> row = rows.get(id2);
        if (row == null) {
            throw new IllegalStateException("no write to " + id2 + " was begun");
        }
        return row;
    }

    private void problem(String text) {
        problems.add("list " + id1 + ": " + text);
    }
}
