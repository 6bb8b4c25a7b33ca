package sluice.linkbench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.run.LoadedStore;
import sluice.linkbench.run.RunPlan;
import sluice.model.SluiceException;

class ConfigurationTest {
    @TempDir private Path directory;

    private Path file(String name, String... lines) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, List.of(lines));
    }

    private static String message(SluiceException failure) {
        return String.valueOf(failure.getMessage());
    }

    @Test
    void theMainFileComesBeforeTheWorkloadFileAndSingleSettingsBeforeBoth() throws IOException {
        file("config/workload.properties", "requests = 1", "requesters = 1", "maxtime=1");
        Path main =
                file(
                        "config/main.properties",
                        "workload_file = config/workload.properties",
                        "requests = 2 ",
                        "requesters : 2",
                        "password = secret");
        Configuration settings = Configuration.read(main, Map.of("requests", "3"), null);
        assertEquals(3, settings.integer("requests"));
        assertEquals(2, settings.integer("requesters"));
        assertEquals(1, settings.integer("maxtime"));
        assertEquals(7, settings.integer("warmup_time", 7));
        assertEquals("secret", settings.text("password"));
        assertEquals(
                Map.of(
                        "requests", "3",
                        "requesters", "2",
                        "maxtime", "1",
                        "warmup_time", "7",
                        "password", "(hidden)",
                        "workload_file", "config/workload.properties"),
                settings.used());
    }

    @Test
    void filesAreLookedForInTheHomeFirst() throws IOException {
        file("home/other.properties", "requests = 1");
        file("other.properties", "requests = 2");
        Path main = file("main.properties", "workload_file = other.properties");
        Path home = directory.resolve("home");
        assertEquals(1, Configuration.read(main, Map.of(), home).integer("requests"));
        assertEquals(2, Configuration.read(main, Map.of(), null).integer("requests"));
    }

    @Test
    void settingsOfOtherStoresAreTakenAndNamedAsUnused() throws IOException {
        Path main =
                file(
                        "main.properties",
                        "linkstore = com.facebook.LinkBench.LinkStoreMysql",
                        "MySQL_bulk_insert_batch = 1024",
                        "requests = 2");
        Configuration settings = Configuration.read(main, Map.of(), null);
        assertEquals(2, settings.integer("requests"));
        assertEquals(List.of("MySQL_bulk_insert_batch", "linkstore"), settings.unused());
    }

    /** The files of the original, whole: they send the same requests as the built-in workload. */
    @Test
    void filesOfTheOriginalAreTakenAsTheyAre() throws IOException {
        for (String name : List.of("main", "workload")) {
            Files.createDirectories(directory.resolve("config"));
            try (InputStream resource = getClass().getResourceAsStream(name + ".properties")) {
                Files.write(
                        directory.resolve("config").resolve(name + ".properties"),
                        Objects.requireNonNull(resource).readAllBytes());
            }
        }
        Configuration settings =
                Configuration.read(
                        directory.resolve("config/main.properties"),
                        Map.of("data_file", "", "maxid1", "100001"),
                        null);
        Workload workload = WorkloadReader.read(settings, Profile.CORRECTED);
        Workload builtIn = WorkloadReader.read(Configuration.shipped(Map.of()), Profile.CORRECTED);
        assertEquals(RequestDigest.of(builtIn, 7, 1000), RequestDigest.of(workload, 7, 1000));
        RunPlan plan = RunPlan.read(settings, 0);
        assertEquals(100, plan.requesters());
        assertEquals(500_000, plan.requestsEach());
        assertEquals(12345, plan.seed());
        assertTrue(
                settings.unused()
                        .containsAll(
                                List.of(
                                        "MySQL_bulk_insert_batch",
                                        "debuglevel",
                                        "maxsamples",
                                        "nodetable",
                                        "password",
                                        "write_uncorr_config")));
        assertFalse(settings.unused().contains("write_uncorr_shape"));
    }

    @Test
    void unknownSettingsAreNamedWithTheNearest() {
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> Configuration.shipped(Map.of("requestors", "2")));
        assertEquals(
                "the built-in workload: there is no setting \"requestors\"; the nearest is"
                        + " \"requesters\"",
                failure.getMessage());
    }

    @Test
    void wrongValuesSayWhatIsExpected() {
        assertWrong(
                "the setting maxid1 is \"many\", expected a whole number",
                Map.of("maxid1", "many"));
        assertWrong("the shares of the operations add up to", Map.of("addlink", "50"));
        assertWrong("read_function names \"Pareto\"", Map.of("read_function", "Pareto"));
        assertWrong("Zipf's shape is -1.0", Map.of("read_shape", "-1"));
        assertWrong(
                "the setting generate_nodes is \"ture\", expected true or false",
                Map.of("generate_nodes", "ture"));
        assertWrong(
                "the setting getlinklist_history is -1.0, expected 0 to 100",
                Map.of("getlinklist_history", "-1"));
        assertWrong(
                "the setting read_uncorr_blend is 250.0, expected 0 to 100",
                Map.of("read_uncorr_blend", "250"));
        assertWrong(
                "the setting write_uncorr_blend is NaN, expected 0 to 100",
                Map.of("write_uncorr_blend", "NaN"));
        assertWrong(
                "nlinks_mean is -3.0, expected 0 or more",
                Map.of(
                        "nlinks_func", "ZipfDistribution",
                        "nlinks_shape", "0.8",
                        "nlinks_mean", "-3"));
        assertWrong("bytes from 200 to 100", Map.of("link_add_datagen_startbyte", "200"));
        assertWrong("the setting \"read_config\" is missing", Map.of("read_function", "POWER"));
        assertWrong("no accesses were measured", Map.of("node_delete_function", "REAL"));
        assertWrong("in LinkBench's Distribution.dat only", Map.of("node_read_function", "real"));
        assertWrong("-D data_file=", Map.of("data_file", "no such file"));
        assertWrong("link_type_count is 0", Map.of("link_type_count", "0"));
        assertWrong(
                "cannot say how many links",
                Map.of(
                        "nlinks_func", "LogNormalDistribution",
                        "nlinks_median", "3",
                        "nlinks_sigma", "1"));
    }

    private static void assertWrong(String part, Map<String, String> overrides) {
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () ->
                                WorkloadReader.read(
                                        Configuration.shipped(overrides), Profile.CORRECTED));
        assertTrue(message(failure).contains(part), failure::toString);
    }

    /** Without it no nodes are loaded, so that nothing need be said of their data. */
    @Test
    void nodesAreLoadedOnlyWhereItIsSaid() throws IOException {
        Map<String, String> overrides = new HashMap<>();
        for (String key : List.of("addnode", "updatenode", "deletenode", "getnode")) {
            overrides.put(key, "0");
        }
        overrides.put("getlinklist", "74.5958901");
        for (String key : List.of("generate_nodes", "node_add_datagen", "node_up_datagen")) {
            overrides.put(key, "");
        }
        Configuration settings = Configuration.shipped(overrides);
        Workload workload = WorkloadReader.read(settings, Profile.CORRECTED);
        assertFalse(LoadedStore.job(settings, workload, 1, () -> false).withNodes());
        assertEquals("false", settings.used().get("generate_nodes"));
    }

    @Test
    void uncorrelatedWritesOfTheOriginalTakeTheSettingsOfReads() throws IOException {
        Map<String, String> overrides = Map.of("maxid1", "10000001");
        BlendedAccess legacy = writes(overrides, Profile.LEGACY);
        BlendedAccess corrected = writes(overrides, Profile.CORRECTED);
        assertEquals(0.995, legacy.share());
        assertEquals(0.95, corrected.share());
        assertEquals(121.174321575, zeta(legacy.first()), 1e-9);
        assertEquals(247.734320596, zeta(corrected.first()), 1e-9);
        assertEquals(247.734320596, zeta(legacy.second()), 1e-9);
    }

    private static BlendedAccess writes(Map<String, String> overrides, Profile profile)
            throws IOException {
        Workload workload = WorkloadReader.read(Configuration.shipped(overrides), profile);
        return assertInstanceOf(BlendedAccess.class, workload.accesses().linkWrites());
    }

    private static double zeta(IdAccess access) {
        RankedAccess ranked = assertInstanceOf(RankedAccess.class, access);
        return assertInstanceOf(ZipfRanks.class, ranked.ranks()).zeta();
    }

    @Test
    void withoutABlendThereIsNone() throws IOException {
        Map<String, String> overrides = new HashMap<>();
        overrides.put("read_uncorr_blend", "");
        overrides.put("write_uncorr_blend", "");
        Workload workload =
                WorkloadReader.read(Configuration.shipped(overrides), Profile.CORRECTED);
        assertInstanceOf(RankedAccess.class, workload.accesses().linkReads());
        assertInstanceOf(RankedAccess.class, workload.accesses().linkWrites());
    }

    @Test
    void linksCanBeSpreadByADistribution() throws IOException {
        Workload workload =
                WorkloadReader.read(
                        Configuration.shipped(
                                Map.of(
                                        "nlinks_func", "ZipfDistribution",
                                        "nlinks_shape", "0.8",
                                        "nlinks_mean", "5",
                                        "maxid1", "1001")),
                        Profile.CORRECTED);
        long links = 0;
        long most = 0;
        for (long id = 1; id <= 1000; id++) {
            long degree = workload.initialLinks().degrees().degree(id);
            links += degree;
            most = Math.max(most, degree);
        }
        assertEquals(5000, links, 50);
        assertEquals(Math.round(5000 * new ZipfRanks(1000, 0.8).share(0)), most);
    }

    @Test
    void theMixOfLinksMustBeGivenAndThatOfNodesNeedNot() throws IOException {
        Configuration settings =
                Configuration.read(
                        file(
                                "links.properties",
                                "startid1=1",
                                "maxid1=100",
                                "nlinks_func=const",
                                "nlinks_config=0",
                                "nlinks_default=2",
                                "addlink=10",
                                "deletelink=10",
                                "updatelink=10",
                                "countlink=10",
                                "getlink=10",
                                "getlinklist=50",
                                "read_function=UniformDistribution",
                                "write_function=com.facebook.LinkBench.distributions.UniformDistribution",
                                "link_datasize=8",
                                "link_add_datagen=UniformDataGenerator",
                                "link_up_datagen=UniformDataGenerator",
                                "generate_nodes=false"),
                        Map.of(),
                        null);
        Workload workload = WorkloadReader.read(settings, Profile.CORRECTED);
        assertEquals(50, workload.mix().percent(RequestKind.GET_LINKS_LIST));
        assertEquals(0, workload.mix().percent(RequestKind.GET_NODE));
        assertFalse(settings.used().containsKey("node_read_function"));
    }
}
