package sluice.generate;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What LinkBench's graph is made of.
 *
 * @param ids how many nodes, with the ids from {@code firstId} on; below a million one node
 *     dominates
 * @param linkTypes how many link types, numbered from {@link #FIRST_LINK_TYPE} on
 * @param randomId2Max 0 for LinkBench's rule that the links of an id go to that id and those after
 *     it; else each goes to a random id below this
 * @param dataFile LinkBench's own distribution file, or null for the built-in form of the same
 *     curve
 */
public record LinkBenchOptions(
        long ids,
        long firstId,
        Profile profile,
        int linkTypes,
        long randomId2Max,
        double linkDataMedianBytes,
        double nodeDataMedianBytes,
        long seed,
        long nowMillis,
        @Nullable Path dataFile) {

    /** The link type of type number 0. */
    public static final long FIRST_LINK_TYPE = 123456789;

    /** The type of every node. */
    public static final long NODE_TYPE = 2048;

    /** Whether the generator repeats what the original does or what it was meant to do. */
    public enum Profile {
        /**
         * Exactly the original, which adds up to a link per type and node and ignores the motif's
         * length.
         */
        LEGACY,
        /** The original with these defects repaired. */
        CORRECTED
    }

    /** 1 January 2026, UTC: a fixed time, so that the graph depends on the options alone. */
    public static final long NOW_MILLIS = 1_767_225_600_000L;

    private static final List<GenerateOption> OPTIONS =
            List.of(
                    new GenerateOption(
                            "ids",
                            GenerateOption.COUNT,
                            "1000000",
                            "1 or more",
                            "How many nodes, such as 300k or 10m."),
                    new GenerateOption(
                            "first-id", "ID", "1", "0 or more", "The id of the first node."),
                    new GenerateOption(
                            "profile",
                            "PROFILE",
                            "corrected",
                            "legacy or corrected",
                            "Whether to repeat LinkBench's defects or to repair them."),
                    new GenerateOption("link-types", "N", "2", "1 or more", "How many link types."),
                    new GenerateOption(
                            "random-id2-max",
                            "ID",
                            "0",
                            "0 or more",
                            "Link to random ids below this; 0 links to the ids that follow, as"
                                    + " LinkBench does."),
                    new GenerateOption(
                            "link-data",
                            "BYTES",
                            "8",
                            "above 0",
                            "The median length of a link's data."),
                    new GenerateOption(
                            "node-data",
                            "BYTES",
                            "128",
                            "above 0",
                            "The median length of a node's data."),
                    new GenerateOption(
                            "seed",
                            "N",
                            "1",
                            "any 64-bit number",
                            "Equal seeds give equal graphs."),
                    new GenerateOption(
                            "now",
                            "MILLIS",
                            Long.toString(NOW_MILLIS),
                            "milliseconds since 1970",
                            "The time of the nodes; links spread over the 50 days before it."),
                    new GenerateOption(
                            "data-file",
                            "FILE",
                            "",
                            "LinkBench's Distribution.dat",
                            "Take the out-degrees from this file, not from the built-in form of the"
                                    + " same curve."));

    public LinkBenchOptions {
        if (ids < 1 || firstId < 0 || ids > Long.MAX_VALUE - firstId) {
            throw new IllegalArgumentException(
                    "ids do not fit: ids=%d first-id=%d, expected at least 1 and 0"
                            .formatted(ids, firstId));
        }
        if (linkTypes < 1) {
            throw new IllegalArgumentException(
                    "link-types is %d, expected 1 or more".formatted(linkTypes));
        }
        if (randomId2Max < 0) {
            throw new IllegalArgumentException(
                    "random-id2-max is %d, expected 0 or more".formatted(randomId2Max));
        }
        if (!(linkDataMedianBytes > 0 && nodeDataMedianBytes > 0)) {
            throw new IllegalArgumentException(
                    "link-data is %s and node-data %s, expected both above 0"
                            .formatted(linkDataMedianBytes, nodeDataMedianBytes));
        }
        checkNow(nowMillis);
    }

    /** Refuses a time so far away that times around it would not fit into 64 bits. */
    static void checkNow(long nowMillis) {
        if (nowMillis <= Long.MIN_VALUE / 2 || nowMillis >= Long.MAX_VALUE / 2) {
            throw new IllegalArgumentException(
                    "now is %d, expected milliseconds since 1970".formatted(nowMillis));
        }
    }

    /** LinkBench's own settings for so many ids, with everything else at its default. */
    public static LinkBenchOptions shipped(long ids, Profile profile) {
        return new LinkBenchOptions(ids, 1, profile, 2, 0, 8, 128, 1, NOW_MILLIS, null);
    }

    /** The options as a command line shows them. */
    public static List<GenerateOption> options() {
        return OPTIONS;
    }

    /** Reads the values given on a command line, by the names of {@link #options}. */
    public static LinkBenchOptions of(Map<String, String> given) {
        GivenValues values = new GivenValues(OPTIONS, given);
        String dataFile = values.text("data-file");
        return GivenValues.checked(
                () ->
                        new LinkBenchOptions(
                                values.integer("ids"),
                                values.integer("first-id"),
                                values.parse(
                                        "profile",
                                        text -> Profile.valueOf(text.toUpperCase(Locale.ROOT))),
                                values.smallInteger("link-types"),
                                values.integer("random-id2-max"),
                                values.real("link-data"),
                                values.real("node-data"),
                                values.integer("seed"),
                                values.integer("now"),
                                dataFile.isEmpty() ? null : Path.of(dataFile)));
    }
}
