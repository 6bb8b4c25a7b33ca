package sluice.ingest.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class MappingErrorsTest {
    private static final Path SCRIPT =
            Path.of("src/test/resources/sluice/ingest/mapping-errors.txt");

    @TempDir Path directory;

    /**
     * Each case is a mapping of a file with the columns src, dst and when, and the message that it
     * gets.
     */
    @Test
    void everyMistakeIsNamedWithItsLineAndWhatWasExpected() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "src,dst,when\n1,2,3\n");
        List<String> cases = new ArrayList<>();
        for (String text : Files.readString(SCRIPT).split("====\n")) {
            String mapping = text.substring(0, text.indexOf("----\n"));
            cases.add(mapping + "----\n" + message(mapping) + "\n");
        }
        String found = String.join("====\n", cases);
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(SCRIPT, found);
        }
        assertEquals(Files.readString(SCRIPT), found);
    }

    private String message(String mapping) throws IOException {
        Path file = Files.writeString(directory.resolve("map.yaml"), mapping);
        try {
            Source.open(List.of(directory.resolve("a.csv").toString()), file);
            return "no error";
        } catch (SluiceException failure) {
            return failure.code()
                    + " "
                    + String.valueOf(failure.getMessage()).replace(directory + "/", "");
        }
    }

    /** Damaged mappings are refused or read, and never fail in another way. */
    @Test
    void randomChangesOfAMappingGiveAMappingOrAnErrorForTheUser() throws IOException {
        String page = Files.readString(Path.of("../docs/mapping.md"));
        List<String> mappings = new ArrayList<>();
        for (String part : page.split("```yaml example\n")) {
            mappings.add(part.substring(0, Math.max(0, part.indexOf("```"))));
        }
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        int refused = 0;
        int read = 0;
        for (int round = 0; round < 5_000; round++) {
            String text = changed(mappings.get(1 + random.nextInt(mappings.size() - 1)), random);
            try {
                MappingLoader.parse("map.yaml", text);
                read++;
            } catch (SluiceException failure) {
                assertEquals(ErrorCode.CONFIG, failure.code());
                refused++;
            } catch (RuntimeException | StackOverflowError failure) {
                throw new AssertionError(
                        "seed=%d round=%d mapping:%n%s".formatted(seed, round, text), failure);
            }
        }
        if (refused < 1500 || read < 150) {
            throw new AssertionError(
                    "the changes reach too little: refused=%d read=%d".formatted(refused, read));
        }
    }

    private static String changed(String mapping, Random random) {
        StringBuilder text = new StringBuilder(mapping);
        String pieces = ":{}[]-,'\"*&!|>%@`#~?\n \t0aé\0";
        for (int change = random.nextInt(4); change >= 0 && !text.isEmpty(); change--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(1, 12));
            char piece = pieces.charAt(random.nextInt(pieces.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, piece);
                case 1 -> text.insert(at, piece);
                case 2 -> text.delete(at, end);
                default -> text.insert(random.nextInt(text.length()), text.substring(at, end));
            }
        }
        return text.toString();
    }
}
