package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/** Takes a share of the ids from one way to choose them, the others from a second one. */
record BlendedAccess(double share, IdAccess first, IdAccess second) implements IdAccess {

    @Override
    public long next(RandomGenerator random) {
        return random.nextDouble() < share ? first.next(random) : second.next(random);
    }

    @Override
    public IdAccess forRequester() {
        return new BlendedAccess(share, first.forRequester(), second.forRequester());
    }
}
