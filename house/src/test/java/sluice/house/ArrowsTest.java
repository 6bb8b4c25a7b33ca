package sluice.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Modules use lower modules only, and libraries stay where they belong. */
class ArrowsTest {
    /** Libraries by the beginning of their packages, and the modules that may use them. */
    private static final Map<String, List<String>> LIBRARIES =
            Map.ofEntries(
                    Map.entry("picocli.", List.of("cli")),
                    Map.entry("org.rocksdb.", List.of("hot-rocksdb", "experiments")),
                    Map.entry("com.github.benmanes.caffeine.", List.of("hot-rocksdb")),
                    Map.entry(
                            "org.HdrHistogram.",
                            List.of("server", "linkbench", "experiments", "cli")),
                    Map.entry("org.mariadb.", List.of("hot-mysql", "linkbench", "experiments")),
                    Map.entry(
                            "com.fasterxml.jackson.",
                            List.of(
                                    "ingest",
                                    "load",
                                    "report",
                                    "server",
                                    "readonly",
                                    "linkbench",
                                    "experiments",
                                    "cli",
                                    "dist")),
                    Map.entry("com.github.luben.zstd.", List.of("store", "ingest", "parquet")),
                    Map.entry("org.apache.lucene.", List.of("schema")),
                    Map.entry("io.grpc.", List.of("protocol", "server", "client")),
                    Map.entry("com.google.protobuf.", List.of("server")),
                    Map.entry("com.sun.management.", List.of("server")),
                    Map.entry("io.micrometer.", List.of("server")),
                    Map.entry(
                            "org.apache.hadoop.", List.of("cold-hbase", "storage-hadoop", "spark")),
                    Map.entry("org.apache.curator.", List.of("readonly-zookeeper")),
                    Map.entry("org.apache.zookeeper.", List.of("readonly-zookeeper")),
                    Map.entry("org.apache.tinkerpop.", List.of("gremlin")),
                    Map.entry("org.javatuples.", List.of("gremlin")),
                    Map.entry("org.apache.commons.configuration2.", List.of("gremlin")),
                    Map.entry("org.apache.spark.", List.of("spark")),
                    Map.entry("scala.", List.of("spark")),
                    Map.entry("org.junit.", List.of("testkit")),
                    Map.entry("org.jspecify.", House.MODULES));

    private static final List<String> APART =
            List.of("cold-hbase", "gremlin", "readonly-zookeeper", "spark", "storage-hadoop");

    private final JavaClasses classes = House.classes("classes");

    @Test
    void modulesUseLowerModulesOnly() {
        TreeSet<String> wrong = new TreeSet<>();
        for (JavaClass from : classes) {
            from.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(to -> !mayUse(from.getName(), to.getName()))
                    .forEach(to -> wrong.add(from.getName() + " uses " + to.getName()));
        }
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("sluice.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void allModulesAreSeen() {
        for (String module : House.MODULES) {
            assertTrue(classes.containPackage(House.packageOf(module)), module);
        }
    }

    @Test
    void wrongArrowsAreFound() {
        assertFalse(mayUse("sluice.model.Link", "sluice.storage.Storage"));
        assertFalse(mayUse("sluice.storage.Storage", "sluice.model.Link"));
        assertFalse(mayUse("sluice.segment.Run", "sluice.store.Store"));
        assertFalse(mayUse("sluice.load.Load", "org.rocksdb.RocksDB"));
        assertFalse(mayUse("sluice.coordinator.MergedGraph", "sluice.hot.rocksdb.RocksHotStore"));
        assertFalse(mayUse("sluice.coordinator.MergedGraph", "sluice.hot.mysql.MySqlHotStore"));
        assertFalse(mayUse("sluice.model.Link", "org.unknown.Library"));
        assertFalse(mayUse("sluice.cli.Main", "sluice.gremlin.SluiceGraph"));
        assertFalse(mayUse("sluice.client.Lane", "com.google.protobuf.Message"));
        assertFalse(mayUse("sluice.load.Load", "org.apache.hadoop.hbase.client.Get"));
        assertFalse(mayUse("sluice.cli.Main", "sluice.cold.hbase.HBaseColdStore"));
        assertFalse(mayUse("sluice.cli.Main", "sluice.spark.SluiceSource"));
        assertFalse(mayUse("sluice.load.Load", "org.apache.spark.sql.Row"));
        assertFalse(mayUse("sluice.cold.hbase.HBaseColdStore", "sluice.storage.Storage"));
        assertFalse(mayUse("sluice.cli.Main", "sluice.storage.hadoop.HadoopFiles"));
        assertTrue(mayUse("sluice.storage.hadoop.HadoopFiles", "sluice.storage.Storage"));
        assertTrue(mayUse("sluice.experiments.debl.Debl", "sluice.servers.hbase.HBaseServers"));
        assertTrue(mayUse("sluice.cli.Main", "sluice.model.Link"));
        assertTrue(mayUse("sluice.cli.Main", "picocli.CommandLine"));
    }

    private static boolean mayUse(String from, String to) {
        String module = House.module(from);
        if (to.startsWith("sluice.")) {
            boolean areBothLowest = to.startsWith("sluice.model.") && module.equals("storage");
            return !areBothLowest
                    && !isOfNoConcern(module, House.module(to))
                    && House.MODULES.indexOf(House.module(to)) <= House.MODULES.indexOf(module);
        }
        if (to.startsWith("java.") || to.startsWith("javax.") || !to.contains(".")) {
            return true;
        }
        return LIBRARIES.entrySet().stream()
                .anyMatch(
                        library ->
                                to.startsWith(library.getKey())
                                        && library.getValue().contains(module));
    }

    /**
     * A store behind an interface is known to those who open it alone, and one whose libraries are
     * elsewhere to no one.
     */
    private static boolean isOfNoConcern(String module, String used) {
        if (APART.contains(used)) {
            return !module.equals(used);
        }
        return used.startsWith("hot-")
                && !module.equals(used)
                && !List.of("live", "linkbench", "experiments", "cli").contains(module);
    }
}
