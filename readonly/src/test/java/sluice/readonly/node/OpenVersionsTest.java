package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import sluice.readonly.Decision;
import sluice.readonly.Partitions;
import sluice.readonly.SmallVersions;
import sluice.readonly.fetch.DirectorySource;
import sluice.readonly.fetch.Fetch;
import sluice.readonly.fetch.FetchFigures;
import sluice.readonly.fetch.FetchOptions;
import sluice.readonly.fetch.HeldMark;
import sluice.readonly.fetch.Throttle;
import sluice.readonly.fetch.VersionFolder;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VerifiedFiles;
import sluice.store.VersionFiles;

/** Versions of a node that are opened, swapped and closed under their readers. */
@Isolated
class OpenVersionsTest {
    private static final int SWAPS = 1_000;

    @TempDir Path directory;

    private VersionFolder folder;
    private final OpenVersions versions = new OpenVersions();

    private HeldMark fetch(Storage store, int version) throws IOException {
        byte[] bytes =
                Files.readAllBytes(directory.resolve("graph", VersionFiles.version(version)));
        Manifest manifest = ManifestFile.read(store, VersionFiles.version(version)).orElseThrow();
        FetchOptions options =
                new FetchOptions(
                        new Throttle(Throttle.NO_LIMIT, () -> 0, _ -> {}),
                        -1,
                        _ -> {},
                        new SplittableRandom(1),
                        () -> false,
                        new FetchFigures());
        return new Fetch(folder, List.of(DirectorySource.of(store)), options, (_, _) -> {})
                .run(
                        new Fetch.Wish(
                                version,
                                Fetch.checksum(bytes),
                                Partitions.of(manifest, 1),
                                Set.of(0),
                                Set.of(1L)),
                        new VerifiedFiles());
    }

    private List<HeldMark> twoVersions() throws IOException {
        SmallVersions small = new SmallVersions(directory);
        Storage store = DirectoryStorage.create(directory.resolve("graph"));
        folder = new VersionFolder(DirectoryStorage.create(directory.resolve("node")));
        int first = small.next(store, 10);
        int second = small.next(store, 10);
        return List.of(fetch(store, first), fetch(store, second));
    }

    private static Decision decision(int version) {
        return Decision.NONE.under(1).committed(version, Map.of(), 1, 1);
    }

    /** How many files below the folder of the test are open, and how many are mapped. */
    private List<Long> open() throws IOException {
        String prefix = directory.toRealPath() + "/";
        long mappings;
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            mappings = lines.filter(line -> line.contains(prefix)).count();
        }
        long descriptors = 0;
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                try {
                    boolean isOurs = Files.readSymbolicLink(file).toString().startsWith(prefix);
                    descriptors += isOurs ? 1 : 0;
                } catch (IOException _) {
                    // The listing itself has one that is closed by now.
                }
            }
        }
        return List.of(descriptors, mappings);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aThousandSwapsLeaveNeitherFilesNorMappingsOpen() throws IOException {
        List<HeldMark> marks = twoVersions();
        List<Long> before = List.of();
        for (int i = 0; i < SWAPS; i++) {
            HeldMark mark = marks.get(i % 2);
            versions.add(OpenVersion.open(folder, mark));
            versions.serve(decision(mark.version()), System::nanoTime);
            if (i == 10) {
                before = open();
            }
        }
        assertTrue(before.getLast() > 0, "nothing is mapped: the test shows nothing");
        assertEquals(before, open(), "open, mapped");
        versions.close();
        assertEquals(0, open().getLast());
    }

    @Test
    void aSwapDoesNotWaitForAReaderAndDoesNotEndIt() throws IOException {
        List<HeldMark> marks = twoVersions();
        versions.add(OpenVersion.open(folder, marks.getFirst()));
        versions.serve(decision(marks.getFirst().version()), System::nanoTime);
        OpenVersion read = versions.lease(0);
        versions.add(OpenVersion.open(folder, marks.getLast()));
        versions.serve(decision(marks.getLast().version()), System::nanoTime);
        versions.remove(marks.getFirst().version());
        assertNull(versions.lease(marks.getFirst().version()), "it is still given out");
        assertEquals(2, read.reader().count(5, 0).value());
        read.release();
        assertEquals(2, versions.lease(0).reader().count(5, 0).value());
        versions.close();
    }
}
