package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.GraphReader;
import sluice.model.HeldList;
import sluice.model.HeldLists;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.WholeList;

/**
 * Answers from the hot store alone where it holds the cold list whole: what is held stands in the
 * place of the cold list, and the hot rows before it, as always. Each answer is null where the list
 * is not held as the view has it, or the cold store has moved on: then both stores are to be asked.
 *
 * <p>What is held names the cold content that it is a copy of, which never changes. So it does not
 * matter when it was put there, and writers need not know of it.
 */
final class HeldAnswers {
    private final HotStore hot;
    private final ColdStore cold;
    private final ShadowMemo memo;
    private final HeldIndex index;

    HeldAnswers(HotStore hot, ColdStore cold, ShadowMemo memo, HeldIndex index) {
        this.hot = hot;
        this.cold = cold;
        this.memo = memo;
        this.index = index;
    }

    /** Somebody asks for this list. */
    void asked(long id1, long linkType) {
        index.asked(id1, linkType);
    }

    /** Whether hot rows may have gone that {@code view} does not have. */
    private boolean isPast(ColdView view) throws IOException {
        return cold.epoch() != view.epoch();
    }

    private boolean mayAnswer(long id1, long linkType, ColdView view) {
        return index.holds(id1, linkType, view.epoch());
    }

    /** The held list of {@code whole}, which was read after {@code view} was taken. */
    private @Nullable HeldList heldIn(WholeList whole, long id1, long linkType, ColdView view)
            throws IOException {
        if (isPast(view)) {
            return null;
        }
        return believed(whole.held(), id1, linkType, view);
    }

    private @Nullable HeldList believed(
            @Nullable HeldList held, long id1, long linkType, ColdView view) {
        if (held == null || !index.isOf(held.source(), view.epoch())) {
            index.missed(id1, linkType);
            return null;
        }
        return held;
    }

    @Nullable Answer<LinkList> linkList(LinkQuery query, ColdView view) throws IOException {
        long id1 = query.id1();
        long linkType = query.linkType();
        if (!mayAnswer(id1, linkType, view)) {
            return null;
        }
        try (WholeList whole = hot.held().list(id1, linkType)) {
            HeldList held = heldIn(whole, id1, linkType, view);
            if (held == null) {
                return null;
            }
            ListMerge.ColdPart below = part -> new Answer<>(held.linkList(part), true);
            Answer<LinkList> answer =
                    new ListMerge(query, whole.rows(), below, view.epoch()).answer();
            index.answered();
            return answer;
        }
    }

    /**
     * The link that {@code view} has, whatever row is before it; null also where it has no visible
     * one. Hot rows are not read here, so that none can have gone meanwhile.
     */
    @Nullable Answer<Optional<Link>> linkBelow(long id1, long linkType, long id2, ColdView view)
            throws IOException {
        if (!mayAnswer(id1, linkType, view)) {
            return null;
        }
        HeldList held = believed(hot.held().held(id1, linkType), id1, linkType, view);
        Optional<Link> found = held == null ? Optional.empty() : held.link(id2);
        if (found.isEmpty()) {
            return null;
        }
        index.answered();
        return new Answer<>(found, true);
    }

    @Nullable Answer<Long> count(long id1, long linkType, ColdView view) throws IOException {
        if (!mayAnswer(id1, linkType, view)) {
            return null;
        }
        HeldLists.Count count = hot.held().count(id1, linkType);
        if (isPast(view)) {
            return null;
        }
        HeldList.Source source = count.source();
        if (source == null || !index.isOf(source, view.epoch())) {
            index.missed(id1, linkType);
            return null;
        }
        HotHeader header = count.header();
        long links = count.links();
        if (!header.isOf(view.epoch())) {
            try (WholeList whole = hot.held().list(id1, linkType)) {
                HeldList held = heldIn(whole, id1, linkType, view);
                if (held == null) {
                    return null;
                }
                header = counted(whole, held, id1, linkType, view);
                links = held.links().size();
            }
        }
        index.answered();
        return new Answer<>(links + header.visible() - header.shadowed(), true);
    }

    /** The list's header, its shadowed links counted. */
    private HotHeader counted(
            WholeList whole, HeldList held, long id1, long linkType, ColdView view)
            throws IOException {
        HotHeader header = whole.rows().header();
        if (header.isOf(view.epoch())) {
            return header;
        }
        Set<Long> visible = new HashSet<>();
        for (int index = 0; index < held.links().size(); index++) {
            visible.add(held.links().id2(index));
        }
        long[] id2s = whole.rows().id2s();
        long shadowed = 0;
        for (long id2 : id2s) {
            shadowed += visible.contains(id2) ? 1 : 0;
        }
        HotHeader counted = new HotHeader(header.rows(), header.visible(), shadowed, view.epoch());
        memo.found(id1, linkType, id2s, counted, view);
        return counted;
    }

    /** The cold store is asked for those links alone that are not visible in what is held. */
    @Nullable Answer<List<Link>> links(long id1, long linkType, long[] id2s, ColdView view)
            throws IOException {
        if (!mayAnswer(id1, linkType, view)) {
            return null;
        }
        Map<Long, Link> below = new HashMap<>();
        Map<Long, HotLink> rows = new HashMap<>();
        List<Long> missing = new ArrayList<>();
        try (WholeList whole = hot.held().list(id1, linkType)) {
            HeldList held = heldIn(whole, id1, linkType, view);
            if (held == null) {
                return null;
            }
            for (long id2 : id2s) {
                HotLink row = whole.rows().link(id2);
                if (row != null) {
                    rows.put(id2, row);
                }
                if (row == null || row.kind() == HotLink.Kind.HIDES) {
                    held.link(id2)
                            .ifPresentOrElse(link -> below.put(id2, link), () -> missing.add(id2));
                }
            }
        }
        boolean complete = true;
        if (missing.isEmpty()) {
            index.answered();
        } else {
            GraphReader asked = EmptyView.below(view, id1);
            long[] keys = missing.stream().mapToLong(Long::longValue).toArray();
            Answer<List<Link>> found = asked.links(id1, linkType, keys);
            complete = found.complete();
            found.value().forEach(link -> below.put(link.id2(), link));
        }
        return new Answer<>(merged(rows, below, id2s), complete);
    }

    private static List<Link> merged(Map<Long, HotLink> rows, Map<Long, Link> below, long[] id2s) {
        List<Link> links = new ArrayList<>();
        for (long id2 : id2s) {
            Optional<Link> found = Optional.ofNullable(below.get(id2));
            HotLink row = rows.get(id2);
            (row == null ? found : row.over(found)).ifPresent(links::add);
        }
        return List.copyOf(links);
    }
}
