package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.GraphReader;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotStore;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * Answers from a hot and a cold store at once, with what there is. Safe for any number of threads.
 *
 * <p>Nothing is locked. A row leaves the hot store only after the cold store's epoch has moved on
 * from that of every view without it. So an answer takes a view first, reads the hot store then, at
 * one moment, and begins anew when the epoch is no longer the view's: else it could miss a row on
 * its way from one to the other. After that moment it may take as long as it likes.
 *
 * <p>Cost above that of the cold store: one point read where the hot store has nothing of the list
 * or key. A list that the hot store holds whole costs no read of the cold store.
 */
final class MergedReader implements GraphReader {
    private static final int ID2S_ASKED_AT_ONCE = 4096;

    private final HotStore hot;
    private final ColdStore cold;
    private final ShadowMemo memo;
    private final HeldAnswers held;

    MergedReader(HotStore hot, ColdStore cold, ShadowMemo memo, HeldIndex index) {
        this.hot = hot;
        this.cold = cold;
        this.memo = memo;
        this.held = new HeldAnswers(hot, cold, memo, index);
    }

    private boolean isPast(ColdView view) throws IOException {
        return cold.epoch() != view.epoch();
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        // One key: what the hot store lacks now is in every view that is taken from now on.
        HotNode row = hot.node(id);
        if (row != null && row.whole()) {
            return new Answer<>(row.over(Optional.empty()), true);
        }
        try (ColdView view = cold.view()) {
            Answer<Optional<Node>> found = EmptyView.below(view, id).node(id);
            return row == null ? found : new Answer<>(row.over(found.value()), found.complete());
        }
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        held.asked(id1, linkType);
        HotLink row = hot.link(id1, linkType, id2);
        if (row != null && row.kind() != HotLink.Kind.HIDES) {
            return new Answer<>(row.over(Optional.empty()), true);
        }
        try (ColdView view = cold.view()) {
            Answer<Optional<Link>> found = held.linkBelow(id1, linkType, id2, view);
            if (found == null) {
                found = EmptyView.below(view, id1).link(id1, linkType, id2);
            }
            return row == null ? found : new Answer<>(row.over(found.value()), found.complete());
        }
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        held.asked(id1, linkType);
        while (true) {
            try (ColdView view = cold.view()) {
                Answer<List<Link>> whole = held.links(id1, linkType, id2s, view);
                if (whole != null) {
                    return whole;
                }
                HotLink[] rows = new HotLink[id2s.length];
                boolean hasRows;
                try (HotList list = hot.list(id1, linkType)) {
                    if (isPast(view)) {
                        continue;
                    }
                    hasRows = list.header().rows() > 0;
                    for (int i = 0; hasRows && i < rows.length; i++) {
                        rows[i] = list.link(id2s[i]);
                    }
                }
                GraphReader below = EmptyView.below(view, id1);
                return hasRows
                        ? links(below, rows, id1, linkType, id2s)
                        : below.links(id1, linkType, id2s);
            }
        }
    }

    private static Answer<List<Link>> links(
            GraphReader below, HotLink[] rows, long id1, long linkType, long[] id2s)
            throws IOException {
        List<Link> links = new ArrayList<>();
        boolean complete = true;
        for (int i = 0; i < rows.length; i++) {
            HotLink row = rows[i];
            Optional<Link> found = Optional.empty();
            if (row == null || row.kind() == HotLink.Kind.HIDES) {
                Answer<Optional<Link>> answer = below.link(id1, linkType, id2s[i]);
                complete &= answer.complete();
                found = answer.value();
            }
            (row == null ? found : row.over(found)).ifPresent(links::add);
        }
        return new Answer<>(List.copyOf(links), complete);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        long id1 = query.id1();
        long linkType = query.linkType();
        held.asked(id1, linkType);
        while (true) {
            try (ColdView view = cold.view()) {
                Answer<LinkList> whole = held.linkList(query, view);
                if (whole != null) {
                    return whole;
                }
                // Its header comes with it: of a short list all is read in one question.
                try (HotList list = hot.list(id1, linkType)) {
                    if (!isPast(view)) {
                        GraphReader below = EmptyView.below(view, id1);
                        return new ListMerge(query, list, below::linkList, view.epoch()).answer();
                    }
                }
            }
        }
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        held.asked(id1, linkType);
        while (true) {
            try (ColdView view = cold.view()) {
                Answer<Long> whole = held.count(id1, linkType, view);
                if (whole != null) {
                    return whole;
                }
                HotHeader header = hot.header(id1, linkType);
                if (isPast(view)) {
                    continue;
                }
                Answer<Long> below = EmptyView.below(view, id1).count(id1, linkType);
                if (header.isOf(view.epoch())) {
                    return with(header, below);
                }
                try (HotList list = hot.list(id1, linkType)) {
                    if (!isPast(view)) {
                        return counted(list, id1, linkType, view, below);
                    }
                }
            }
        }
    }

