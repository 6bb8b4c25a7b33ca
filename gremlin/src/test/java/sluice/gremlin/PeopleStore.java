package sluice.gremlin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A store of people with values of each kind of index, links with facets, and links with times. */
final class PeopleStore {
    static final int PEOPLE = 60;

    private static final List<String> SCHEMA =
            List.of(
                    "name: string @index(exact, trigram) @lang .",
                    "email: string @index(hash) .",
                    "age: int @index(int) .",
                    "score: float @index(float) .",
                    "born: datetime @index(year) .",
                    "nick: [string] @index(exact) .",
                    "isNew: bool @index(bool) .",
                    "dgraph.type: [string] @index(exact) .",
                    "friend: [uid] @reverse .",
                    "likes: [uid] .");

    private PeopleStore() {}

    /** Loads the store in a new directory below {@code directory}. */
    static Path load(Path directory, long seed) throws IOException {
        Path statements = Files.write(directory.resolve("people.rdf"), statements(seed));
        Path schema = Files.write(directory.resolve("people.schema"), SCHEMA);
        Path store = directory.resolve("people");
        TestStores.load(store, statements, schema);
        return store;
    }

    private static List<String> statements(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
            String id = "<p%d>".formatted(i);
            lines.add("%s <dgraph.type> \"%s\" .".formatted(id, i % 3 == 0 ? "Robot" : "Person"));
            lines.add("%s <name> \"Name %d\" .".formatted(id, random.nextInt(20)));
            lines.add("%s <name> \"Nom %d\"@fr .".formatted(id, i));
            lines.add("%s <email> \"p%d@example.org\" .".formatted(id, i));
            lines.add("%s <age> \"%d\" .".formatted(id, random.nextInt(-3, 60)));
            lines.add("%s <score> \"%d.5\" .".formatted(id, random.nextInt(10)));
            lines.add("%s <born> \"%d-06-01\" .".formatted(id, 1960 + random.nextInt(50)));
            lines.add("%s <nick> \"n%d\" .".formatted(id, random.nextInt(9)));
            lines.add("%s <nick> \"m%d\" .".formatted(id, random.nextInt(9)));
            lines.add("%s <title> \"Title %d\" .".formatted(id, i % 5));
            if (i % 4 == 0) {
                lines.add("%s <isNew> \"%s\" .".formatted(id, i % 8 == 0));
            }
            for (int k = 0; k < random.nextInt(6); k++) {
                int other = random.nextInt(PEOPLE);
                lines.add(
                        "%s <friend> <p%d> (since=%d, close=%s) ."
                                .formatted(id, other, 2000 + k, k % 2 == 0));
            }
            lines.add("%s <likes> <p%d> .".formatted(id, random.nextInt(PEOPLE)));
        }
        return lines;
    }

    /** The newest link of {@code follows} of {@code User:u0} has the time {@code links} − 1. */
    static Path loadFollows(Path directory, int links) throws IOException {
        List<String> lines = new ArrayList<>(List.of("id1(User),link_type,id2(User),time"));
        for (int i = 0; i < links; i++) {
            lines.add("u0,follows,u%d,%d".formatted(i + 1, i));
            lines.add("u%d,follows,u0,%d".formatted(i + 1, i % 3));
        }
        Path store = directory.resolve("follows");
        TestStores.load(store, Files.write(directory.resolve("follows.csv"), lines), null);
        return store;
    }
}
