package sluice.linkbench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import sluice.generate.DistributionFile;
import sluice.generate.LinkBenchOptions.Profile;

/**
 * Makes distributions of settings. They are named by classes of the original, of which the last
 * word counts.
 */
final class DistributionReader {
    private static final Map<String, String> SECTIONS =
            Map.of(
                    "link_reads", "link_nreads",
                    "link_writes", "link_nwrites",
                    "node_reads", "node_nreads",
                    "node_writes", "node_nwrites");

    private final Configuration settings;
    private final Profile profile;

    DistributionReader(Configuration settings, Profile profile) {
        this.settings = settings;
        this.profile = profile;
    }

    /** The distribution that {@code key} names, over the numbers from min to below max. */
    Ranks ranks(String key, String name, String prefix, long min, long max) {
        long count = max - min;
        if (count < 1) {
            throw settings.wrong("%s: no numbers from %d to below %d".formatted(key, min, max));
        }
        return settings.checked(
                key,
                from ->
                        switch (lastWord(name)) {
                            case "zipfdistribution" ->
                                    new ZipfRanks(count, from.real(prefix + "shape"));
                            case "uniformdistribution" -> new UniformRanks(count);
                            case "geometricdistribution" ->
                                    new GeometricRanks(count, from.real(prefix + "prob"), profile);
                            case "lognormaldistribution" ->
                                    new LogNormalRanks(
                                            min,
                                            count,
                                            from.real(prefix + "median"),
                                            from.real(prefix + "sigma"));
                            case "realdistribution" ->
                                    measured(count, from.text(prefix + "realdist"));
                            default ->
                                    throw from.wrong(
                                            "%s names \"%s\"; there are ZipfDistribution, UniformDistribution, GeometricDistribution, LogNormalDistribution, RealDistribution"
                                                    .formatted(key, name));
                        });
    }

    /**
     * The accesses that were measured; {@code name} is one of link_reads, link_writes and so on.
     */
    MeasuredRanks measured(long count, String name) {
        String section = SECTIONS.get(name.toLowerCase(Locale.ROOT));
        if (section == null) {
            throw settings.wrong(
                    "no measured accesses \"%s\"; there are %s"
                            .formatted(name, SECTIONS.keySet().stream().sorted().toList()));
        }
        Path file =
                settings.file("data_file")
                        .orElseThrow(
                                () ->
                                        settings.wrong(
                                                "measured accesses (%s) are in LinkBench's Distribution.dat only; name it with data_file"
                                                        .formatted(name)));
        try {
            return new MeasuredRanks(count, DistributionFile.read(file, section));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The class without its package, in small letters. */
    static String lastWord(String className) {
        return className.substring(className.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
