package sluice.model;

/** The reference does what every graph store does. */
class MemoryGraphTest extends GraphStoreConformance {

    @Override
    protected GraphStore open(long firstNodeId) {
        return new MemoryGraph(firstNodeId);
    }
}
