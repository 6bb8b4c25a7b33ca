package sluice.linkbench.run;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.workload.Configuration;
import sluice.report.Machine;

/**
 * Everything that a run found, and what it was run with.
 *
 * @param distribution where out-degrees come from: built-in, data_file, or another rule's name
 * @param warnings what makes figures less comparable
 * @param loaded null where the store keeps nothing
 * @param verified null where counts were not checked
 */
public record LinkBenchResult(
        String store,
        Profile profile,
        String distribution,
        Instant started,
        Instant ended,
        Machine machine,
        Configuration settings,
        List<String> warnings,
        @Nullable LoadPhaseResult loaded,
        RequestResult requests,
        @Nullable Verification verified) {

    public LinkBenchResult {
        warnings = List.copyOf(warnings);
    }

    /**
     * Whether no requester failed and no count that was compared is wrong. A run that was ended
     * early compares none, which its warnings say.
     */
    public boolean isSound() {
        return requests.abortedRequesters() == 0 && (verified == null || verified.wrong() == 0);
    }
}
