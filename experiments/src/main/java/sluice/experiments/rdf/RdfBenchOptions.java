package sluice.experiments.rdf;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.generate.RmatOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * What is measured.
 *
 * @param links of the graph
 * @param scale people are drawn from 2^scale ids
 * @param jobs in the order in which they run
 * @param runs how often each is measured
 * @param memoryBytes that a load may take
 * @param seconds how long each question is asked again and again
 * @param directory for inputs and stores; made, and removed if it was empty
 * @param keep whether inputs and the last store stay
 * @param dgraph the program, or null where there is none
 */
public record RdfBenchOptions(
        long links,
        int scale,
        List<RdfJob> jobs,
        int runs,
        long memoryBytes,
        double seconds,
        Path directory,
        boolean keep,
        @Nullable Path dgraph) {
    private static final int RUNS_MAX = 99;
    private static final int SCALE_MAX = 31;

    public RdfBenchOptions {
        jobs = List.copyOf(jobs);
        if (links < 1 || links > 1L << 40) {
            throw wrong("--links is %d, expected 1 to 2^40".formatted(links));
        }
        if (scale < 1 || scale > SCALE_MAX || links > (1L << 2 * Math.min(scale, 30)) / 2) {
            throw wrong(
                    "--scale is %d, expected one that has room for %d links, at most %d"
                            .formatted(scale, links, SCALE_MAX));
        }
        if (runs < 1 || runs > RUNS_MAX) {
            throw wrong("--runs is %d, expected 1 to %d".formatted(runs, RUNS_MAX));
        }
        if (!(seconds > 0 && seconds <= 3600)) {
            throw wrong("--time is %s, expected more than 0 and at most 3600".formatted(seconds));
        }
    }

    /** The scale at which people have about 17 links each: 20 for 10 million links. */
    public static int usualScale(long links) {
        int scale = 4;
        while (scale < SCALE_MAX && 10L << scale < links) {
            scale++;
        }
        return scale;
    }

    RmatOptions graph() {
        return RmatOptions.distinct(scale, links);
    }

    private static SluiceException wrong(String message) {
        return new SluiceException(ErrorCode.CONFIG, message);
    }
}
