package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitReference;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Calls that are made at the edges of the system only, so that what is inside can be tested without
 * a clock, chance or a disk. A reference, such as {@code System::nanoTime}, hands one over and is
 * no call. Calls with a default charset or case are found by Error Prone.
 */
class CallsTest {
    private static final List<String> EDGES =
            List.of(
                    "testkit",
                    "cli",
                    "dist",
                    "generate",
                    "linkbench",
                    "experiments",
                    "servers",
                    // Spark starts a program of it, and names what it writes for a while.
                    "spark");
    private static final List<String> FILES =
            List.of(
                    "testkit",
                    "storage",
                    "hot-rocksdb",
                    "hot-mysql",
                    "servers",
                    "ingest",
                    "parquet",
                    "cli",
                    "dist",
                    "generate",
                    "linkbench",
                    "experiments");

    /**
     * Besides: certificates, keys, tokens and what Linux says of a machine are no files of a store.
     */
    private static final List<String> READ_FILES =
            Stream.concat(
                            FILES.stream(),
                            Stream.of(
                                    "protocol",
                                    "client",
                                    "server",
                                    "live",
                                    "model",
                                    "cold-hbase",
                                    "storage-hadoop",
                                    "report",
                                    "spark"))
                    .toList();

    private static final List<Rule> IN_MAIN =
            List.of(
                    new Rule("java.lang.System.exit", List.of("cli"), "return a status"),
                    new Rule("java.lang.Runtime.halt", List.of("cli"), "return a status"),
                    new Rule("java.lang.System.out", EDGES, "take a writer"),
                    new Rule("java.lang.System.err", EDGES, "take a writer"),
                    new Rule("java.lang.System.nanoTime", EDGES, "take a LongSupplier"),
                    new Rule("java.lang.System.currentTimeMillis", EDGES, "take an InstantSource"),
                    new Rule("java.time.Instant.now", EDGES, "take an InstantSource"),
                    new Rule("java.time.LocalDate.now", EDGES, "take an InstantSource"),
                    new Rule("java.time.LocalDateTime.now", EDGES, "take an InstantSource"),
                    new Rule("java.time.ZonedDateTime.now", EDGES, "take an InstantSource"),
                    new Rule("java.lang.Math.random", EDGES, "take a RandomGenerator"),
                    new Rule("java.util.Random.", EDGES, "take a RandomGenerator"),
                    new Rule("java.util.UUID.randomUUID", EDGES, "take a RandomGenerator"),
                    new Rule(
                            "java.util.concurrent.ThreadLocalRandom.",
                            EDGES,
                            "take a RandomGenerator"),
                    new Rule("java.nio.file.Files.", READ_FILES, "go through Storage"),
                    new Rule("java.nio.channels.FileChannel.open", FILES, "go through Storage"),
                    new Rule("java.io.FileInputStream.", FILES, "go through Storage"),
                    new Rule("java.io.FileOutputStream.", FILES, "go through Storage"),
                    new Rule("java.io.RandomAccessFile.", FILES, "go through Storage"),
                    new Rule("java.lang.foreign.Arena.ofAuto", List.of(), "own the arena"),
                    new Rule("java.lang.foreign.Arena.global", List.of(), "own the arena"));

    /** What tests may not call, and what they do instead. */
    private static final Map<String, String> IN_TESTS =
            Map.of(
                    "java.lang.Thread.sleep", "wait for what must happen",
                    "java.lang.System.exit", "let the test end");

    /** {@code name} begins the full name of what is used; {@code modules} may use it. */
    private record Rule(String name, List<String> modules, String instead) {}

    @Test
    void mainCodeLeavesClockChanceAndDiskToTheEdges() {
        assertEquals("", String.join("\n", violations(IN_MAIN, House.classes("classes"))));
    }

    @Test
    void testsDoNotSleep() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (Path folder : House.folders("test-classes")) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    callsInTest(ClassFile.of().parse(file), found);
                }
            }
        }
        assertEquals("", String.join("\n", found));
    }

    /** A class has the names of all methods that it calls at its front. */
    private static void callsInTest(ClassModel test, TreeSet<String> found) {
        for (PoolEntry entry : test.constantPool()) {
            if (entry instanceof MethodRefEntry call) {
                String name = call.owner().asInternalName().replace('/', '.') + "." + call.name();
                if (IN_TESTS.containsKey(name)) {
                    found.add(
                            test.thisClass().asInternalName()
                                    + " calls "
                                    + name
                                    + ": "
                                    + IN_TESTS.get(name));
                }
            }
        }
    }

    @Test
    void callsOfTestsAreFound() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        String name = "/" + Sleeping.class.getName().replace('.', '/') + ".class";
        try (InputStream planted = CallsTest.class.getResourceAsStream(name)) {
            callsInTest(ClassFile.of().parse(planted.readAllBytes()), found);
        }
        assertEquals(1, found.size(), found::toString);
    }

    @Test
    void callsAreFoundAlsoInLambdas() {
        JavaClasses planted = new ClassFileImporter().importClasses(Planted.class);
        TreeSet<String> found = violations(IN_MAIN, planted);
        assertEquals(2, found.size(), found::toString);
    }

    private static TreeSet<String> violations(List<Rule> rules, JavaClasses classes) {
        TreeSet<String> found = new TreeSet<>();
        for (JavaClass from : classes) {
            for (JavaAccess<?> access : from.getAccessesFromSelf()) {
                if (access instanceof JavaCodeUnitReference) {
                    continue;
                }
                String used =
                        access.getTargetOwner().getName() + "." + access.getTarget().getName();
                for (Rule rule : rules) {
                    if (used.startsWith(rule.name()) && !rule.modules().contains(module(from))) {
                        found.add(access.getDescription() + ": " + rule.instead());
                    }
                }
            }
        }
        return found;
    }

    private static String module(JavaClass type) {
        return House.module(type.getName());
    }

    /** Breaks a rule in plain code and one in a lambda; to hand a clock over breaks none. */
    static final class Planted {
        final long startNanos = System.nanoTime();
        final DoubleSupplier chance = () -> Math.random();
        final LongSupplier clock = System::currentTimeMillis;
    }

    /** Calls what a test may not. */
    static final class Sleeping {
        void wait(int millis) throws InterruptedException {
            Thread.sleep(millis);
        }
    }
}
