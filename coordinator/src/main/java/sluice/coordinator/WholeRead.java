package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.coordinator.decision.ListKey;
import sluice.model.Answer;
import sluice.model.ColdView;
import sluice.model.HeldList;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;
import sluice.model.LinkQuery;

/**
 * Reads a list of a cold store whole if it is not too large, and else no further than it takes to
 * know that: in parts, each about as long as what was read lets expect to fit. Most lists are one
 * request, the longest a few.
 */
final class WholeRead {
    private static final int LINKS_AT_FIRST = 16;
    private static final int GROWTH = 4;

    private final ColdView view;
    private final ListKey list;
    private final LinkListBuilder links;
    private boolean complete = true;
    private long bytes;

    /** From where the next part is read: so many links of this time were read. */
    private long maxTime = Long.MAX_VALUE;

    private long ofMaxTime;

    private WholeRead(ColdView view, ListKey list) {
        this.view = view;
        this.list = list;
        this.links = new LinkListBuilder(list.id1(), list.linkType(), LINKS_AT_FIRST);
        this.bytes = HeldList.lengthBytes(LinkList.of(list.id1(), list.linkType(), List.of()));
    }

    /** The list; empty where it has more links, or would take more bytes to be held. */
    static Optional<Answer<LinkList>> read(ColdView view, ListKey list, int linksMax, long bytesMax)
            throws IOException {
        WholeRead read = new WholeRead(view, list);
        long wanted = LINKS_AT_FIRST;
        while (true) {
            int limit = (int) Math.min(wanted, linksMax - read.links.size() + 1L);
            boolean isLast = read.readPart(limit);
            if (read.links.size() > linksMax || read.bytes > bytesMax) {
                return Optional.empty();
            }
            if (isLast) {
                return Optional.of(new Answer<>(read.links.build(), read.complete));
            }
            long averageBytes = read.bytes / read.links.size();
            wanted = Math.min(GROWTH * wanted, (bytesMax - read.bytes) / averageBytes + 1);
        }
    }

    /** Says whether the list ends here. */
    private boolean readPart(int limit) throws IOException {
        long id1 = list.id1();
        long linkType = list.linkType();
        LinkQuery query = new LinkQuery(id1, linkType, Long.MIN_VALUE, maxTime, ofMaxTime, limit);
        Answer<LinkList> answer = view.linkList(query);
        LinkList part = answer.value();
        complete &= answer.complete();
        long head = HeldList.lengthBytes(LinkList.of(id1, linkType, List.of()));
        bytes += HeldList.lengthBytes(part) - head;
        for (int index = 0; index < part.size(); index++) {
            links.add(part, index);
            ofMaxTime = part.time(index) == maxTime ? ofMaxTime + 1 : 1;
            maxTime = part.time(index);
        }
        return part.size() < limit;
    }
}
