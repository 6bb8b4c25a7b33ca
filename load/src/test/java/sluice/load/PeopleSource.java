package sluice.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.model.PropertyTypes;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * Rows of people as a load brings them: ages as values, and who knows whom; and what is true after
 * them, as plain maps.
 */
final class PeopleSource {
    static final Schema AGES = SchemaReader.read("ages", "age: int @index(int) .\n");
    static final Schema WITHOUT_INDEXES =
            SchemaReader.read("plain", "age: int .\nknows: [uid] .\n");
    static final Schema ALL =
            SchemaReader.read("all", "age: int @index(int) .\nknows: [uid] @count .\n");

    static final int PEOPLE = 40;

    /** The number of the type of links called knows, and of the values called age. */
    static final long KNOWS = (1L << 52) + 1;

    static final long AGE = PropertyTypes.ofPredicate(1L << 52);

    private final Path directory;
    private final SplittableRandom random;
    private final Map<Long, Integer> ages = new HashMap<>();
    private final Map<Long, TreeSet<Long>> friends = new HashMap<>();
    private long time;

    PeopleSource(Path directory, SplittableRandom random) {
        this.directory = directory;
        this.random = random;
    }

    /** Writes the files of a load of about {@code rows} rows; returns what opens them. */
    List<String> write(int load, int rows) throws IOException {
        StringBuilder values = new StringBuilder("id\tage\ttime\tgone\n");
        StringBuilder links = new StringBuilder("id1\tid2\ttime\tdelete\n");
        for (int i = 0; i < rows; i++) {
            long id = random.nextInt(PEOPLE);
            time++;
            boolean isDeleted = random.nextInt(5) == 0;
            if (random.nextBoolean()) {
                int age = 1 + random.nextInt(8);
                // A deletion names the value that it deletes.
                values.append("%d\t%d\t%d\t%d\n".formatted(id, '@' + age, time, isDeleted ? 1 : 0));
                if (isDeleted) {
                    ages.remove(id);
                } else {
                    ages.put(id, '@' + age);
                }
            } else {
                long other = random.nextInt(9);
                links.append("%d\t%d\t%d\t%d\n".formatted(id, other, time, isDeleted ? 1 : 0));
                TreeSet<Long> known = friends.computeIfAbsent(id, _ -> new TreeSet<>());
                if (isDeleted) {
                    known.remove(other);
                } else {
                    known.add(other);
                }
            }
        }
        Path folder = Files.createDirectories(directory.resolve("load-" + load));
        Files.writeString(folder.resolve("values.tsv"), values);
        Files.writeString(folder.resolve("links.tsv"), links);
        Files.writeString(
                folder.resolve("map.yaml"),
                """
                relations:
                - {files: values.tsv, node: 7, id: id, time: time, delete: gone, properties: [age]}
                - {files: links.tsv, link: knows}
                """);
        return List.of(
                folder.resolve("values.tsv").toString(), folder.resolve("links.tsv").toString());
    }

    static Source open(List<String> files) throws IOException {
        return Source.open(files, Path.of(files.getFirst()).resolveSibling("map.yaml"));
    }

    /** The ids whose age is from {@code least} to {@code most}. */
    TreeSet<Long> ofAge(int least, int most) {
        return ages.entrySet().stream()
                .filter(entry -> entry.getValue() >= least && entry.getValue() <= most)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The ids that know from {@code least} to {@code most} others, at least one. */
    TreeSet<Long> knowing(int least, int most) {
        return friends.entrySet().stream()
                .filter(entry -> entry.getValue().size() >= Math.max(1, least))
                .filter(entry -> entry.getValue().size() <= most)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Fails where the types have other numbers than the rows say. */
    static void checkTypes(MemoryStorage storage) throws IOException {
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        try (Dictionary dictionary = Dictionary.open(storage, manifest.nameFiles())) {
            List<Long> types = new ArrayList<>();
            dictionary.type("age").ifPresent(types::add);
            dictionary.type("knows").ifPresent(types::add);
            if (!types.equals(List.of(PropertyTypes.predicateOf(AGE), KNOWS))) {
                throw new AssertionError(types.toString());
            }
        }
    }
}
