package sluice.cli.backups;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
import sluice.cli.options.StoreDirectory;
import sluice.cli.options.StoreSite;
import sluice.cli.stores.StoreCheck;
import sluice.live.OwnHotStore;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** {@code sluice restore}: makes a store of a backup, and verifies it. */
@Command(
        name = "restore",
        description = {
            "Make the store STORE of a backup in DIR, and verify it as sluice verify does.",
            "",
            "Each byte is compared with its checksum as it is copied. STORE must be a new or empty"
                    + " folder. While it is being restored no other command takes it for a store;"
                    + " after a stop or a kill, repeat the command: it begins again."
        },
        footer = {
            "",
            "Examples:",
            "  sluice restore /backups/graph graph2               the newest backup",
            "  sluice restore /backups/graph graph2 --backup 3    that of a number",
            "  sluice restore /backups/graph --list               which there are",
            "",
            "Exit status: 0 restored and good, 4 no such backup, or a folder with files, 5 a"
                    + " damaged backup, 6 no room or permission, 130 stopped by Ctrl-C."
        })
public final class RestoreCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the backups.")
    private Path folder = Path.of("");

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "STORE",
            description = "The new store; not needed with --list.")
    private @Nullable Path store;

    @Option(
            names = "--backup",
            paramLabel = "N",
            description = "The number of the backup (default: the newest).")
    private @Nullable Integer backup;

    @Option(names = "--list", description = "List the backups in DIR, and restore nothing.")
    private boolean list;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        Storage backups =
                StoreDirectory.found(folder)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                folder + ": no such folder of backups"));
        if (list) {
            try (BackupFolder opened = BackupFolder.openToRead(backups)) {
                BackupList.print(spec.commandLine().getOut(), opened, format);
            }
            return 0;
        }
        Path path = store;
        if (path == null) {
            throw new ParameterException(spec.commandLine(), "name the new store, or use --list");
        }
        if (StoreDirectory.isWithin(path, folder)) {
            throw new ParameterException(
                    spec.commandLine(), "STORE must be outside of the backups: " + path);
        }
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.COPY);
        BackupFolder.Result result;
        Storage storage;
        try (BackupFolder opened = BackupFolder.openToRead(backups);
                CopyLine line = CopyLine.show(spec, "restoring", stop)) {
            int number = backup == null ? newest(opened.numbers()) : backup;
            // Before a folder is made for it.
            opened.backup(number);
            storage = StoreDirectory.created(path);
            Storage hot = DirectoryStorage.create(path.resolve(OwnHotStore.HOT));
            result = opened.restore(number, storage, hot, line);
        }
        StoreCheck check =
                StoreCheck.run(
                        storage, StoreSite.of(path.toString()), (_, _) -> CopyLine.check(stop));
        if (!check.isGood()) {
            throw new SluiceException(
                    ErrorCode.CORRUPTION,
                    "%s was restored as it was backed up, and is damaged; sluice verify %s says where; use another backup"
                            .formatted(path, path));
        }
        print(path, result);
        return 0;
    }

    private int newest(List<Integer> numbers) {
        if (numbers.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has no backup; make one with: sluice backup STORE %s"
                            .formatted(folder, folder));
        }
        return numbers.getLast();
    }

    private void print(Path path, BackupFolder.Result result) throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.JSON) {
            Json.print(
                    output,
                    json -> {
                        json.writeNumberField("backup", result.number());
                        json.writeStringField("time", result.time().toString());
                        json.writeNumberField("files", result.fileCount());
                        json.writeNumberField("bytes", result.lengthBytes());
                        json.writeBooleanField("good", true);
                    });
            return;
        }
        output.println(
                "restored %s from backup %d of %s: %s, %s; verified, good"
                        .formatted(
                                path,
                                result.number(),
                                result.time(),
                                Amounts.counted(result.fileCount(), "file"),
                                Amounts.bytes(result.lengthBytes())));
    }
}
