package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import sluice.house.Mistakes.Kind;
import sluice.testkit.Experiment;

/**
 * No source has a mistake that Error Prone or NullAway finds. Tests are looked at by {@code
 * -Pslow}.
 */
class MistakesTest {
    @TempDir Path classes;

    @Test
    void noMainSourceHasOne() throws IOException {
        assertEquals("", Mistakes.find(Kind.MAIN, House.sources("main"), Mistakes.jars(), classes));
    }

    /** A mistake in a test mostly shows when the test runs. */
    @Test
    @Tag(Experiment.TAG)
    @EnabledIfSystemProperty(named = "reliability", matches = "long")
    void noTestHasOne() throws IOException {
        List<Path> classPath = new ArrayList<>(House.folders("classes"));
        classPath.add(generatedForTests());
        classPath.addAll(Mistakes.jars());
        assertEquals("", Mistakes.find(Kind.TEST, testsWithoutFuzzing(), classPath, classes));
    }

    /** Fuzz tests need Jazzer, which only the profile fuzz has. */
    private static List<Path> testsWithoutFuzzing() {
        return House.sources("test").stream()
                .filter(file -> !file.toString().endsWith("FuzzTest.java"))
                .toList();
    }

    /** The messages of the protocol as protobuf's own compiler makes them. */
    private static Path generatedForTests() {
        return House.ROOT.resolve("protocol").resolve("target").resolve("test-classes");
    }

    @Test
    void plantedOnesAreFound() throws IOException {
        assertFound("[NullAway] returning @Nullable expression", "Object f() { return null; }");
        assertFound("[UnusedVariable]", "private int never;");
        assertFound("[DefaultCharset]", "byte[] f(String text) { return text.getBytes(); }");
        // An error of Error Prone's own.
        assertFound("[ArrayEquals]", "boolean f(int[] a, int[] b) { return a.equals(b); }");
    }

    private void assertFound(String mistake, String member) throws IOException {
        Path source = classes.resolve("Planted.java");
        Files.writeString(source, "package sluice;\n\nclass Planted {\n    " + member + "\n}\n");
        String found = Mistakes.find(Kind.MAIN, List.of(source), List.of(), classes);
        assertTrue(found.contains(mistake), found);
        assertTrue(found.contains("Planted.java:4: "), found);
    }
}
