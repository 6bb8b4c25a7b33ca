package sluice.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the programs that make parts of a package; one that fails is an error with its output. */
final class Programs {
    private Programs() {}

    /** Runs {@code command} with {@code more} arguments and returns what it printed. */
    static String run(List<String> command, List<String> more)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(more);
        Path output = Files.createTempFile("sluice-dist", ".txt");
        try {
            Process process =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            process.getOutputStream().close();
            int status = process.waitFor();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            if (status != 0) {
                throw new IOException(
                        "%s ended with status %d:%n%s".formatted(words.getFirst(), status, text));
            }
            return text;
        } finally {
            Files.delete(output);
        }
    }
}
