package sluice.generate;

import sluice.generate.LinkBenchOptions.Profile;

/**
 * How many links each id has of each type before the first request: what the load makes, and what
 * requests that look for an existing link reckon with. Safe for any number of threads.
 *
 * @param types how many link types there are
 */
public record InitialLinks(DegreeRule degrees, Profile profile, int types) {

    /** The degrees of a curve: the popular ids are those that are popular with requests too. */
    public static DegreeRule ofCurve(OutDegrees curve, long firstId, long ids) {
        RankPermutation ranks = new RankPermutation(ids, RankPermutation.CORRELATED_SEED);
        return id -> curve.degree(1 - (double) ranks.rank(id - firstId) / ids);
    }

    /** The links of one id and of type number {@code type}, from 0. */
    public long count(long id, int type) {
        return share(degrees.degree(id), type);
    }

    /** How many of {@code degree} links are of type number {@code type}. */
    long share(long degree, int type) {
        long each = degree / types;
        long odd =
                switch (profile) {
                    case LEGACY -> degree - each;
                    case CORRECTED -> degree % types;
                };
        return type < odd ? each + 1 : each;
    }
}