    private static Answer<Long> with(HotHeader header, Answer<Long> below) {
        long count = below.value() + header.visible() - header.shadowed();
        return new Answer<>(count, below.complete());
    }

    /** As {@link #with}, with the list's header, its shadowed links counted. */
    private Answer<Long> counted(
            HotList list, long id1, long linkType, ColdView view, Answer<Long> below)
            throws IOException {
        HotHeader header = list.header();
        if (header.isOf(view.epoch())) {
            return with(header, below);
        }
        long shadowed = 0;
        boolean complete = below.complete();
        long[] id2s = list.id2s();
        if (below.value() > 0) {
            for (int from = 0; from < id2s.length; from += ID2S_ASKED_AT_ONCE) {
                int to = Math.min(id2s.length, from + ID2S_ASKED_AT_ONCE);
                Answer<List<Link>> asked =
                        view.links(id1, linkType, Arrays.copyOfRange(id2s, from, to));
                complete &= asked.complete();
                shadowed +=
                        asked.value().stream()
                                .filter(link -> link.visibility() == Visibility.VISIBLE)
                                .count();
            }
        }
        HotHeader counted = new HotHeader(header.rows(), header.visible(), shadowed, view.epoch());
        if (complete) {
            memo.found(id1, linkType, id2s, counted, view);
        }
        return with(counted, new Answer<>(below.value(), complete));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        while (true) {
            try (ColdView view = cold.view()) {
                List<Long> hotTypes = hot.types(id1);
                if (isPast(view)) {
                    continue;
                }
                Answer<List<TypeCount>> below = EmptyView.below(view, id1).types(id1);
                if (hotTypes.isEmpty()) {
                    return below;
                }
                TreeMap<Long, Long> counts = new TreeMap<>(Long::compareUnsigned);
                below.value().forEach(type -> counts.put(type.linkType(), type.count()));
                boolean complete = below.complete();
                for (long type : hotTypes) {
                    Answer<Long> count = count(id1, type);
                    counts.put(type, count.value());
                    complete &= count.complete();
                }
                List<TypeCount> types = new ArrayList<>();
                counts.forEach(
                        (type, count) -> {
                            if (count > 0) {
                                types.add(new TypeCount(type, count));
                            }
                        });
                return new Answer<>(List.copyOf(types), complete);
            }
        }
    }

    /**
     * Ids with hot rows of the type are candidates, whatever the rows say: their values are found
     * out by who asks, and marks take values away.
     */
    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        while (true) {
            try (ColdView view = cold.view()) {
                // One more than is wanted tells whether there are more.
                int wanted = (int) Math.min(Integer.MAX_VALUE, query.limit() + 1L);
                long[] hotIds = hot.idsOf(query.type(), query.firstId(), wanted);
                if (!isPast(view)) {
                    Answer<IndexedIds> below = view.indexed(query);
                    return new Answer<>(
                            Candidates.merged(hotIds, below.value(), query.limit()),
                            below.complete());
                }
            }
        }
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        while (true) {
            try (ColdView view = cold.view();
                    MergedScan scan = new MergedScan(hot.scan(), visitor)) {
                if (!isPast(view)) {
                    boolean complete = view.scan(scan);
                    scan.end();
                    return complete;
                }
            }
        }
    }

    @Override
    public void close() {}
}
