package sluice.cli;

import java.util.BitSet;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/**
 * Looks at all links of a graph of {@link Rings} and tells which nodes are missing. Takes two bits
 * for each node.
 */
final class RingCheck implements GraphReader.Visitor {
    private final Rings rings;
    private final BitSet defined;
    private final BitSet referenced;
    private long links;
    private long strange;

    RingCheck(Rings rings) {
        this.rings = rings;
        this.defined = new BitSet(rings.count());
        this.referenced = new BitSet(rings.count());
    }

    /**
     * What was found.
     *
     * @param undefined nodes that are named and are not there
     * @param unreferenced nodes that are there and not named
     * @param strange links that the generator does not make, and nodes that are named twice
     */
    record Found(long links, long undefined, long unreferenced, long strange) {
        /** What must be there in the end. */
        static Found expected(Rings rings) {
            return new Found(rings.links(), 0, rings.unreferenced(), 0);
        }
    }

    @Override
    public void node(Node node) {
        strange++;
    }

    @Override
    public void link(Link link) {
        links++;
        int from = rings.index(link.id1());
        int to = rings.index(link.id2());
        if (from < 0 || to < 0 || (link.linkType() == Rings.BEGINS && from != to)) {
            strange++;
            return;
        }
        defined.set(from);
        if (link.linkType() != Rings.BEGINS) {
            strange += referenced.get(to) ? 1 : 0;
            referenced.set(to);
        }
    }

    Found found() {
        BitSet undefined = (BitSet) referenced.clone();
        undefined.andNot(defined);
        BitSet unreferenced = (BitSet) defined.clone();
        unreferenced.andNot(referenced);
        return new Found(links, undefined.cardinality(), unreferenced.cardinality(), strange);
    }
}
