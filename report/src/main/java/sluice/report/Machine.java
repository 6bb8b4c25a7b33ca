package sluice.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What figures were measured on. */
public record Machine(
        String processor,
        int cores,
        long memoryBytes,
        String kernel,
        String java,
        String fileSystem) {

    /** This machine, and the file system of {@code directory}. */
    public static Machine of(Path directory) {
        return new Machine(
                field("/proc/cpuinfo", "model name", System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                memory().orElse(0),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                fileSystem(directory));
    }

    /** In a chroot the mount of its root is in no list, and the kind is not known. */
    private static String fileSystem(Path directory) {
        try {
            return Files.getFileStore(directory).type();
        } catch (IOException _) {
            return "unknown file system";
        }
    }

    /** The memory of the machine, where the system tells. */
    public static OptionalLong memory() {
        String kibibytes = field("/proc/meminfo", "MemTotal", "").replaceAll("\\D", "");
        return kibibytes.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(kibibytes) << 10);
    }

    /** For a line below a table. */
    public String text() {
        return "%s, %d cores, %.1f GiB, %s, %s, %s"
                .formatted(
                        processor,
                        cores,
                        memoryBytes / (double) (1 << 30),
                        kernel,
                        java,
                        fileSystem);
    }

    /** As members of {@code json}. */
    public void describe(ObjectNode json) {
        json.put("processor", processor);
        json.put("cores", cores);
        json.put("memory_bytes", memoryBytes);
        json.put("kernel", kernel);
        json.put("java", java);
        json.put("file_system", fileSystem);
    }

    private static String field(String file, String name, String otherwise) {
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                if (line.startsWith(name) && line.contains(":")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
            return otherwise;
        } catch (IOException e) {
            // Not Linux.
            return otherwise;
        }
    }
}
