package sluice.experiments.turns;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A benchmark that two builds run by turns: its arguments, and the figures of its result.
 *
 * <p>Arguments and results are those of every build since 0.1, so that an old one can take part.
 */
public enum TurnBenchmark {
    /** {@code bench load}, once for each turn. Both builds load the same input files. */
    LOAD {
        @Override
        List<String> arguments(TurnsOptions options, Path json) {
            List<String> words = new ArrayList<>(List.of("bench", "load", "--runs=1", "--keep"));
            words.add("--links=" + options.links());
            words.add("--dir=" + options.folder().resolve("load"));
            if (!options.rows().isEmpty()) {
                words.add("--only=" + String.join(",", options.rows()));
            }
            words.add("--json=" + json);
            return words;
        }

        @Override
        List<Figure> figures(JsonNode result) {
            List<Figure> figures = new ArrayList<>();
            for (JsonNode row : result.path("rows")) {
                if (row.has("value")) {
                    figures.add(
                            new Figure(
                                    label(row.path("what").asText()),
                                    row.path("value").asDouble(),
                                    direction(row.path("better").asText())));
                }
            }
            return figures;
        }
    },
    /** {@code bench serve}: LinkBench on a server beside MariaDB, and queries during a load. */
    SERVE {
        @Override
        List<String> arguments(TurnsOptions options, Path json) {
            List<String> words = new ArrayList<>(List.of("bench", "serve"));
            words.add("--ids=" + options.ids());
            words.add("--load-ids=" + options.ids());
            words.add("--time=" + options.seconds());
            if (!options.parts().isEmpty()) {
                words.add("--only=" + String.join(",", options.parts()));
            }
            words.add("--json=" + json);
            return words;
        }

        @Override
        List<Figure> figures(JsonNode result) {
            List<Figure> figures = new ArrayList<>();
            for (JsonNode figure : result.path("figures")) {
                if (figure.has("value")) {
                    figures.add(
                            new Figure(
                                    label(figure.path("title").asText()),
                                    figure.path("value").asDouble(),
                                    direction(figure.path("better").asText())));
                }
            }
            return figures;
        }
    },
    /** {@code bench linkbench}: requests a second, and latencies of each operation. */
    LINKBENCH {
        @Override
        List<String> arguments(TurnsOptions options, Path json) {
            return List.of(
                    "bench",
                    "linkbench",
                    "--store=" + options.store(),
                    "-Dmaxid1=" + (options.ids() + 1),
                    "--time=" + options.seconds(),
                    "--json=" + json);
        }

        @Override
        List<Figure> figures(JsonNode result) {
            List<Figure> figures = new ArrayList<>();
            figures.add(
                    new Figure(
                            label("links loaded a second"),
                            result.path("load").path("links_per_second").asDouble(),
                            Better.HIGHER));
            figures.add(
                    new Figure(
                            label("requests a second"),
                            result.path("run").path("requests_per_second").asDouble(),
                            Better.HIGHER));
            for (JsonNode operation : result.path("operations")) {
                if (operation.path("requests").asLong() < REQUESTS_MIN) {
                    continue;
                }
                for (String percentile : List.of("p50", "p99")) {
                    figures.add(
                            new Figure(
                                    label(operation.path("operation").asText() + " " + percentile),
                                    operation
                                            .path("response")
                                            .path(percentile + "_nanos")
                                            .asDouble(),
                                    Better.LOWER));
                }
            }
            return figures;
        }
    };

    /** Fewer requests have no percentile that is worth a comparison. */
    private static final long REQUESTS_MIN = 1000;

    /** Which of two figures is the better one. */
    public enum Better {
        LOWER,
        HIGHER,
        UNKNOWN
    }

    /** One figure of one turn. */
    record Figure(String name, double value, Better better) {}

    /** Everything after the command's name; the result goes to {@code json}. */
    abstract List<String> arguments(TurnsOptions options, Path json);

    /** The figures that were measured, in the order of the result. */
    abstract List<Figure> figures(JsonNode result);

    /** Its word on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String label(String figure) {
        return word() + ": " + figure;
    }

    private static Better direction(String word) {
        return switch (word) {
            case "lower" -> Better.LOWER;
            case "higher" -> Better.HIGHER;
            default -> Better.UNKNOWN;
        };
    }
}
