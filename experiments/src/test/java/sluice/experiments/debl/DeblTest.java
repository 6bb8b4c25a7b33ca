package sluice.experiments.debl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.xml.sax.InputSource;
import sluice.linkbench.run.BenchClock;
import sluice.model.BucketStoreProvider;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.mariadb.MariaDbHome;
import sluice.servers.mariadb.MariaDbPrograms;

/** All variants on a small graph, with real servers. */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
class DeblTest {
    /** The build of that module leaves them. */
    private static final Path HBASE = Path.of("../cold-hbase/target/classes");

    private static final Path HBASE_LIBRARIES = Path.of("../cold-hbase/target/lib");

    /** {@code -DdeblLinks=1000000} takes minutes longer. */
    private static final long LINKS = Long.getLong("deblLinks", 20_000);

    private static final int CLIENTS = 50;
    private static final long REQUESTS = DeblOptions.requestsFor(LINKS, CLIENTS);
    private static final int COMPARED = 1000;

    /** Four times the default, since time in which a source is slow tries nothing. */
    private static final long SOURCE_BYTES_PER_SECOND = 50_000_000;

    @TempDir private Path folder;

    @Test
    void allVariantsAnswerAsTheEmbeddedStoreDoes() throws Exception {
        Assumptions.assumeTrue(
                Files.isDirectory(HBASE_LIBRARIES), "needs the module cold-hbase, packaged");
        List<URL> jars = new ArrayList<>(List.of(HBASE.toUri().toURL()));
        try (Stream<Path> files = Files.list(HBASE_LIBRARIES)) {
            for (Path file : files.toList()) {
                jars.add(file.toUri().toURL());
            }
        }
        // Not closed: HBase has something to do when the process ends. Its threads look for its
        // parts
        // by the loader that they inherit.
        ClassLoader loader =
                new URLClassLoader(jars.toArray(URL[]::new), DeblTest.class.getClassLoader());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            DeblReport report =
                    run(
                            List.of(Variant.values()),
                            MariaDbPrograms.home(),
                            address -> BucketStoreProvider.open(address, loader));

            assertEquals(List.of(), report.faults());
            assertTrue(report.isSound());
            check(new ObjectMapper().readTree(report.json()));
            check(DeblPage.of(report));
            for (Variant variant : Variant.values()) {
                assertTrue(
                        DeblTables.text(report).contains(variant.title()),
                        () -> DeblTables.text(report));
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aServerThatIsMissingIsSaidAtOnce() throws IOException {
        ColdStoreOpener none =
                _ -> {
                    throw new AssertionError("HBase is asked");
                };
        SluiceException failure =
                assertThrows(
                        SluiceException.class, () -> run(List.of(Variant.BULK_MYSQL), null, none));
        assertTrue(String.valueOf(failure.getMessage()).contains("no MariaDB"), failure::toString);
        DeblReport report = run(List.of(Variant.FILE_COPY, Variant.EMBEDDED), null, none);
        assertTrue(report.isSound());
        assertEquals(2, report.results().size());

        DeblReport ended = report.endedBy(new IOException("no room"));
        assertFalse(ended.isSound());
        assertEquals(List.of("ended early: no room"), ended.faults());
        assertEquals(report.results(), ended.results());
        assertTrue(DeblPage.of(ended).contains("no room"));
    }

    /** Ctrl-C reaches those that are being started, too. */
    @Test
    void aStopWhileServersAreStartedIsToldAsThat() {
        Path ends = Path.of("/bin/false");
        ColdStoreOpener none =
                _ -> {
                    throw new AssertionError("HBase is asked");
                };
        SluiceException stopped =
                assertThrows(
                        SluiceException.class,
                        () ->
                                run(
                                        List.of(Variant.BULK_MYSQL),
                                        new MariaDbHome(ends, ends, Optional.empty()),
                                        none,
                                        () -> true));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code(), stopped::toString);
    }

    private DeblReport run(List<Variant> variants, MariaDbHome mariaDb, ColdStoreOpener coldStores)
            throws IOException {
        return run(variants, mariaDb, coldStores, () -> false);
    }

    private DeblReport run(
            List<Variant> variants,
            MariaDbHome mariaDb,
            ColdStoreOpener coldStores,
            BooleanSupplier stop)
            throws IOException {
        return Debl.run(
                new DeblOptions(
                        LINKS,
                        SOURCE_BYTES_PER_SECOND,
                        variants,
                        CLIENTS,
                        REQUESTS,
                        COMPARED,
                        2,
                        folder,
                        mariaDb,
                        HBaseServers.Shape.ONE_PROCESS),
                coldStores,
                BenchClock.system(),
                stop,
                _ -> {});
    }

    private static void check(JsonNode json) {
        assertEquals(Variant.values().length, json.path("variants").size());
        for (JsonNode variant : json.path("variants")) {
            boolean isAsked = Variant.of(variant.path("variant").asText()).isAsked();
            assertEquals(
                    isAsked ? REQUESTS : 0, variant.path("requests").asLong(), variant::toString);
            assertEquals(
                    isAsked ? COMPARED : 0, variant.path("compared").asInt(), variant::toString);
            assertEquals(0, variant.path("differing").asInt(), variant::toString);
            assertEquals(0, variant.path("errors").asInt(), variant::toString);
            assertTrue(variant.path("uptime_seconds").asDouble() > 0, variant::toString);
            assertFalse(isAsked && variant.path("seconds").isEmpty(), variant::toString);
        }
        for (JsonNode aim : json.path("aims")) {
            assertFalse(aim.path("measured").isNull(), aim::toString);
        }
    }

    /** Both figures are drawings that can be parsed, with a bar or a line for each variant. */
    private static void check(String html) throws Exception {
        int asked = 0;
        for (int from = html.indexOf("<svg"); from >= 0; from = html.indexOf("<svg", from + 1)) {
            String svg = html.substring(from, html.indexOf("</svg>", from) + "</svg>".length());
            var drawing =
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(new InputSource(new StringReader(svg)));
            int bars = drawing.getElementsByTagName("rect").getLength();
            int lines = drawing.getElementsByTagName("polyline").getLength();
            assertEquals(Variant.values().length * 2 - (lines > 0 ? 1 : 0) * 2, bars + 2 * lines);
            asked++;
        }
        assertEquals(2, asked);
        assertFalse(html.contains("<script") || html.contains("http"), "it loads something");
    }
}
