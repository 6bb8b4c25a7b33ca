package sluice.linkbench.workload;

import java.util.Locale;
import java.util.Optional;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.generate.RankPermutation;

/** Makes the ways to choose ids of settings. */
final class AccessReader {
    private static final String FUNCTION = "function";

    private final Configuration settings;
    private final Profile profile;
    private final DistributionReader distributions;
    private final long firstId;
    private final long count;

    AccessReader(Configuration settings, Profile profile, long firstId, long count) {
        this.settings = settings;
        this.profile = profile;
        distributions = new DistributionReader(settings, profile);
        this.firstId = firstId;
        this.count = count;
    }

    IdAccess linkReads() {
        return blended(
                "read_uncorr_",
                "read_function",
                access("read_", "link_reads", RankPermutation.CORRELATED_SEED));
    }

    /** The original takes the settings of uncorrelated reads for uncorrelated writes too. */
    IdAccess linkWrites() {
        String uncorrelated =
                switch (profile) {
                    case LEGACY -> "read_uncorr_";
                    case CORRECTED -> "write_uncorr_";
                };
        return blended(
                uncorrelated,
                "write_function",
                access("write_", "link_writes", RankPermutation.CORRELATED_SEED));
    }

    /** For nodes; {@code measured} names the accesses that REAL stands for, if it may stand. */
    IdAccess nodes(String prefix, String measured) {
        return access(prefix, measured, RankPermutation.NODE_SEED);
    }

    private IdAccess blended(String prefix, String otherFunction, IdAccess correlated) {
        Optional<String> blend = settings.optional(prefix + "blend");
        if (blend.isEmpty()) {
            return correlated;
        }
        double share = settings.percent(prefix + "blend", 0) / 100;
        String function =
                settings.optional(prefix + FUNCTION).orElseGet(() -> settings.text(otherFunction));
        IdAccess uncorrelated = access(prefix, function, "", RankPermutation.UNCORRELATED_SEED);
        return new BlendedAccess(share, uncorrelated, correlated);
    }

    private IdAccess access(String prefix, String measured, long seed) {
        return access(prefix, settings.text(prefix + FUNCTION), measured, seed);
    }

    private IdAccess access(String prefix, String function, String measured, long seed) {
        String name = function.toUpperCase(Locale.ROOT);
        for (BuiltInAccess.Mode mode : BuiltInAccess.Mode.values()) {
            if (mode.name().equals(name)) {
                return settings.checked(
                        prefix + FUNCTION,
                        from ->
                                new BuiltInAccess(
                                        mode, from.integer(prefix + "config"), firstId, count));
            }
        }
        Ranks ranks;
        if (name.equals("REAL")) {
            if (measured.isEmpty()) {
                throw settings.wrong(prefix + FUNCTION + ": no accesses were measured for REAL");
            }
            ranks = distributions.measured(count, measured);
        } else {
            ranks =
                    distributions.ranks(
                            prefix + FUNCTION, function, prefix, firstId, firstId + count);
        }
        return new RankedAccess(ranks, new RankPermutation(count, seed), firstId);
    }
}
