package sluice.plan;

/** How a plan is chosen among those of all insert limits that are tried. */
public enum PlanMode {
    /** The plan whose limits let expect the least cost, as in the paper. */
    PAPER,
    /** The plan that costs least. */
    ACHIEVED,
    /** The plan that costs least after the best ones were refined by single moves. */
    REFINED,
    /** As refined, and then by pairs of moves where the table is small enough. */
    EXCHANGED,
    /** As exchanged, and the best plan there is where the table is smaller still: the usual. */
    EXACT
}
