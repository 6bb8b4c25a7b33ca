package sluice.house;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the tests of one class, in a process of its own, and prints as its last line {@code passed
 * N} or {@code failed N}, with how many did; no such line comes where something else went wrong.
 */
final class RunTests {
    private RunTests() {}

    public static void main(String[] arguments) {
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(List.of(DiscoverySelectors.selectClass(arguments[0])))
                        .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.getFailures().forEach(failure -> failure.getException().printStackTrace(out));
        if (summary.getTestsFailedCount() > 0) {
            out.println("failed " + summary.getTestsFailedCount());
        } else if (summary.getTestsSucceededCount() > 0) {
            out.println("passed " + summary.getTestsSucceededCount());
        }
        // Threads that a failed test left behind would keep the process until its deadline.
        System.exit(0);
    }
}
