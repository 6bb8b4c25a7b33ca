package sluice.generate;

import java.util.List;
import java.util.Map;

/**
 * What an R-MAT graph (Chakrabarti, Zhan, Faloutsos 2004) is made of: links fall into the quadrants
 * of the matrix of ids with the probabilities a, b, c and d = 1 - a - b - c, and so on within the
 * quadrant.
 *
 * @param scale the ids are 0 to 2^scale - 1
 * @param noise how far the probabilities of each level may stray from those given, which smooths
 *     the steps of the degree distribution (Seshadhri, Pinar, Kolda 2011)
 * @param distinct no two links alike, and in random order; else links repeat, in the order drawn
 * @param linkTypes how many link types, numbered from 1 on; a type depends on the two ids alone
 */
public record RmatOptions(
        int scale,
        long links,
        double a,
        double b,
        double c,
        double noise,
        boolean distinct,
        int linkTypes,
        int dataMinBytes,
        int dataMaxBytes,
        long seed,
        long nowMillis) {

    private static final int SCALE_MAX = 31;

    private static final List<GenerateOption> OPTIONS =
            List.of(
                    new GenerateOption("scale", "N", "20", "1 to 31", "Ids are 0 to 2^N - 1."),
                    new GenerateOption(
                            "edge-factor", "N", "16", "above 0", "How many links for each id."),
                    new GenerateOption(
                            "links",
                            GenerateOption.COUNT,
                            "",
                            "1 or more",
                            "How many links, such as 300k or 10m, not by --edge-factor."),
                    new GenerateOption(
                            "a",
                            "P",
                            "0.57",
                            "0 to 1",
                            "The share of links from low ids to low ids."),
                    new GenerateOption(
                            "b",
                            "P",
                            "0.19",
                            "0 to 1",
                            "The share of links from low ids to high ids."),
                    new GenerateOption(
                            "c",
                            "P",
                            "0.19",
                            "0 to 1",
                            "The share of links from high ids to low ids."),
                    new GenerateOption(
                            "noise",
                            "P",
                            "0",
                            "0 to half of b and c",
                            "How far shares stray from level to level."),
                    new GenerateOption(
                            "distinct",
                            "",
                            "",
                            "true or false",
                            "Exactly --links different links, in random order."),
                    new GenerateOption("link-types", "N", "1", "1 or more", "How many link types."),
                    new GenerateOption(
                            "data-min",
                            "BYTES",
                            "20",
                            "0 or more",
                            "The least length of a link's data."),
                    new GenerateOption(
                            "data-max",
                            "BYTES",
                            "60",
                            "--data-min to 65536",
                            "The greatest length of link data."),
                    new GenerateOption(
                            "seed",
                            "N",
                            "1",
                            "any 64-bit number",
                            "Equal seeds give equal graphs."),
                    new GenerateOption(
                            "now",
                            "MILLIS",
                            Long.toString(LinkBenchOptions.NOW_MILLIS),
                            "milliseconds since 1970",
                            "Links spread over the 50 days before it."));

    public RmatOptions {
        if (scale < 1 || scale > SCALE_MAX) {
            throw new IllegalArgumentException(
                    "scale is %d, expected 1 to %d".formatted(scale, SCALE_MAX));
        }
        if (links < 1) {
            throw new IllegalArgumentException("links is %d, expected 1 or more".formatted(links));
        }
        if (!(a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1)) {
            throw new IllegalArgumentException(
                    "a=%s b=%s c=%s, expected none below 0 and at most 1 in all"
                            .formatted(a, b, c));
        }
        if (!(noise >= 0 && noise <= Math.min(b, c) / 2 && noise <= (1 - b - c) / 2)) {
            throw new IllegalArgumentException(
                    "noise is %s, expected 0 to half of b=%s, of c=%s and of a + d"
                            .formatted(noise, b, c));
        }
        if (linkTypes < 1) {
            throw new IllegalArgumentException(
                    "link-types is %d, expected 1 or more".formatted(linkTypes));
        }
        if (dataMinBytes < 0 || dataMaxBytes < dataMinBytes || dataMaxBytes > 1 << 16) {
            throw new IllegalArgumentException(
                    "data-min=%d data-max=%d, expected 0 <= data-min <= data-max <= %d"
                            .formatted(dataMinBytes, dataMaxBytes, 1 << 16));
        }
        LinkBenchOptions.checkNow(nowMillis);
    }

    /** The usual shares, one link type, data of 20 to 60 bytes, distinct, seed 1. */
    public static RmatOptions distinct(int scale, long links) {
        return new RmatOptions(
                scale, links, 0.57, 0.19, 0.19, 0, true, 1, 20, 60, 1, LinkBenchOptions.NOW_MILLIS);
    }

    /**
     * The input of the load benchmark: 10 M distinct links, of 476151 sources, the largest with
     * 27230 links. As TSV with data 697 MB, the ids alone 127 MB.
     */
    public static RmatOptions loadBenchmark() {
        return distinct(20, 10_000_000);
    }

    /** The options as a command line shows them. */
    public static List<GenerateOption> options() {
        return OPTIONS;
    }

    /** Reads the values given on a command line, by the names of {@link #options}. */
    public static RmatOptions of(Map<String, String> given) {
        GivenValues values = new GivenValues(OPTIONS, given);
        int scale = values.smallInteger("scale");
        double byFactor = values.real("edge-factor") * (1L << Math.clamp(scale, 0, SCALE_MAX));
        long links =
                values.text("links").isEmpty() ? Math.round(byFactor) : values.integer("links");
        return GivenValues.checked(
                () ->
                        new RmatOptions(
                                scale,
                                links,
                                values.real("a"),
                                values.real("b"),
                                values.real("c"),
                                values.real("noise"),
                                values.flag("distinct"),
                                values.smallInteger("link-types"),
                                values.smallInteger("data-min"),
                                values.smallInteger("data-max"),
                                values.integer("seed"),
                                values.integer("now")));
    }
}
