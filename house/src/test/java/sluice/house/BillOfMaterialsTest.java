package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The bill of materials names each jar that the command is delivered with, its version and its
 * licences, and nothing else; it agrees with NOTICE.
 */
class BillOfMaterialsTest {
    /** Written in the build by cyclonedx-maven-plugin, where Maven is online. */
    private static final Path BILL = Path.of("target", "bom.json");

    /** The words of NOTICE and those of the bill. */
    private static final Map<String, String> LICENCES =
            Map.of(
                    "Apache License 2.0", "Apache-2.0",
                    "MIT License", "MIT",
                    "BSD 2-Clause License", "BSD-2-Clause",
                    "BSD 3-Clause License", "BSD-3-Clause",
                    "LGPL 2.1 or later", "LGPL-2.1-or-later",
                    "CC0 1.0 or BSD 2-Clause License", "CC0-1.0, BSD-2-Clause");

    @BeforeAll
    static void isThere() {
        assumeTrue(Files.exists(BILL), "the build was offline");
    }

    @Test
    void billNamesEveryJarAndNothingElse() throws IOException {
        assertEquals(delivered(), new TreeSet<>(licencesOfJars().keySet()));
    }

    @Test
    void licencesAreThoseOfNotice() throws IOException {
        Map<String, TreeSet<String>> licences = new TreeMap<>();
        licencesOfJars()
                .forEach((jar, named) -> licences.put(jar.replaceFirst("-\\d.*", ""), named));
        for (String entry : NoticeTest.entries(NoticeTest.section(0))) {
            Matcher header = NoticeTest.HEADER.matcher(entry.lines().findFirst().orElse(""));
            assertTrue(header.matches(), entry);
            String licence = LICENCES.get(header.group(2));
            assertTrue(licence != null, header.group(2));
            for (String jar : NoticeTest.named(entry)) {
                TreeSet<String> named = licences.getOrDefault(jar, new TreeSet<>());
                for (String one : licence.split(", ")) {
                    assertTrue(named.contains(one), jar + " has " + named + ", not " + one);
                }
            }
        }
    }

    @Test
    void billIsTheSameInEveryBuild() throws IOException {
        JsonNode bill = bill();
        assertFalse(bill.has("serialNumber"));
        assertFalse(bill.get("metadata").has("timestamp"));
        assertEquals("CycloneDX", bill.get("bomFormat").asText());
    }

    /** The names of the jars' files without their ends. */
    private static TreeSet<String> delivered() throws IOException {
        TreeSet<String> jars = new TreeSet<>();
        for (String path : Files.readString(NoticeTest.LIBRARIES).strip().split(":")) {
            Path file = Path.of(path);
            boolean isModule = file.startsWith(House.ROOT);
            jars.add(
                    isModule
                            ? "sluice-%s-%s"
                                    .formatted(House.ROOT.relativize(file).getName(0), version())
                            : file.getFileName().toString().replaceFirst("\\.jar$", ""));
        }
        return jars;
    }

    private static String version() throws IOException {
        return bill().at("/metadata/component/version").asText();
    }

    private static Map<String, TreeSet<String>> licencesOfJars() throws IOException {
        Map<String, TreeSet<String>> licences = new TreeMap<>();
        for (JsonNode component : bill().get("components")) {
            TreeSet<String> named = new TreeSet<>();
            for (JsonNode choice : component.path("licenses")) {
                JsonNode licence = choice.path("license");
                named.add(licence.path("id").asText(licence.path("name").asText()));
            }
            String jar =
                    "%s-%s"
                            .formatted(
                                    component.get("name").asText(),
                                    component.get("version").asText());
            assertFalse(named.isEmpty() || named.contains(""), jar + " has no licence");
            licences.put(jar, named);
        }
        return licences;
    }

    private static JsonNode bill() throws IOException {
        return new ObjectMapper().readTree(Files.readString(BILL));
    }
}
