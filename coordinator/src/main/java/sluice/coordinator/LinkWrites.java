package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.Deletion;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * Writes links: what they mean for the hot store's rows and headers. The writers of one list hold
 * its lock while they read what is there and write what shall be; they wait for the disk without
 * it.
 *
 * <p>Under the lock no row of the list leaves the hot store, so that a view that is taken after the
 * hot row was looked for, and not found, has what there is.
 */
final class LinkWrites implements ShadowMemo {
    private final HotStore hot;
    private final ColdStore cold;
    private final StripedLocks locks;

    LinkWrites(HotStore hot, ColdStore cold, StripedLocks locks) {
        this.hot = hot;
        this.cold = cold;
        this.locks = locks;
    }

    /** Puts {@code link}; says whether there was one of its key, visible or hidden. */
    Answer<Boolean> put(Link link) throws IOException {
        Answer<Boolean> existed;
        ReentrantLock lock = locks.of(link.id1(), link.linkType());
        lock.lock();
        try {
            HotLink before = hot.link(link.id1(), link.linkType(), link.id2());
            HotLink row = new HotLink(HotLink.Kind.LINK, link, hot.nextSequence());
            if (before != null && before.kind() != HotLink.Kind.HIDES) {
                existed = new Answer<>(before.kind() == HotLink.Kind.LINK, true);
                replace(before, row);
            } else {
                try (ColdView view = cold.view()) {
                    Answer<Optional<Link>> below = below(view, link);
                    existed = new Answer<>(below.value().isPresent(), below.complete());
                    putOver(view, below, before, row);
                }
            }
        } finally {
            lock.unlock();
        }
        hot.awaitDurable();
        return existed;
    }

    /** Hides or removes the link of this key; says whether there was one, visible or hidden. */
    Answer<Boolean> delete(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        Outcome outcome;
        ReentrantLock lock = locks.of(id1, linkType);
        lock.lock();
        try {
            HotLink before = hot.link(id1, linkType, id2);
            outcome =
                    before != null && before.kind() != HotLink.Kind.HIDES
                            ? deleteRow(before, deletion)
                            : deleteOver(before, id1, linkType, id2, deletion);
        } finally {
            lock.unlock();
        }
        if (outcome.written()) {
            hot.awaitDurable();
        }
        return outcome.existed();
    }

    /** Whether there was a link, and whether something was written. */
    private record Outcome(Answer<Boolean> existed, boolean written) {}

    /** Deletes a link of which the hot store knows whether there is one. */
    private Outcome deleteRow(HotLink before, Deletion deletion) throws IOException {
        if (before.kind() != HotLink.Kind.LINK) {
            return new Outcome(new Answer<>(false, true), false);
        }
        Link link = before.link();
        boolean changes = before.isVisible() || deletion == Deletion.EXPUNGE;
        if (changes) {
            replace(
                    before,
                    switch (deletion) {
                        case EXPUNGE -> mark(HotLink.Kind.EXPUNGED, link);
                        case HIDE ->
                                new HotLink(
                                        HotLink.Kind.LINK,
                                        HotLink.hidden(link),
                                        hot.nextSequence());
                    });
        }
        return new Outcome(new Answer<>(true, true), changes);
    }

    /**
     * Deletes a link that only the cold store can have. While a load copies its source, it is
     * deleted whether it is there or not: the load's row may yet come, or a better one.
     */
    private Outcome deleteOver(
            @Nullable HotLink before, long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        HotLink.Kind kind =
                switch (deletion) {
                    case HIDE -> HotLink.Kind.HIDES;
                    case EXPUNGE -> HotLink.Kind.EXPUNGED;
                };
        try (ColdView view = cold.view()) {
            Answer<Optional<Link>> below = EmptyView.below(view, id1).link(id1, linkType, id2);
            boolean mayCome = below.value().isPresent() || !below.complete();
            boolean changes = mayCome && (before == null || before.kind() != kind);
            if (changes) {
                // A number that is used for no write is given again after a restart.
                long sequence = hot.nextSequence();
                putOver(view, below, before, HotLink.mark(kind, id1, linkType, id2, sequence));
            }
            return new Outcome(new Answer<>(below.value().isPresent(), below.complete()), changes);
        }
    }

    private HotLink mark(HotLink.Kind kind, Link key) throws IOException {
        return HotLink.mark(kind, key.id1(), key.linkType(), key.id2(), hot.nextSequence());
    }

    private static Answer<Optional<Link>> below(ColdView view, Link key) throws IOException {
        return EmptyView.below(view, key.id1()).link(key.id1(), key.linkType(), key.id2());
    }

    private void replace(HotLink before, HotLink row) throws IOException {
        HotHeader header = hot.header(row.link().id1(), row.link().linkType());
        hot.putLink(before, row, header.replacing(before, row));
    }

    /** Where it is not known what is below, what is shadowed is to be found out. */
    private void putOver(
            ColdView view, Answer<Optional<Link>> below, @Nullable HotLink before, HotLink row)
            throws IOException {
        if (before != null) {
            replace(before, row);
            return;
        }
        HotHeader header = hot.header(row.link().id1(), row.link().linkType());
        boolean overVisible =
                below.value().filter(link -> link.visibility() == Visibility.VISIBLE).isPresent();
        long epoch = below.complete() ? view.epoch() : HotHeader.NO_EPOCH;
        hot.putLink(null, row, header.adding(row, overVisible, epoch));
    }

    /**
     * Takes those of {@code rows}, which are of one list, out of the hot store that nobody has
     * written since: the cold store's present view has them.
     */
    void drop(long id1, long linkType, List<HotLink> rows) throws IOException {
        ReentrantLock lock = locks.of(id1, linkType);
        lock.lock();
        try {
            List<HotLink> unchanged = new ArrayList<>();
            long visible = 0;
            for (HotLink row : rows) {
                HotLink now = hot.link(id1, linkType, row.link().id2());
                if (now != null && now.sequence() == row.sequence()) {
                    unchanged.add(now);
                    visible += now.isVisible() ? 1 : 0;
                }
            }
            HotHeader before = hot.header(id1, linkType);
            long left = before.rows() - unchanged.size();
            HotHeader header =
                    left == 0
                            ? HotHeader.EMPTY
                            : new HotHeader(
                                    left, before.visible() - visible, 0, HotHeader.NO_EPOCH);
            hot.removeLinks(id1, linkType, unchanged, header);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a count for the next ones, where it is still true and nobody is writing just now. */
    @Override
    public void found(long id1, long linkType, long[] id2s, HotHeader counted, ColdView view)
            throws IOException {
        ReentrantLock lock = locks.of(id1, linkType);
        if (!lock.tryLock()) {
            return;
        }
        try (HotList list = hot.list(id1, linkType)) {
            // Rows may have come and gone: what is shadowed depends on the keys and the epoch.
            if (cold.epoch() == view.epoch() && Arrays.equals(list.id2s(), id2s)) {
                HotHeader now = list.header();
                hot.putHeader(
                        id1,
                        linkType,
                        new HotHeader(
                                now.rows(), now.visible(), counted.shadowed(), counted.epoch()));
            }
        } finally {
            lock.unlock();
        }
    }
}
