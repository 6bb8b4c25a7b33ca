package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.Deletion;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotPut;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * Writes links: what they mean for the hot store's rows and headers. The writers of one list hold
 * its lock while they read what is there and write what shall be; they wait for the disk without
 * it. If the cold store keeps links in both directions, both rows are written at once, under the
 * locks of both lists.
 *
 * <p>Under the lock no row of the list leaves the hot store, so that a view that is taken after the
 * hot row was looked for, and not found, has what there is.
 */
final class LinkWrites implements ShadowMemo {
    private static final byte[] NO_DATA = {};

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
        return write(link, this::putting);
    }

    /** Hides or removes the link of this key; says whether there was one, visible or hidden. */
    Answer<Boolean> delete(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        Link key = new Link(id1, linkType, id2, Visibility.VISIBLE, 0, 0, NO_DATA);
        return write(key, each -> deleting(each, deletion));
    }

    /** Whether there was a link of a key, and what is to be put; null if nothing changes. */
    private record Planned(Answer<Boolean> existed, @Nullable HotPut put) {}

    /** Plans a write of one key, whose list is locked. */
    private interface Planning {
        Planned of(Link link) throws IOException;
    }

    /** Writes a link, and the same link the other way, if the store keeps it: both, or none. */
    private Answer<Boolean> write(Link link, Planning planning) throws IOException {
        OptionalLong otherWay = cold.otherWay(link.linkType());
        Link back = otherWay.isEmpty() ? null : turned(link, otherWay.getAsLong());
        Answer<Boolean> existed;
        boolean written;
        try (StripedLocks.Held _ = locks.hold(list(link), back == null ? null : list(back))) {
            Planned there = planning.of(link);
            existed = there.existed();
            written = put(there.put(), back == null ? null : planning.of(back).put());
        }
        if (written) {
            hot.awaitDurable();
        }
        return existed;
    }

    private static StripedLocks.OfList list(Link link) {
        return new StripedLocks.OfList(link.id1(), link.linkType());
    }

    private static Link turned(Link link, long linkType) {
        return new Link(
                link.id2(),
                linkType,
                link.id1(),
                link.visibility(),
                link.version(),
                link.time(),
                link.data());
    }

    /** Puts what there is; says whether there is something. */
    private boolean put(@Nullable HotPut there, @Nullable HotPut back) throws IOException {
        if (there != null && back != null) {
            hot.putBoth(there, back);
            return true;
        }
        HotPut only = there != null ? there : back;
        if (only == null) {
            return false;
        }
        hot.putLink(only.before(), only.row(), only.header());
        return true;
    }

    private Planned putting(Link link) throws IOException {
        HotLink before = hot.link(link.id1(), link.linkType(), link.id2());
        HotLink row = new HotLink(HotLink.Kind.LINK, link, hot.nextSequence());
        if (before != null && before.kind() != HotLink.Kind.HIDES) {
            Answer<Boolean> existed = new Answer<>(before.kind() == HotLink.Kind.LINK, true);
            return new Planned(existed, replacing(before, row));
        }
        try (ColdView view = cold.view()) {
            Answer<Optional<Link>> below = below(view, link);
            Answer<Boolean> existed = new Answer<>(below.value().isPresent(), below.complete());
            return new Planned(existed, puttingOver(view, below, before, row));
        }
    }

    private Planned deleting(Link key, Deletion deletion) throws IOException {
        HotLink before = hot.link(key.id1(), key.linkType(), key.id2());
        return before != null && before.kind() != HotLink.Kind.HIDES
                ? deletingRow(before, deletion)
                : deletingOver(before, key, deletion);
    }

    /** Deletes a link of which the hot store knows whether there is one. */
    private Planned deletingRow(HotLink before, Deletion deletion) throws IOException {
        if (before.kind() != HotLink.Kind.LINK) {
            return new Planned(new Answer<>(false, true), null);
        }
        Link link = before.link();
        Answer<Boolean> existed = new Answer<>(true, true);
        boolean changes = before.isVisible() || deletion == Deletion.EXPUNGE;
        if (!changes) {
            return new Planned(existed, null);
        }
        HotLink row =
                switch (deletion) {
                    case EXPUNGE -> mark(HotLink.Kind.EXPUNGED, link);
                    case HIDE ->
                            new HotLink(
                                    HotLink.Kind.LINK, HotLink.hidden(link), hot.nextSequence());
                };
        return new Planned(existed, replacing(before, row));
    }

    /**
     * Deletes a link that only the cold store can have. While a load copies its source, it is
     * deleted whether it is there or not: the load's row may yet come, or a better one.
     */
    private Planned deletingOver(@Nullable HotLink before, Link key, Deletion deletion)
            throws IOException {
        HotLink.Kind kind =
                switch (deletion) {
                    case HIDE -> HotLink.Kind.HIDES;
                    case EXPUNGE -> HotLink.Kind.EXPUNGED;
                };
        try (ColdView view = cold.view()) {
            Answer<Optional<Link>> below = below(view, key);
            Answer<Boolean> existed = new Answer<>(below.value().isPresent(), below.complete());
            boolean mayCome = below.value().isPresent() || !below.complete();
            boolean changes = mayCome && (before == null || before.kind() != kind);
            if (!changes) {
                return new Planned(existed, null);
            }
            // A number that is used for no write is given again after a restart.
            return new Planned(existed, puttingOver(view, below, before, mark(kind, key)));
        }
    }

    private HotLink mark(HotLink.Kind kind, Link key) throws IOException {
        return HotLink.mark(kind, key.id1(), key.linkType(), key.id2(), hot.nextSequence());
    }

    private static Answer<Optional<Link>> below(ColdView view, Link key) throws IOException {
        return EmptyView.below(view, key.id1()).link(key.id1(), key.linkType(), key.id2());
    }

    private HotPut replacing(HotLink before, HotLink row) throws IOException {
        HotHeader header = hot.header(row.link().id1(), row.link().linkType());
        return new HotPut(before, row, header.replacing(before, row));
    }

    /** Where it is not known what is below, what is shadowed is to be found out. */
    private HotPut puttingOver(
            ColdView view, Answer<Optional<Link>> below, @Nullable HotLink before, HotLink row)
            throws IOException {
        if (before != null) {
            return replacing(before, row);
        }
        HotHeader header = hot.header(row.link().id1(), row.link().linkType());
        boolean overVisible =
                below.value().filter(link -> link.visibility() == Visibility.VISIBLE).isPresent();
        long epoch = below.complete() ? view.epoch() : HotHeader.NO_EPOCH;
        return new HotPut(null, row, header.adding(row, overVisible, epoch));
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
