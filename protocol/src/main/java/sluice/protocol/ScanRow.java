package sluice.protocol;

import sluice.model.Link;
import sluice.model.Node;

/** What a scan shows: one node or one link. */
public sealed interface ScanRow {
    /** A node. */
    record OfNode(Node node) implements ScanRow {}

    /** A link. */
    record OfLink(Link link) implements ScanRow {}
}
