package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Visibility;

/**
 * A graph whose loaded links are a formula, and what one user has written over it: of each id the
 * link to the next one, added or removed. Says what may be answered: where the end of a write is
 * not known, that it was done and that it was not. An id is written no more after that, as such a
 * write may yet be done.
 *
 * <p>Belongs to one thread while it is written; safe for any number that only check.
 */
final class RemoteBook {
    static final long TYPE = 7;
    private static final int LIMIT = 100;
    private static final int LONG_EVERY = 10;
    private static final int LONG_LINKS = 8;

    /** So that buckets have many bytes and few ids, of which each is checked in the end. */
    private static final int DATA_BYTES = 400;

    private final int ids;

    /** What was acknowledged last; null where the link was removed. */
    private final Map<Long, @Nullable Link> written = new HashMap<>();

    /** What perhaps was written after that. */
    private final Map<Long, @Nullable Link> unknown = new HashMap<>();

    private long acknowledged;

    /** Of ids from 0 to {@code ids}, this one not included. */
    RemoteBook(int ids) {
        this.ids = ids;
    }

    int ids() {
        return ids;
    }

    long acknowledged() {
        return acknowledged;
    }

    long unknown() {
        return unknown.size();
    }

    /** The links of an id, to those that follow it: one, but of some ids more. */
    private static List<Link> loaded(long id1) {
        int count = id1 % LONG_EVERY == 0 ? LONG_LINKS : 1;
        List<Link> links = new ArrayList<>();
        for (long id2 = id1 + 1; id2 <= id1 + count; id2++) {
            String data = "loaded %d %d ".formatted(id1, id2);
            links.add(link(id1, id2, data + "x".repeat(DATA_BYTES - data.length())));
        }
        return links;
    }

    private static Link link(long id1, long id2, String data) {
        byte[] bytes = data.getBytes(StandardCharsets.US_ASCII);
        return new Link(id1, TYPE, id2, Visibility.VISIBLE, 0, id2, bytes);
    }

    /** The link of an id that is written, as the write of this number has it. */
    static Link own(long id1, long number) {
        byte[] data = "write %d".formatted(number).getBytes(StandardCharsets.US_ASCII);
        return new Link(id1, TYPE, id1 + 1, Visibility.VISIBLE, 0, 1_000_000 + number, data);
    }

    /** Writes all that is loaded. */
    void writeSource(Path file) throws IOException {
        try (BufferedWriter text = Files.newBufferedWriter(file)) {
            text.write("id1\tlink_type\tid2\ttime\tdata\n");
            for (long id = 0; id < ids; id++) {
                for (Link link : loaded(id)) {
                    String data = new String(link.data(), StandardCharsets.US_ASCII);
                    text.write(
                            "%d\t%d\t%d\t%d\t%s\n"
                                    .formatted(id, TYPE, link.id2(), link.time(), data));
                }
            }
        }
    }

    boolean mayBeWritten(long id1) {
        return !unknown.containsKey(id1);
    }

    /** The link of {@code id1} is this one now, or removed. */
    void wrote(long id1, @Nullable Link link) {
        written.put(id1, link);
        acknowledged++;
    }

    /** The same, perhaps. */
    void perhapsWrote(long id1, @Nullable Link link) {
        unknown.put(id1, link);
    }

    /** The query whose answer is checked. */
    static LinkQuery query(long id1) {
        return LinkQuery.newest(id1, TYPE, LIMIT);
    }

    /** Fails where the list is not one that {@code id1} may have. */
    void check(long id1, Answer<LinkList> answer) {
        List<Link> found = answer.value().links();
        Set<Link> distinct = Set.copyOf(found);
        assertEquals(found.size(), distinct.size(), "a link twice: " + found);
        for (int i = 1; i < found.size(); i++) {
            assertTrue(found.get(i - 1).time() >= found.get(i).time(), "not newest first");
        }
        if (answer.complete()) {
            assertTrue(
                    mayBe(id1).contains(distinct),
                    () -> "the list of %d: %s; it may be %s".formatted(id1, found, mayBe(id1)));
        } else {
            assertTrue(
                    mayBe(id1).stream().anyMatch(list -> list.containsAll(distinct)),
                    () -> "the partial list of %d: %s".formatted(id1, found));
            Optional<Link> own = found.stream().filter(one -> one.id2() == id1 + 1).findFirst();
            checkOwn(id1, new Answer<>(own, false));
        }
    }

    /** Fails where the count is not one that {@code id1} may have. */
    void checkCount(long id1, Answer<Long> answer) {
        boolean mayBe =
                mayBe(id1).stream()
                        .anyMatch(
                                list ->
                                        answer.complete()
                                                ? list.size() == answer.value()
                                                : list.size() >= answer.value());
        assertTrue(mayBe, () -> "the count of %d: %s".formatted(id1, answer));
    }

    /** Fails where the link that is written is not one that may be there. */
    void checkOwn(long id1, Answer<Optional<Link>> answer) {
        Optional<Link> found = answer.value();
        List<Optional<Link>> mayBe = ownOnes(id1);
        boolean mayCome = !answer.complete() && found.isEmpty() && !written.containsKey(id1);
        assertTrue(
                mayCome || mayBe.contains(found),
                () -> "the link of %d: %s; it may be %s".formatted(id1, answer, mayBe));
    }

    /** What the link may be that is written; empty where it may be away. */
    private List<Optional<Link>> ownOnes(long id1) {
        List<Optional<Link>> ones = new ArrayList<>();
        ones.add(
                written.containsKey(id1)
                        ? Optional.ofNullable(written.get(id1))
                        : Optional.of(loaded(id1).getFirst()));
        if (unknown.containsKey(id1)) {
            ones.add(Optional.ofNullable(unknown.get(id1)));
        }
        return ones;
    }

    private Set<Set<Link>> mayBe(long id1) {
        List<Link> loaded = loaded(id1);
        Set<Set<Link>> lists = new HashSet<>();
        for (Optional<Link> own : ownOnes(id1)) {
            Set<Link> list = new HashSet<>(loaded.subList(1, loaded.size()));
            own.ifPresent(list::add);
            lists.add(list);
        }
        return lists;
    }
}
