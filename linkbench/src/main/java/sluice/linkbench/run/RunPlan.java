package sluice.linkbench.run;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.MasterSeed;

/**
 * How requests are sent: by how many requesters, for how long, how fast. Whichever limit comes
 * first ends the run.
 *
 * @param virtualThreads whether requesters are virtual threads, of which thousands can wait, rather
 *     than platform threads
 * @param requestsEach how many requests each requester sends at most while it is measured
 * @param ratePerRequester 0 for a closed loop: each request follows on the answer before it
 * @param failuresMax how many failed requests a requester stands; below 0 any number
 */
public record RunPlan(
        int requesters,
        boolean virtualThreads,
        long requestsEach,
        long warmupNanos,
        long measuredNanos,
        double ratePerRequester,
        long failuresMax,
        long seed) {

    private static final String PLATFORM = "platform";
    private static final String VIRTUAL = "virtual";
    private static final int REQUESTERS_MAX = 10_000;
    private static final long SECONDS_MAX = TimeUnit.DAYS.toSeconds(3650);

    /** Reads it from settings; {@code otherSeed} counts where they have none. */
    public static RunPlan read(Configuration settings, long otherSeed) {
        int requesters = settings.smallInteger("requesters", 0, 1, REQUESTERS_MAX);
        long requestsEach = settings.integer("requests");
        long seconds = settings.integer("maxtime");
        long warmupSeconds = settings.integer("warmup_time", 0);
        if (requestsEach < 1 || seconds < 1 || warmupSeconds < 0) {
            throw settings.wrong(
                    "requests=%d maxtime=%d warmup_time=%d, expected 1, 1 and 0 or more"
                            .formatted(requestsEach, seconds, warmupSeconds));
        }
        return new RunPlan(
                requesters,
                virtualThreads(settings),
                requestsEach,
                TimeUnit.SECONDS.toNanos(Math.min(warmupSeconds, SECONDS_MAX)),
                TimeUnit.SECONDS.toNanos(Math.min(seconds, SECONDS_MAX)),
                Math.max(0, settings.integer("requestrate", 0)),
                settings.integer("max_failed_requests", 0),
                settings.optional("request_random_seed").isPresent()
                        ? settings.integer("request_random_seed")
                        : otherSeed);
    }

    private static boolean virtualThreads(Configuration settings) {
        String kind = settings.text("requester_threads", PLATFORM);
        return switch (kind) {
            case PLATFORM -> false;
            case VIRTUAL -> true;
            default ->
                    throw settings.wrong(
                            "requester_threads=%s, expected %s or %s"
                                    .formatted(kind, PLATFORM, VIRTUAL));
        };
    }

    /** The same with other requesters and other times, as fast as answers come. */
    public RunPlan with(
            int otherRequesters, boolean virtual, long otherWarmupNanos, long otherNanos) {
        return new RunPlan(
                otherRequesters,
                virtual,
                Long.MAX_VALUE,
                otherWarmupNanos,
                otherNanos,
                0,
                failuresMax,
                seed);
    }

    /** The same with requests at {@code ratePerSecond} over all requesters. */
    public RunPlan withTotalRate(double ratePerSecond) {
        return new RunPlan(
                requesters,
                virtualThreads,
                requestsEach,
                warmupNanos,
                measuredNanos,
                ratePerSecond / requesters,
                failuresMax,
                seed);
    }

    boolean isOpen() {
        return ratePerRequester > 0;
    }

    /** The seed of each requester, as the original derives them. */
    long[] requesterSeeds() {
        try {
            return MasterSeed.derive(seed, requesters);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA1PRNG", e);
        }
    }
}
