package sluice.cli.backups;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.backup.BackupFolder;
import sluice.cli.console.Invocation;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.console.StopSignal;
import sluice.cli.options.StoreArgument;
import sluice.cli.options.StoreDirectory;
import sluice.live.HotCheckpoint;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreAddresses;
import sluice.load.version.Versions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.Storage;

/** {@code sluice backup}: copies a store as it is at one moment. */
@Command(
        name = "backup",
        description = {
            "Copy STORE, with its online writes, as it is at one moment into the folder DIR.",
            "",
            "A server may serve the store and take writes. No load may run: it would change the"
                    + " files under the copy, so backup waits for its end, and a load that comes later"
                    + " reports that the store is in use.",
            "",
            "DIR keeps any number of backups. A file that an earlier one has is not copied again. A"
                    + " backup is there whole or not at all, also if this command is killed; then"
                    + " repeat it. All versions of a store are in its backups."
        },
        footer = {
            "",
            "Examples:",
            "  sluice backup graph /backups/graph                 one more backup",
            "  sluice backup graph /backups/graph --keep 7        and only the newest 7 stay",
            "  sluice restore /backups/graph graph2               a store from the newest",
            "",
            "Exit status: 0 copied, 2 a wrong option, 4 no store, a load that does not end, or a"
                    + " folder with other files, 5 a damaged store, 6 no room or permission, 130"
                    + " stopped by Ctrl-C."
        })
public final class BackupCommand implements Callable<Integer> {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description = "The folder of the backups; made if it is not there.")
    private Path folder = Path.of("");

    @Option(
            names = "--keep",
            paramLabel = "N",
            description =
                    "Then delete all backups but the newest N, and files that only those had"
                            + " (default: keep all).")
    private @Nullable Integer keep;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "How long to wait for a load to end (default: 600).")
    private long waitSeconds = 600;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        if (keep != null && keep < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--keep must be 1 or more, not %d".formatted(keep));
        }
        StopSignal stop = Invocation.of(spec).stop();
        Storage storage = store.storage();
        requireAllHere(storage);
        store.requireOutside(folder);
        if (!LoadLock.isTaken(storage)) {
            // Before the folder is made, and a lock where there is no store.
            BackupFolder.requireStore(storage);
        }
        stop.arm(StopSignal.Words.COPY);
        BackupFolder.Result result;
        int gone = 0;
        try (BackupFolder backups = BackupFolder.open(StoreDirectory.created(folder));
                Closeable _ = lock(storage, stop);
                Closeable _ = Versions.keepAll(storage);
                CopyLine line = CopyLine.show(spec, "copying", stop)) {
            Optional<HotCheckpoint> checkpoint =
                    HotCheckpoint.take(
                            store.path(), storage, System::nanoTime, () -> CopyLine.check(stop));
            try (HotCheckpoint hot = checkpoint.orElse(null)) {
                Optional<Storage> files = hot == null ? Optional.empty() : Optional.of(hot.files());
                result = backups.backUp(storage, files, Instant.now(), line);
            }
            if (keep != null) {
                gone = backups.keep(keep);
            }
        }
        print(result, gone);
        return 0;
    }

    /** A part in another system would be missing in the copy. */
    private void requireAllHere(Storage storage) throws IOException {
        StoreAddresses addresses = StoreAddresses.read(storage);
        Optional<String> other = addresses.hot().or(addresses::cold);
        if (other.isPresent()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "a part of %s is in %s, which a copy of the directory would not have; back both up by the means of that system"
                            .formatted(store.path(), other.get()));
        }
    }

    private Closeable lock(Storage storage, StopSignal stop) throws IOException {
        long begin = System.nanoTime();
        while (LoadLock.isTaken(storage)
                && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(waitSeconds)) {
            CopyLine.check(stop);
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return LoadLock.hold(storage);
    }

    private void print(BackupFolder.Result result, int gone) throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.JSON) {
            Json.print(
                    output,
                    json -> {
                        json.writeNumberField("backup", result.number());
                        json.writeStringField("time", result.time().toString());
                        json.writeNumberField("files", result.fileCount());
                        json.writeNumberField("bytes", result.lengthBytes());
                        json.writeNumberField("copied_files", result.copiedCount());
                        json.writeNumberField("copied_bytes", result.copiedBytes());
                        json.writeNumberField("deleted_backups", gone);
                    });
            return;
        }
        output.println(
                "backup %d of %s in %s: %s, %s; copied %s, %s, the others were there"
                        .formatted(
                                result.number(),
                                store.path(),
                                folder,
                                Amounts.counted(result.fileCount(), "file"),
                                Amounts.bytes(result.lengthBytes()),
                                Amounts.counted(result.copiedCount(), "file"),
                                Amounts.bytes(result.copiedBytes())));
        if (gone > 0) {
            output.println("deleted %s".formatted(Amounts.counted(gone, "older backup")));
        }
    }
}
