package sluice.linkbench.run;

/** Hears how far a run is; called by the threads of the run, one after the other. */
public interface LinkBenchEvents {
    /** Something makes figures less comparable. */
    default void warned(String warning) {}

    /** The graph is in the store. */
    default void loaded(LoadPhaseResult result) {}

    /** A second of the measured phase is over. */
    default void second(Interval interval) {}

    /** The counts are being checked. */
    default void verifying() {}
}
