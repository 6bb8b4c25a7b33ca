package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/** Chooses ids for one role, such as nodes to read. */
public sealed interface IdAccess permits RankedAccess, BuiltInAccess, BlendedAccess {

    /** The next id. */
    long next(RandomGenerator random);

    /** The same for one more requester: what is remembered from call to call begins anew. */
    IdAccess forRequester();
}
