package sluice.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import sluice.report.Amounts;

/** Checks of the file that a server writes its log to; without such a file there are none. */
final class LogChecks {
    private static final String FILE = "log-file";
    private static final String SPACE = "log-space";

    private final Host host;
    private final Diagnosis diagnosis;

    LogChecks(Host host, Diagnosis diagnosis) {
        this.host = host;
        this.diagnosis = diagnosis;
    }

    void run(ServerSettings settings) throws IOException {
        Optional<Path> named = settings.file("--log-file");
        if (named.isEmpty() || named.get().toString().isEmpty()) {
            return;
        }
        Path file = named.get().toAbsolutePath();
        if (!isFound(file)) {
            return;
        }
        written(file, settings.store());
        long sizeBytes = settings.bytes("--log-size").orElse(0L);
        space(file, sizeBytes, settings.number("--log-keep"));
    }

    /** Whether the folder of the file is there, and the file is not one itself. */
    private boolean isFound(Path file) {
        Path folder = folder(file);
        if (Files.isDirectory(file)) {
            diagnosis.fault(FILE, file + " is a directory", "name a file in it");
        } else if (!Files.exists(folder)) {
            diagnosis.fault(
                    FILE,
                    "the directory %s does not exist".formatted(folder),
                    "make it for the user of the server: install -d -o %s %s"
                            .formatted(System.getProperty("user.name"), folder));
        } else if (!Files.isDirectory(folder)) {
            diagnosis.fault(FILE, folder + " is a file", "name a file in a directory");
        } else {
            return true;
        }
        return false;
    }

    private void written(Path file, Optional<Path> store) throws IOException {
        Path folder = folder(file);
        boolean isReadOnly =
                host.mount(folder).map(mount -> mount.options().contains("ro")).orElse(false);
        boolean canAdd = !isReadOnly && Files.isWritable(folder);
        boolean canWrite = !isReadOnly && (Files.exists(file) ? Files.isWritable(file) : canAdd);
        if (!canWrite) {
            diagnosis.fault(
                    FILE,
                    isReadOnly
                            ? folder + " is mounted read-only"
                            : "the user %s may not write to %s"
                                    .formatted(System.getProperty("user.name"), file),
                    "change the owner with chown, or name a file elsewhere");
        } else if (!canAdd) {
            diagnosis.warning(
                    FILE,
                    "%s may be written but not renamed, so it grows without end".formatted(file),
                    "let the user %s write to %s"
                            .formatted(System.getProperty("user.name"), folder));
        } else if (store.isPresent() && file.startsWith(store.get().toAbsolutePath())) {
            diagnosis.warning(
                    FILE,
                    "%s is in the directory of the store".formatted(file),
                    "name a file outside: only files of the store belong there");
        } else {
            diagnosis.good(FILE, file.toString());
        }
    }

    /** A full disk: lost records, and failed writes where the store is on the same disk. */
    private void space(Path file, long sizeBytes, int keep) throws IOException {
        long most = Math.multiplyExact(sizeBytes, keep + 1L);
        long free = host.space().usableBytes(folder(file));
        long more = Math.max(0, most - present(file, keep));
        String found = "%s are free for %s".formatted(Amounts.bytes(free), file);
        if (free < Math.min(sizeBytes, more)) {
            diagnosis.fault(
                    SPACE,
                    found + ", less than one file of the log",
                    "make room, or set a smaller log-size: records are lost when the disk is full");
        } else if (free < more) {
            diagnosis.warning(
                    SPACE,
                    "%s, and the log may grow by %s".formatted(found, Amounts.bytes(more)),
                    "make room, or set a smaller log-size or log-keep");
        } else {
            diagnosis.good(SPACE, "%s, at most %s".formatted(found, Amounts.bytes(most)));
        }
    }

    /** The length of the log, its renamed files included. */
    private static long present(Path file, int keep) throws IOException {
        long bytes = Files.isRegularFile(file) ? Files.size(file) : 0;
        for (int number = 1; number <= keep; number++) {
            Path renamed = file.resolveSibling(file.getFileName() + "." + number);
            if (Files.isRegularFile(renamed)) {
                bytes += Files.size(renamed);
            }
        }
        return bytes;
    }

    private static Path folder(Path file) {
        Path folder = file.getParent();
        return folder == null ? file : folder;
    }
}
