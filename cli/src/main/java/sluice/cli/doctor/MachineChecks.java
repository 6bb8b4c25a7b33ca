package sluice.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.report.Amounts;

/** Checks of the machine: Java, memory, limits of the system, clock, temporary files. */
final class MachineChecks {
    private static final int JAVA = 25;
    private static final long MEMORY_MIN = 256L << 20;
    private static final long MEMORY_USUAL_MAX = 2L << 30;
    private static final long OPEN_FILES_MIN = 4096;
    private static final long MAPS_MIN = 65530;
    private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

    private final Host host;
    private final Diagnosis diagnosis;

    MachineChecks(Host host, Diagnosis diagnosis) {
        this.host = host;
        this.diagnosis = diagnosis;
    }

    /**
     * Makes them all.
     *
     * @param memoryBytes the option memory of the server, if it is given
     */
    void run(Optional<Long> memoryBytes) throws IOException {
        java();
        memory(memoryBytes);
        cores();
        openFiles();
        maps();
        hugePages();
        swap();
        clock();
        tempFolder();
    }

    private void java() {
        if (host.java() == JAVA) {
            diagnosis.good("java", "Java " + Runtime.version());
        } else {
            diagnosis.fault(
                    "java",
                    "Java %d, expected %d".formatted(host.java(), JAVA),
                    "set SLUICE_JAVA_HOME to a Java " + JAVA);
        }
    }

    private void memory(Optional<Long> given) {
        OptionalLong machine = machineBytes();
        if (machine.isEmpty()) {
            return;
        }
        long has = machine.getAsLong();
        long wants = given.orElse(Math.min(has / 2, MEMORY_USUAL_MAX));
        String found = "%s of %s".formatted(Amounts.bytes(wants), Amounts.bytes(has));
        if (wants < MEMORY_MIN) {
            diagnosis.fault(
                    "memory",
                    "%s for the server, expected 256 MiB at least".formatted(Amounts.bytes(wants)),
                    given.isPresent()
                            ? "set memory to 256m or more"
                            : "use a machine with more memory, or allow the container more");
        } else if (wants > has) {
            diagnosis.fault(
                    "memory",
                    "memory is set to %s, but this machine or its container has %s"
                            .formatted(Amounts.bytes(wants), Amounts.bytes(has)),
                    "set memory to half of what there is, or remove the option");
        } else if (wants > has / 10 * 9) {
            diagnosis.warning(
                    "memory",
                    found + ", which leaves the system no room for files",
                    "set memory to half of what there is");
        } else {
            diagnosis.good("memory", found);
        }
    }

    /** The memory of the machine, or of the container if that has less. */
    private OptionalLong machineBytes() {
        OptionalLong machine = number("/proc/meminfo", "MemTotal:\\s+(\\d+)");
        OptionalLong container = number("/sys/fs/cgroup/memory.max", "^(\\d+)");
        if (machine.isEmpty()) {
            return machine;
        }
        long bytes = machine.getAsLong() << 10;
        return OptionalLong.of(Math.min(bytes, container.orElse(bytes)));
    }

    private void cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        if (cores < 2) {
            diagnosis.warning(
                    "cores", "one core: loads and answers take turns", "allow two cores or more");
        } else {
            diagnosis.good("cores", Integer.toString(cores));
        }
    }

    private void openFiles() {
        OptionalLong limit = number("/proc/self/limits", "Max open files\\s+(\\d+)");
        atLeast(
                "open-files",
                "open files",
                limit,
                OPEN_FILES_MIN,
                "allow 65536 with ulimit -n, or LimitNOFILE= of the unit; each run and each segment"
                        + " is an open file");
    }

    private void maps() {
        atLeast(
                "memory-maps",
                "mapped files",
                number("/proc/sys/vm/max_map_count", "(\\d+)"),
                MAPS_MIN,
                "sysctl -w vm.max_map_count=262144, and write it into /etc/sysctl.d");
    }

    private void atLeast(String name, String things, OptionalLong limit, long min, String advice) {
        if (limit.isEmpty()) {
            return;
        }
        if (limit.getAsLong() < min) {
            diagnosis.fault(
                    name,
                    "%d %s are allowed, expected %d at least"
                            .formatted(limit.getAsLong(), things, min),
                    advice);
        } else {
            diagnosis.good(name, "%d %s are allowed".formatted(limit.getAsLong(), things));
        }
    }

    private void hugePages() {
        Optional<String> mode = host.text("/sys/kernel/mm/transparent_hugepage/enabled");
        if (mode.isEmpty()) {
            return;
        }
        if (mode.get().contains("[always]")) {
            diagnosis.warning(
                    "huge-pages",
                    "transparent huge pages are on for all memory, which grows beyond --memory",
                    "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled");
        } else {
            diagnosis.good("huge-pages", mode.get().strip());
        }
    }

    private void swap() {
        OptionalLong total = number("/proc/meminfo", "SwapTotal:\\s+(\\d+)");
        OptionalLong free = number("/proc/meminfo", "SwapFree:\\s+(\\d+)");
        if (total.isEmpty() || free.isEmpty()) {
            return;
        }
        long used = total.getAsLong() - free.getAsLong();
        String found =
                "%s in use, of %s"
                        .formatted(
                                Amounts.bytes(used << 10), Amounts.bytes(total.getAsLong() << 10));
        if (used > total.getAsLong() / 4) {
            diagnosis.warning(
                    "swap",
                    found,
                    "give this machine more memory or fewer processes: a server that is swapped out"
                            + " answers late");
        } else {
            diagnosis.good("swap", total.getAsLong() == 0 ? "none" : found);
        }
    }

    private void clock() {
        if (host.now().isBefore(BUILT)) {
            diagnosis.fault(
                    "clock",
                    "the clock shows %s, before this version was made".formatted(host.now()),
                    "set it, and run a time service such as systemd-timesyncd or chrony");
        } else {
            diagnosis.good("clock", host.now().toString());
        }
    }

    private void tempFolder() throws IOException {
        Path folder = host.tempFolder();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            diagnosis.fault(
                    "temp-folder",
                    "%s is no folder that this user can write to".formatted(folder),
                    "make it, or name another one: SLUICE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
            return;
        }
        diagnosis.good("temp-folder", folder.toString());
        String libraries = host.environment().getOrDefault("ROCKSDB_SHAREDLIB_DIR", "");
        Path place = libraries.isEmpty() ? folder : Path.of(libraries);
        boolean isBarred =
                host.mount(place).map(mount -> mount.options().contains("noexec")).orElse(false);
        if (isBarred) {
            diagnosis.fault(
                    "temp-noexec",
                    "%s is mounted noexec: the library of RocksDB cannot be loaded there"
                            .formatted(place),
                    "name another folder in the variable ROCKSDB_SHAREDLIB_DIR");
        } else {
            diagnosis.good("temp-noexec", place + " allows programs");
        }
    }

    private OptionalLong number(String file, String pattern) {
        Optional<String> text = host.text(file);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        Matcher matcher = Pattern.compile(pattern).matcher(text.get());
        boolean isFound = matcher.find() && matcher.group(1).length() < 18;
        return isFound ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
