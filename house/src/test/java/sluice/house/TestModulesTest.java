package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A module M/tests runs the tests of the module M, which no module waits for: it has the libraries
 * that M has for its tests, and the same properties. All but cli/tests, the longest, are built
 * after cli: modules that are ready are built in the order in which they came to be so, and
 * cli/tests would begin behind the others. The shorter ones are built after spark too, as house is,
 * which takes longer than they do.
 */
class TestModulesTest {
    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern PROPERTIES =
            Pattern.compile("\n  <properties>(.*?)</properties>", Pattern.DOTALL);

    /** Their tests take longer than those of house. */
    private static final Set<String> LONGEST = Set.of("cli", "load");

    @Test
    void testsBesideAModuleHaveItsLibraries() throws IOException {
        List<String> modules =
                House.MODULES.stream()
                        .filter(module -> Files.exists(pom(module + "/tests")))
                        .toList();
        assertFalse(modules.isEmpty());
        for (String module : modules) {
            String own = Files.readString(pom(module));
            String beside = Files.readString(pom(module + "/tests"));
            Set<String> wanted = forTests(own);
            wanted.add(
                    flat(
                            """
                            <groupId>sluice</groupId> <artifactId>sluice-%s</artifactId>
                            <version>${project.version}</version> <scope>test</scope>"""
                                    .formatted(module)));
            if (!module.equals("cli")) {
                wanted.add(after("cli"));
            }
            if (!LONGEST.contains(module)) {
                wanted.add(after("spark"));
            }
            assertEquals(wanted, forTests(beside), module + "/tests/pom.xml, libraries");
            assertEquals(properties(own), properties(beside), module + "/tests/pom.xml");
        }
    }

    @Test
    void aMissingLibraryIsFound() {
        String library =
                "<dependency> <artifactId>a</artifactId> <scope>test</scope> </dependency>";
        String compiled = "<dependency> <artifactId>b</artifactId> </dependency>";
        assertEquals(
                Set.of("<artifactId>a</artifactId> <scope>test</scope>"),
                forTests(library + compiled));
        assertEquals(Set.of(), forTests(compiled));
    }

    private static String after(String module) {
        return flat(
                """
                <groupId>sluice</groupId> <artifactId>sluice-%s</artifactId>
                <version>${project.version}</version> <type>pom</type> <scope>test</scope>
                <exclusions> <exclusion> <groupId>*</groupId> <artifactId>*</artifactId>
                </exclusion> </exclusions>"""
                        .formatted(module));
    }

    private static Path pom(String module) {
        return House.ROOT.resolve(module).resolve("pom.xml");
    }

    private static Set<String> forTests(String pom) {
        return DEPENDENCY
                .matcher(pom)
                .results()
                .map(found -> flat(found.group(1)))
                .filter(dependency -> dependency.contains("<scope>test</scope>"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> properties(String pom) {
        return PROPERTIES
                .matcher(pom)
                .results()
                .map((MatchResult found) -> flat(found.group(1)))
                .toList();
    }

    private static String flat(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
