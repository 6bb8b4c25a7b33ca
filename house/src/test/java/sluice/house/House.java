package sluice.house;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Where the modules, their sources and their classes are. */
final class House {
    /** The modules, lowest first: each may use those before it. */
    static final List<String> MODULES =
            List.of(
                    "model",
                    "testkit",
                    "schema",
                    "question",
                    "rdf",
                    "json",
                    "parquet",
                    "plan",
                    "report",
                    "servers",
                    "hot-rocksdb",
                    "hot-mysql",
                    "cold-hbase",
                    "storage",
                    "voldemort-format",
                    "dictionary",
                    "segment",
                    "store",
                    "ingest",
                    "export",
                    "load",
                    "cluster-load",
                    "storage-hadoop",
                    "backup",
                    "proof",
                    "spark",
                    "coordinator",
                    "protocol",
                    "server",
                    "client",
                    "readonly",
                    "readonly-zookeeper",
                    "live",
                    "gremlin",
                    "generate",
                    "linkbench",
                    "experiments",
                    "cli",
                    "dist");

    /** The directory of the project; tests run in the directory of their module. */
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Map<String, JavaClasses> CLASSES = new HashMap<>();
    private static List<Path> files = List.of();

    private House() {}

    /** The module of a class: its package is the module's name with dots for dashes. */
    static String module(String className) {
        return MODULES.stream()
                .filter(module -> className.startsWith(packageOf(module) + "."))
                .max(Comparator.comparingInt(String::length))
                .orElse(className.split("\\.", -1)[1]);
    }

    /** The package in which a module's classes are. */
    static String packageOf(String module) {
        return "sluice." + module.replace('-', '.');
    }

    /** All files of the project that are written by hand, in order; looked for once. */
    static synchronized List<Path> files() {
        if (files.isEmpty()) {
            try (Stream<Path> found = Files.walk(ROOT)) {
                files =
                        found.filter(file -> !isGenerated(ROOT.relativize(file)))
                                .filter(Files::isRegularFile)
                                .sorted()
                                .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    /** All Java sources of the project, in order. */
    static List<Path> javaFiles() {
        return files().stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    /** The Java sources of all modules of {@code kind}, which is "main" or "test", in order. */
    static List<Path> sources(String kind) {
        return javaFiles().stream()
                .filter(file -> file.toString().contains("/src/" + kind + "/java/"))
                .filter(file -> !ROOT.relativize(file).startsWith("examples"))
                .toList();
    }

    /**
     * The classes of {@code kind}, which is "classes" or "test-classes", of all modules; read once.
     */
    static synchronized JavaClasses classes(String kind) {
        return CLASSES.computeIfAbsent(kind, House::read);
    }

    private static JavaClasses read(String kind) {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().importPaths(folders(kind));
    }

    /** Where each module's classes of {@code kind} are, which is "classes" or "test-classes". */
    static List<Path> folders(String kind) {
        return MODULES.stream()
                .map(module -> ROOT.resolve(module).resolve("target").resolve(kind))
                .filter(Files::isDirectory)
                .toList();
    }

    private static boolean isGenerated(Path file) {
        for (Path part : file) {
            String name = part.toString();
            if (name.equals("target") || (name.startsWith(".") && !name.equals(".ci"))) {
                return true;
            }
        }
        return false;
    }
}
