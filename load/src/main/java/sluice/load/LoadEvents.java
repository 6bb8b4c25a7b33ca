package sluice.load;

import sluice.store.Manifest;

/** What a load tells while it runs. Called by the load's threads; must return soon. */
public interface LoadEvents {
    /** Tells nothing and never stops. */
    LoadEvents NONE = new LoadEvents() {};

    /** A new manifest is the store's. */
    default void published(Manifest manifest) {}

    /** Every query can be answered completely from now on. */
    default void uptime() {}

    /** Whether the load shall stop soon, soundly, so that the same command can go on. */
    default boolean stopRequested() {
        return false;
    }
}
