package sluice.cluster.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import sluice.cluster.load.plan.SourceRecipe;

/** Inputs that bring out what is different about loads that are cut into tasks. */
enum ClusterInputs {
    NUMBERS,
    SORTED,
    QUOTED,
    PACKED,
    NODES_AND_LINKS,
    NAMES,
    SUPER_NODE,
    REJECTS,
    EMPTY_FILES,
    STATEMENTS,
    OBJECTS,
    ONE_ROW;

    private static final int ROWS = 3000;

    /** Writes the files into {@code directory}; the same ones for a seed. */
    SourceRecipe write(Path directory, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path folder = Files.createDirectories(directory.resolve(name() + "-" + seed));
        switch (this) {
            case NUMBERS -> {
                text(folder, "a.tsv", links(random, ROWS, 500));
                text(folder, "b.tsv", links(random, ROWS / 3, 500));
            }
            case SORTED -> text(folder, "a.tsv", sorted(ROWS));
            case QUOTED -> {
                text(folder, "a.csv", quoted(random, ROWS / 2));
                text(folder, "b.csv", quoted(random, ROWS / 2));
            }
            case PACKED -> {
                gzip(folder, "a.tsv.gz", links(random, ROWS, 300));
                text(folder, "b.tsv", links(random, ROWS, 300));
                gzip(folder, "c.tsv.gz", links(random, ROWS / 2, 300));
            }
            case NODES_AND_LINKS -> {
                text(folder, "people.csv", nodes(random, ROWS / 3));
                text(folder, "links.csv", linksOfNodes(random, ROWS));
            }
            case NAMES -> {
                text(folder, "people.csv", named(random, ROWS / 3));
                text(folder, "knows.csv", knows(random, ROWS));
            }
            case SUPER_NODE -> text(folder, "a.tsv", superNode(random, ROWS));
            case REJECTS -> {
                text(folder, "a.csv", withBadRows(random, ROWS));
                text(folder, "b.csv", withBadRows(random, ROWS));
            }
            case EMPTY_FILES -> {
                text(folder, "a.csv", ":START_ID,:END_ID\n");
                text(folder, "b.csv", quotedNumbers(random, ROWS));
                text(folder, "c.csv", ":START_ID,:END_ID\n");
            }
            case STATEMENTS -> {
                text(folder, "a.rdf", statements(random, ROWS));
                gzip(folder, "b.rdf.gz", statements(random, ROWS / 3));
                text(folder, "c.schema", "name: string @index(term) .\nknows: [uid] @reverse .\n");
            }
            case OBJECTS -> text(folder, "a.jsonl", objects(random, ROWS / 2));
            case ONE_ROW -> text(folder, "a.tsv", "1\t2\n");
        }
        return SourceRecipe.of(List.of(folder.toString()));
    }

    private static void text(Path folder, String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static void gzip(Path folder, String name, String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(folder.resolve(name), bytes.toByteArray());
    }

    private static String links(SplittableRandom random, int rows, int ids) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(ids)).append('\t').append(random.nextInt(ids)).append('\n');
        }
        return text.toString();
    }

    private static String sorted(int rows) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            text.append(row / 3).append('\t').append(row * 7L % 1000).append('\n');
        }
        return text.toString();
    }

    private static String quoted(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder(":START_ID,:END_ID,data\n");
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(400)).append(',').append(random.nextInt(400));
            text.append(",\"line ").append(row).append('\n').append("1,2 \"\"x\"\"\"\n");
        }
        return text.toString();
    }

    private static String quotedNumbers(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder(":START_ID,:END_ID\n");
        for (int row = 0; row < rows; row++) {
            text.append('"').append(random.nextInt(400)).append("\",");
            text.append(random.nextInt(400)).append('\n');
        }
        return text.toString();
    }

    private static String nodes(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder(":ID,data\n");
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(900)).append(",n").append(row).append('\n');
        }
        return text.toString();
    }

    private static String linksOfNodes(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder(":START_ID,:END_ID,data\n");
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(900)).append(',').append(random.nextInt(900));
            text.append(",d").append(row % 17).append('\n');
        }
        return text.toString();
    }

    private static String named(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder("name:ID(person),data\n");
        for (int row = 0; row < rows; row++) {
            text.append("person ").append(random.nextInt(800)).append(",x").append(row);
            text.append('\n');
        }
        return text.toString();
    }

    private static String knows(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder(":START_ID(person),:END_ID(person),:TYPE\n");
        for (int row = 0; row < rows; row++) {
            text.append("person ").append(random.nextInt(800)).append(",person ");
            text.append(random.nextInt(800)).append(row % 3 == 0 ? ",knows" : ",likes");
            text.append('\n');
        }
        return text.toString();
    }

    private static String statements(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            int person = random.nextInt(400);
            if (row % 4 == 0) {
                text.append("<p%d> <name> \"person \\\"%d\\\"\" .\n".formatted(person, row % 99));
            } else {
                text.append("_:p%d <knows> <p%d> (since=%d) .\n".formatted(person, row % 300, row));
            }
        }
        return text.toString();
    }

    private static String objects(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            text.append(
                    "{\"uid\": \"_:p%d\", \"name\": \"person %d\", \"knows\": [{\"uid\": \"_:p%d\"}]}\n"
                            .formatted(random.nextInt(400), row % 99, random.nextInt(400)));
        }
        return text.toString();
    }

    private static String superNode(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(4) > 0 ? 77 : random.nextInt(200)).append('\t');
            text.append(random.nextInt(100_000)).append('\n');
        }
        return text.toString();
    }

    private static String withBadRows(SplittableRandom random, int rows) {
        StringBuilder text = new StringBuilder(":START_ID,:END_ID\n");
        for (int row = 0; row < rows; row++) {
            boolean isBad = random.nextInt(40) == 0;
            text.append(isBad ? "not a number" : random.nextInt(300)).append(',');
            text.append(random.nextInt(300)).append('\n');
        }
        return text.toString();
    }
}
