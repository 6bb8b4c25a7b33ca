package sluice.linkbench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.MixRequest;
import sluice.linkbench.workload.RequestKind;
import sluice.linkbench.workload.RequestStream;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;
import sluice.model.GraphStore;

/**
 * LinkBench's requests to a store, one after the other, unmeasured: for experiments that need its
 * mix and no benchmark. For one thread.
 */
public final class RequestMix {
    private final RequestStream stream;
    private final StoreCalls calls;
    private final MixRequest request = new MixRequest();
    private final Outcome outcome = new Outcome();

    private RequestMix(RequestStream stream, StoreCalls calls) {
        this.stream = stream;
        this.calls = calls;
    }

    /** One for each of {@code stores}, with the settings' mix; equal seeds give equal requests. */
    public static List<RequestMix> of(
            Configuration settings, long seed, List<? extends GraphStore> stores)
            throws IOException {
        Workload workload = WorkloadReader.read(settings, Profile.CORRECTED);
        BenchClock clock = BenchClock.system();
        List<RequestMix> mixes = new ArrayList<>();
        for (GraphStore store : stores) {
            int number = mixes.size();
            mixes.add(
                    new RequestMix(
                            new RequestStream(workload, seed + number, number, stores.size()),
                            new StoreCalls(store, clock, workload.rangeLimit())));
        }
        return mixes;
    }

    /** Sends the next request; its failure is thrown, and the one after it may follow. */
    public void send() throws IOException {
        stream.next(request);
        calls.call(request, outcome);
        if (request.operation == RequestKind.GET_LINKS_LIST) {
            stream.listed(request, outcome.rows, outcome.oldestTime);
        }
    }
}
