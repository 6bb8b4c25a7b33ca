package sluice.linkbench.run;

/**
 * What the load phase did.
 *
 * @param links written to the store; where id2s are random, some of them replace others
 */
public record LoadPhaseResult(long nodes, long links, int loaders, long seed, long nanos) {

    /** Links a second, nodes beside them. */
    public double linksPerSecond() {
        return links * 1e9 / Math.max(1, nanos);
    }
}
