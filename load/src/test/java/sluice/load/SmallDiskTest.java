package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.files.StoreFiles;
import sluice.storage.DirectoryStorage;
import sluice.store.StoreVerifier;
import sluice.testkit.Experiment;

/**
 * E5 with a real disk and a real process: a second load into a store on a disk that is too small,
 * by much or by little. It says which directory is full and how much is missing; what was there is
 * all still there; and once there is room the same command ends with the very store that it leaves
 * where there was room from the beginning.
 *
 * <p>{@code -DdiskSizes=} says how many sizes from 1 to 99 percent of the need are tried.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class SmallDiskTest {
    private static final int SIZES = Experiment.size("diskSizes", 2, 40);
    private static final int ROWS = 150_000;
    private static final long ROOM_BYTES = 256L << 20;
    private static final long MEMORY_BYTES = 320L << 20;

    @TempDir Path directory;

    @Test
    void fullDiskEndsTheProcessAndRoomFinishesTheLoad() throws IOException, InterruptedException {
        Path mounted = directory.resolve("disk");
        Path store = mounted.resolve("store");
        Path before = directory.resolve("before");
        LoadProcess.start(command(before, firstSource())).awaitEnd();
        LoadProcess.Command command =
                command(store, BigFile.write(directory, BigFile.Shape.UNIFORM, ROWS));
        try (Experiment experiment = new Experiment("E5 full disk, real", 0)) {
            long peak;
            StoreImage image;
            try (SmallDisk disk = SmallDisk.mount(mounted, ROOM_BYTES)) {
                copy(before, store);
                peak = peakBytes(LoadProcess.start(command), disk);
                image = StoreImage.of(DirectoryStorage.open(store));
            }
            for (int i = 0; i < SIZES; i++) {
                double share = 0.01 + 0.98 * i / (SIZES - 1);
                try (SmallDisk disk = SmallDisk.mount(mounted, ROOM_BYTES)) {
                    copy(before, store);
                    long used = disk.usedBytes();
                    disk.resize(used + (long) ((peak - used) * share));
                    fill(command, before);
                    disk.resize(ROOM_BYTES);
                    LoadProcess.start(command).awaitEnd();
                    assertEquals(image, StoreImage.of(DirectoryStorage.open(store)));
                }
                experiment.ran(1);
            }
            experiment.fact("bytes needed", peak).passed();
        }
    }

    private static void fill(LoadProcess.Command command, Path before)
            throws IOException, InterruptedException {
        String errors = LoadProcess.start(command).awaitFailure();

        assertTrue(
                errors.matches(
                        "(?s).*%s is full: .*No space left on device.* about \\d+ MiB more there.*"
                                .formatted(command.store())),
                errors);
        DirectoryStorage storage = DirectoryStorage.open(command.store());
        assertTrue(rows(storage).containsAll(rows(DirectoryStorage.open(before))));
        StoreVerifier.Report report =
                StoreVerifier.verify(
                        storage,
                        StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther));
        assertTrue(report.isGood(), () -> report.findings().toString());
    }

    /** The most that is used while the process runs, as far as looking again and again tells. */
    private static long peakBytes(LoadProcess process, SmallDisk disk)
            throws IOException, InterruptedException {
        long peak = 0;
        while (!process.hasEndedWithin(1)) {
            peak = Math.max(peak, disk.usedBytes());
        }
        process.awaitEnd();
        return peak;
    }

    private static TreeSet<String> rows(DirectoryStorage storage) throws IOException {
        return LoadFixture.graph(storage).lines().collect(Collectors.toCollection(TreeSet::new));
    }

    private LoadProcess.Command command(Path store, Path source) {
        return new LoadProcess.Command(store, 2, 1 << 20, source, MEMORY_BYTES);
    }

    /** Links of a type that the other source has not. */
    private Path firstSource() throws IOException {
        String rows =
                IntStream.range(0, 20_000)
                        .mapToObj(i -> "%d\t9\t%d\t%d\n".formatted(i % 900, i, i))
                        .collect(Collectors.joining());
        return Files.writeString(
                directory.resolve("first.tsv"), "id1\tlink_type\tid2\ttime\n" + rows);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
