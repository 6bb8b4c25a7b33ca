package sluice.linkbench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.generate.DegreeRule;
import sluice.generate.InitialLinks;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.generate.OutDegrees;
import sluice.generate.PayloadShape;
import sluice.generate.RankPermutation;

/** Makes a workload of settings. */
public final class WorkloadReader {
    private final Configuration settings;
    private final Profile profile;
    private final DistributionReader distributions;
    private final long firstId;
    private final long count;
    private final long randomId2Max;

    private WorkloadReader(Configuration settings, Profile profile) {
        this.settings = settings;
        this.profile = profile;
        distributions = new DistributionReader(settings, profile);
        firstId = settings.integer("startid1");
        count = settings.integer("maxid1") - firstId;
        randomId2Max = settings.integer("randomid2max", 0);
        if (firstId < 1 || count < 2 || randomId2Max < 0) {
            throw settings.wrong(
                    "ids from startid1=%d to below maxid1=%d, randomid2max=%d; expected 1 or more, two ids at least, and 0 or more"
                            .formatted(firstId, firstId + count, randomId2Max));
        }
    }

    public static Workload read(Configuration settings, Profile profile) throws IOException {
        return new WorkloadReader(settings, profile).workload();
    }

    private Workload workload() throws IOException {
        Mix mix = mix();
        AccessReader accesses = new AccessReader(settings, profile, firstId, count);
        return new Workload(
                profile,
                firstId,
                count,
                new InitialLinks(
                        degrees(),
                        profile,
                        settings.smallInteger("link_type_count", 1, 1, Integer.MAX_VALUE)),
                randomId2Max,
                settings.integer("id2gen_config", 0) == 1,
                mix,
                settings.percent("getlinklist_history", 0) / 100,
                Workload.RANGE_LIMIT,
                new Workload.Accesses(
                        accesses.linkReads(),
                        accesses.linkWrites(),
                        nodes(mix, RequestKind.GET_NODE, accesses, "node_read_", "node_reads"),
                        nodes(
                                mix,
                                RequestKind.UPDATE_NODE,
                                accesses,
                                "node_update_",
                                "node_writes"),
                        nodes(mix, RequestKind.DELETE_NODE, accesses, "node_delete_", "")),
                multiGet(),
                payloads(mix));
    }

    private Mix mix() {
        double[] percents = new double[RequestKind.COUNT];
        for (RequestKind operation : RequestKind.values()) {
            percents[operation.ordinal()] =
                    operation.isOnNodes()
                            ? settings.real(operation.key(), 0)
                            : settings.real(operation.key());
        }
        return settings.checked("the mix", _ -> new Mix(percents));
    }

    private static @Nullable IdAccess nodes(
            Mix mix, RequestKind operation, AccessReader accesses, String prefix, String measured) {
        return mix.percent(operation) > 0 ? accesses.nodes(prefix, measured) : null;
    }

    private DegreeRule degrees() throws IOException {
        String function = settings.text("nlinks_func");
        String name = function.toUpperCase(Locale.ROOT);
        if (name.equals("REAL")) {
            Optional<Path> file = settings.file("data_file");
            OutDegrees curve =
                    file.isPresent() ? OutDegrees.read(file.get()) : OutDegrees.builtIn();
            return InitialLinks.ofCurve(curve, firstId, count);
        }
        for (ArithmeticDegrees.Mode mode : ArithmeticDegrees.Mode.values()) {
            if (mode.name().equals(name)) {
                return settings.checked(
                        "nlinks_func",
                        from ->
                                new ArithmeticDegrees(
                                        mode,
                                        from.integer("nlinks_config"),
                                        from.integer("nlinks_default"),
                                        firstId,
                                        count));
            }
        }
        return rankedDegrees(function);
    }

    private DegreeRule rankedDegrees(String function) {
        double links =
                settings.optional("nlinks_mean").isEmpty()
                        ? 1
                        : count * settings.real("nlinks_mean");
        if (!(links >= 0 && links < Long.MAX_VALUE)) {
            throw settings.wrong(
                    "nlinks_mean is %s, expected 0 or more"
                            .formatted(settings.real("nlinks_mean")));
        }
        Ranks ranks = distributions.ranks("nlinks_func", function, "nlinks_", 0, count);
        RankPermutation permutation = new RankPermutation(count, RankPermutation.CORRELATED_SEED);
        return switch (ranks) {
            case ZipfRanks zipf -> new RankedDegrees(zipf::share, links, permutation, firstId);
            case GeometricRanks geometric ->
                    new RankedDegrees(geometric::share, links, permutation, firstId);
            case UniformRanks _ -> new RankedDegrees(_ -> 1.0 / count, links, permutation, firstId);
            case LogNormalRanks _, MeasuredRanks _ ->
                    throw settings.wrong(
                            "nlinks_func names \"%s\", which cannot say how many links an id has"
                                    .formatted(function));
        };
    }

    private Workload.@Nullable MultiGet multiGet() {
        Optional<String> name = settings.optional("link_multiget_dist");
        if (name.isEmpty()) {
            return null;
        }
        int min = settings.smallInteger("link_multiget_min", 1, 0, 1 << 16);
        int max = settings.smallInteger("link_multiget_max", 128, 1, 1 << 16);
        return new Workload.MultiGet(
                min,
                max,
                distributions.ranks("link_multiget_dist", name.get(), "link_multiget_", min, max));
    }

    private Workload.Payloads payloads(Mix mix) {
        boolean loaded = settings.flag("generate_nodes", false);
        boolean nodes =
                loaded
                        || mix.percent(RequestKind.ADD_NODE) > 0
                        || mix.percent(RequestKind.UPDATE_NODE) > 0;
        PayloadShape unused = PayloadShape.ofNodes();
        return new Workload.Payloads(
                payload("link_add_datagen"),
                payload("link_up_datagen"),
                nodes ? payload("node_add_datagen") : unused,
                nodes ? payload("node_up_datagen") : unused,
                median("link_datasize"),
                nodes ? median("node_datasize") : 1);
    }

    private double median(String key) {
        double median = settings.real(key);
        if (!(median > 0)) {
            throw settings.wrong("%s is %s, expected above 0".formatted(key, median));
        }
        return median;
    }

    private PayloadShape payload(String key) {
        String name = settings.text(key);
        int firstByte = settings.smallInteger(key + "_startbyte", 0, 0, 255);
        int lastByte = settings.smallInteger(key + "_endbyte", 255, 0, 255);
        return settings.checked(
                key,
                from ->
                        switch (DistributionReader.lastWord(name)) {
                            case "motifdatagenerator" ->
                                    new PayloadShape(
                                            firstByte,
                                            lastByte,
                                            from.real(key + "_uniqueness"),
                                            motifLength(key + "_motif_length"));
                            case "uniformdatagenerator" ->
                                    new PayloadShape(firstByte, lastByte, 1, 0);
                            default ->
                                    throw from.wrong(
                                            "%s names \"%s\"; there are MotifDataGenerator and UniformDataGenerator"
                                                    .formatted(key, name));
                        });
    }

    /** The original looks for this setting where it is not, and never finds it. */
    private int motifLength(String key) {
        int usual = PayloadShape.MOTIF_LENGTH_BYTES;
        return switch (profile) {
            case LEGACY -> usual;
            case CORRECTED -> settings.smallInteger(key, usual, 1, 1 << 20);
        };
    }
}
