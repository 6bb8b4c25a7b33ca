package sluice.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the build of {@code cli} has left, put together as packages: both work without a JDK, and
 * have the same bytes each time. {@code PackagesTest} does the same with the packages themselves.
 */
class PartsTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Path LIBRARIES = PROJECT.resolve("cli/target/app/lib");
    private static final int FAST = 0;

    /** A link to another file, without the place in it. */
    private static final Pattern LINK =
            Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]+)(?:#[^)\\s]*)?\\)");

    @TempDir static Path directory;
    private static Parts parts;

    @BeforeAll
    static void make() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(LIBRARIES), "cli is not packaged: mvn package");
        Path jdk = Path.of(System.getProperty("java.home"));
        parts = Parts.make(PROJECT, "0.1.0", jdk, directory.resolve("parts"), false);
    }

    @Test
    void theArchiveWorksWithoutAJdk() throws IOException, InterruptedException {
        Path archive = Packages.archive(parts, folder("archive"), FAST);
        Path again = Packages.archive(parts, folder("again"), FAST);
        assertEquals(-1, Files.mismatch(archive, again), "the same bytes");
        Path place = folder("a place");
        unpack("tar", "xzf", archive, "-C", place);
        Path root = place.resolve(parts.name());
        InstalledCommand command =
                new InstalledCommand(root.resolve("bin/sluice"), directory.resolve("a user"));
        command.walk(root.resolve("runtime"));
    }

    @Test
    void theDebianPackageIsOneForDpkg() throws IOException, InterruptedException {
        assumeTrue(!parts.platform().debian().isEmpty(), "no Debian here");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "no dpkg here");
        Path debian = DebianPackage.write(parts, folder("debian"), FAST);
        Path again = DebianPackage.write(parts, folder("debian again"), FAST);
        assertEquals(-1, Files.mismatch(debian, again), "the same bytes");
        String told = Programs.run(List.of("dpkg-deb", "--info"), List.of(debian.toString()));
        assertTrue(told.contains(" Version: 0.1.0\n"), told);
        Path root = folder("root");
        unpack("dpkg-deb", "-x", debian, "", root);
        Path control = folder("control");
        unpack("dpkg-deb", "-e", debian, "", control);
        assertEquals("/etc/sluice/sluice.yaml\n", Files.readString(control.resolve("conffiles")));
        for (String script : List.of("postinst", "prerm", "postrm")) {
            Programs.run(List.of("sh", "-n"), List.of(control.resolve(script).toString()));
        }
        String sums = control.resolve("md5sums").toString();
        Programs.run(
                List.of("sh", "-c"),
                List.of("cd '%s' && md5sum --quiet -c '%s'".formatted(root, sums)));
        InstalledCommand command =
                new InstalledCommand(root.resolve("usr/bin/sluice"), directory.resolve("user"));
        command.run("--version").good();
        String options = root.resolve("etc/sluice/sluice.yaml").toString();
        String inForce = command.run("config", "serve", "--config", options).good();
        assertTrue(inForce.contains("  store: /var/lib/sluice/store "), inForce);
        assertTrue(inForce.contains("  memory: 1g "), inForce);
        assertEquals(
                root.resolve("usr/lib/sluice/runtime") + "\n", command.run("--java-home").good());
        assertTrue(Files.isDirectory(root.resolve("usr/lib/sluice/cache")), "/var/cache/sluice");
    }

    @Test
    void linksOfThePagesLeadToFilesOfTheArchive() throws IOException {
        TreeMap<String, FileTree.Content> files = new TreeMap<>();
        for (FileTree.Entry entry : ArchiveTree.of(parts).entries()) {
            files.put(entry.path(), entry.content());
        }
        TreeSet<String> dead = new TreeSet<>();
        for (String page : files.keySet()) {
            if (page.endsWith(".md")
                    && files.get(page) instanceof FileTree.Content.FileOfBuild(var file)) {
                Matcher link = LINK.matcher(Files.readString(file));
                while (link.find()) {
                    Path target = Path.of(page).resolveSibling(link.group(1)).normalize();
                    if (!files.containsKey(target.toString())) {
                        dead.add(page + ": " + link.group(1));
                    }
                }
            }
        }
        assertEquals(new TreeSet<>(), dead);
    }

    @Test
    void jarsKeepAllButLibrariesOfOtherSystems() throws IOException {
        Path copies = folder("jars").resolve("lib");
        Jars.copy(LIBRARIES, copies, parts.platform());
        long natives = 0;
        for (Path jar : Jars.in(LIBRARIES)) {
            Path shipped = parts.jars().resolve(jar.getFileName());
            assertEquals(-1, Files.mismatch(shipped, copies.resolve(jar.getFileName())), "bytes");
            TreeSet<String> names = names(jar);
            names.removeIf(parts.platform()::isForOthers);
            assertEquals(names, names(shipped));
            natives += names.stream().filter(name -> name.matches(".*\\.(so|.*lib)")).count();
        }
        // RocksDB, zstd, and two of gRPC.
        assertTrue(natives >= 4, natives + " native libraries are left");
        assertTrue(parts.platform().isForOthers("librocksdbjni-win64.dll"));
        assertFalse(Platform.of("Linux", "amd64").isForOthers("librocksdbjni-linux64.so"));
        assertTrue(Platform.of("Linux", "amd64").isForOthers("librocksdbjni-linux64-musl.so"));
        assertTrue(Platform.of("Linux", "aarch64").isForOthers("librocksdbjni-linux64.so"));
    }

    @Test
    void theBillHasTheJarsAsShippedAndTheJava() throws IOException {
        Path bill = PROJECT.resolve("cli/target/app/bom.json");
        assumeTrue(Files.exists(bill), "the build was offline");
        JsonNode components = new ObjectMapper().readTree(parts.bill()).get("components");
        TreeSet<String> named = new TreeSet<>();
        for (JsonNode component : components) {
            named.add(component.get("name").asText());
            assertTrue(component.get("licenses").size() > 0, component::toString);
        }
        assertTrue(named.contains("java-runtime") && named.contains("rocksdbjni"), named::toString);
        // The command's own jar is what the bill is of, and no component.
        assertEquals(Jars.in(parts.jars()).size(), components.size());
    }

    @Test
    void aSystemWithoutPackagesIsRefusedByName() {
        String said = "";
        try {
            Platform.of("Windows 11", "amd64");
        } catch (IllegalArgumentException e) {
            said = e.getMessage();
        }
        assertTrue(said.contains("Windows 11 amd64"), said);
    }

    private static TreeSet<String> names(Path jar) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(file.entries())) {
                names.add(entry.getName());
            }
        }
        return names;
    }

    private static Path folder(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private static void unpack(String program, String how, Path file, String flag, Path place)
            throws IOException, InterruptedException {
        List<String> words =
                flag.isEmpty()
                        ? List.of(file.toString(), place.toString())
                        : List.of(file.toString(), flag, place.toString());
        Programs.run(List.of(program, how), words);
    }
}
