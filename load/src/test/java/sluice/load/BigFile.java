package sluice.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/** Files of many links for experiments with processes; the same arguments give the same bytes. */
final class BigFile {
    /** How the links of a file are spread. */
    enum Shape {
        UNIFORM,
        /** Few ids have most of the links. */
        POWER_LAW,
        /** One id has every second link. */
        SUPER_NODE,
        /** By id1, packed, so that a sample sees the lowest ids only. */
        SORTED_PACKED,
        /** Ids are names, a new one in every other row. */
        NAMES,
        /** A folder of RDF: statements of names, ages and who follows whom, and their schema. */
        PEOPLE
    }

    private static final String PAYLOAD =
            "the quick brown fox jumps over the lazy dog and runs into the dark blue night";

    private BigFile() {}

    static Path write(Path directory, Shape shape, long rows) throws IOException {
        if (shape == Shape.PEOPLE) {
            return people(directory.resolve("people-" + rows), rows);
        }
        boolean packed = shape == Shape.SORTED_PACKED;
        Path path =
                directory.resolve("%s-%d.%s".formatted(shape.name(), rows, packed ? "gz" : "tsv"));
        SplittableRandom random = new SplittableRandom(rows);
        try (OutputStream file = Files.newOutputStream(path);
                OutputStream out = packed ? fast(file) : file;
                BufferedWriter text =
                        new BufferedWriter(
                                new OutputStreamWriter(out, StandardCharsets.US_ASCII), 1 << 20)) {
            String group = shape == Shape.NAMES ? "(Person)" : "";
            text.write("id1%s\tlink_type\tid2%s\ttime\tdata\n".formatted(group, group));
            String prefix = shape == Shape.NAMES ? "person-" : "";
            for (long row = 0; row < rows; row++) {
                text.append(prefix).append(Long.toString(id1(shape, row, rows, random)));
                text.append("\t4\t").append(prefix);
                text.append(Long.toString(random.nextLong(rows))).append('\t');
                text.append(Long.toString(1_700_000_000_000L + random.nextInt())).append('\t');
                int from = random.nextInt(20);
                text.append(PAYLOAD, from, from + random.nextInt(20, 50)).append('\n');
            }
        }
        return path;
    }

    private static Path people(Path folder, long statements) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("people.schema"),
                """
                name: string @index(exact, term) .
                age: int @index(int) .
                follows: [uid] @reverse @count .
                """);
        SplittableRandom random = new SplittableRandom(statements);
        try (BufferedWriter text = Files.newBufferedWriter(folder.resolve("people.rdf"))) {
            for (long i = 0; i < statements; i++) {
                text.append("_:person-")
                        .append(Long.toString(random.nextLong(statements / 20 + 1)));
                switch (random.nextInt(8)) {
                    case 0 -> {
                        int from = random.nextInt(20);
                        text.append(" <name> \"").append(PAYLOAD, from, from + 20).append("\" .\n");
                    }
                    case 1 -> {
                        String age = Integer.toString(random.nextInt(100));
                        text.append(" <age> \"").append(age).append("\" .\n");
                    }
                    default -> {
                        String other = Long.toString(random.nextLong(statements));
                        text.append(" <follows> _:person-").append(other).append(" .\n");
                    }
                }
            }
        }
        return folder;
    }

    private static long id1(Shape shape, long row, long rows, SplittableRandom random) {
        return switch (shape) {
            case UNIFORM, NAMES -> random.nextLong(rows / 20 + 1);
            case POWER_LAW -> (long) (rows / 20.0 * Math.pow(random.nextDouble(), 4));
            case SUPER_NODE -> random.nextBoolean() ? 77 : random.nextLong(rows / 20 + 1);
            case SORTED_PACKED -> row / 20;
            case PEOPLE -> throw new IllegalArgumentException("statements, not rows");
        };
    }

    private static OutputStream fast(OutputStream file) throws IOException {
        return new GZIPOutputStream(file, 1 << 16) {
            {
                def.setLevel(1);
            }
        };
    }
}
