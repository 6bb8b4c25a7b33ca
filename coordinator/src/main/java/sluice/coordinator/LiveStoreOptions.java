package sluice.coordinator;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.HotListOptions;
import sluice.load.job.LoadOptions;
import sluice.load.remote.RemoteStore;

/**
 * How a {@link LiveStore} loads and absorbs, when it does so without being asked, and where it
 * builds.
 *
 * @param load memory and threads of loads and absorptions
 * @param built where buckets are built, if not into segments
 * @param copied which lists the hot store holds whole; if empty, none is copied, and what is held
 *     is left alone
 * @param firstNodeId of the first node that is added online; without it the first above all that
 *     were loaded, and 2^62 while a load copies its source or where ids are names
 */
public record LiveStoreOptions(
        LoadOptions load,
        DecisionOptions decisions,
        Optional<Built> built,
        Optional<Copied> copied,
        OptionalLong firstNodeId) {

    /**
     * Where buckets are built, when not into segments.
     *
     * @param remote the cold store, which stays its owner's
     * @param searchRuns whether a bucket is answered from its runs until it is built; else whoever
     *     asks for it waits
     */
    public record Built(RemoteStore remote, boolean searchRuns) {}

    /**
     * Which lists of a cold store outside are copied into the hot store.
     *
     * @param random what the store gets its name from, by which it knows its copies again
     */
    public record Copied(HotListOptions options, LongSupplier random) {}

    /** Builds into segments, copies no list and numbers nodes above those that were loaded. */
    public static LiveStoreOptions of(LoadOptions load, DecisionOptions decisions) {
        return new LiveStoreOptions(
                load, decisions, Optional.empty(), Optional.empty(), OptionalLong.empty());
    }

    /** The same with the first node that is added online having the id {@code id}. */
    public LiveStoreOptions numberingNodesFrom(long id) {
        return new LiveStoreOptions(load, decisions, built, copied, OptionalLong.of(id));
    }

    /** The same with buckets built into {@code remote}. */
    public LiveStoreOptions buildingInto(RemoteStore remote, boolean searchRuns) {
        return new LiveStoreOptions(
                load, decisions, Optional.of(new Built(remote, searchRuns)), copied, firstNodeId);
    }

    /** The same with lists copied as {@code lists} allow; see {@link Copied#random}. */
    public LiveStoreOptions copying(HotListOptions lists, LongSupplier random) {
        return new LiveStoreOptions(
                load, decisions, built, Optional.of(new Copied(lists, random)), firstNodeId);
    }
}
