package sluice.plan.run;

/** A store whose table is cut into ranges on several servers. */
public interface Ranged {
    /** The ranges; they end with this store. */
    RangeStore ranges();
}
