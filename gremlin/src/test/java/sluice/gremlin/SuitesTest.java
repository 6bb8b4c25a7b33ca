package sluice.gremlin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;

/** TinkerPop's own suites pass, but for the tests that {@link SuiteGraph} names with reasons. */
class SuitesTest {
    private static final int TESTS_MIN = 100;
    private static final int STRUCTURE_TESTS_MIN = 350;
    private static final int PROCESS_TESTS_MIN = 800;

    /** The short choice of both suites. */
    @RunWith(SuiteChoice.class)
    @GraphProviderClass(provider = SuiteProvider.class, graph = SuiteGraph.class)
    public static class Chosen {}

    @Test
    void aChoiceOfBothSuitesPasses() {
        assertPasses(Chosen.class, TESTS_MIN);
    }

    @Test
    @Tag("reliability")
    @EnabledIfSystemProperty(named = "reliability", matches = "long")
    void theStructureSuitePasses() {
        assertPasses(StructureSuite.class, STRUCTURE_TESTS_MIN);
    }

    @Test
    @Tag("reliability")
    @EnabledIfSystemProperty(named = "reliability", matches = "long")
    void theProcessSuitePasses() {
        assertPasses(ProcessSuite.class, PROCESS_TESTS_MIN);
    }

    private static void assertPasses(Class<?> suite, int testsMin) {
        Result result = new JUnitCore().run(suite);
        TreeSet<String> failed = new TreeSet<>();
        for (Failure failure : result.getFailures()) {
            failed.add(failure.getTestHeader() + ": " + failure.getMessage());
        }
        System.out.printf(
                "%s: %d tests, %d passed over, %d ms%n",
                suite.getSimpleName(),
                result.getRunCount(),
                result.getIgnoreCount() + result.getAssumptionFailureCount(),
                result.getRunTime());
        assertEquals(List.of(), List.copyOf(failed), () -> String.join("\n", failed));
        long ran = result.getRunCount() - result.getAssumptionFailureCount();
        assertTrue(ran >= testsMin, "tests: " + ran);
    }
}
