package sluice.cli.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.console.LineWords;
import sluice.testkit.Seeds;

/**
 * A social network as CSV whose columns become properties, and the same as RDF: both stores give
 * the same answers to questions.
 */
class PropertyColumnsTest {
    private static final int PEOPLE = 300;
    private static final String[] FIRST = {"Ann", "Bob", "Cid", "Dee", "Eve", "Fay"};
    private static final String[] LAST = {"Lee", "Ray", "Poe", "Orr"};

    private static final String SCHEMA =
            """
            name: string @index(exact, term, trigram) @lang .
            age: int @index(int) .
            born: datetime @index(year) .
            nick: [string] @index(hash) .
            follows: [uid] @reverse @count .
            city: string @index(exact) .
            """;

    private static final String MAPPING =
            """
            relations:
              - files: people.csv
                node: Person
                id: {column: id, group: ""}
                properties: [name, "name@fr", "age:int", born, "nick:string[]", city]
              - files: follows.csv
                link: follows
                id1: {column: who, group: ""}
                id2: {column: whom, group: ""}
            """;

    private static final List<String> QUESTIONS =
            List.of(
                    "find % name eq 'Ann Lee' --with name,age,born,nick,city",
                    "find % name@fr eq Anne --with name@fr",
                    "find % age between 20 40 --order -age --with age,name --limit 1000",
                    "find % name anyofterms 'ray poe' and age lt 30 --with name,age",
                    "find % name regexp '/NN l[eo]/i' --with name",
                    "find % born ge 1990 --order born --with born --limit 25",
                    "find % nick eq n3 --with nick",
                    "find % city has and count(follows) ge 3 --with city,count(follows)",
                    "find % name has --format jsonl --with name,age,born,nick,city --limit 1000",
                    "find % follows eq '<p7>' --with name",
                    "walk % '<p1>' follows --with name",
                    "walk % '<p1>' ~follows/follows --where 'age ge 30' --with name,age",
                    "walk % 'find city eq Rome' follows --with name --limit 50",
                    "walk % 'find name eq \"Bob Ray\"' follows/follows --with name --tree",
                    "query % links '<p5>' ~follows",
                    "schema % --counts");

    @TempDir Path directory;

    @Test
    void columnsAndStatementsGiveTheSameAnswers() {
        Seeds.each(2, this::compare);
    }

    private void compare(SplittableRandom random) throws IOException {
        Path folder = Files.createTempDirectory(directory, "network");
        write(folder, random);
        Path columns = folder.resolve("columns");
        load(
                columns,
                folder.resolve("people.csv"),
                folder.resolve("follows.csv"),
                "--mapping",
                folder.resolve("m.yaml"));
        Path statements = folder.resolve("statements");
        load(statements, folder.resolve("all.rdf"), "--threads", "1");
        int rows = 0;
        for (String question : QUESTIONS) {
            String expected = ask(question, statements);
            assertEquals(expected, ask(question, columns), question);
            rows += expected.split("\n").length;
        }
        assertTrue(rows > 500, "only " + rows + " rows of answers");
    }

    private void load(Path store, Object... words) {
        List<String> all = new ArrayList<>(List.of("load", store.toString()));
        for (Object word : words) {
            all.add(word.toString());
        }
        Path schema = store.resolveSibling("p.schema");
        all.addAll(List.of("--schema", schema.toString(), "--memory", "256m"));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertEquals(0, run.status(), run::errors);
    }

    private static String ask(String question, Path store) {
        List<String> words = new ArrayList<>(LineWords.of(question));
        words.set(1, store.toString());
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertEquals(0, run.status(), () -> question + ": " + run.errors());
        // The dialect of Dgraph declares types of nodes, which make a column wider.
        return run.output().replaceAll(".*dgraph.type.*\n", "").replaceAll(" +", " ");
    }

    private static void write(Path folder, SplittableRandom random) throws IOException {
        StringBuilder people = new StringBuilder("id,name,name@fr,age,born,nick,city\n");
        StringBuilder follows = new StringBuilder("who,whom\n");
        StringBuilder statements = new StringBuilder();
        for (int person = 0; person < PEOPLE; person++) {
            String id = "p" + person;
            String name = FIRST[random.nextInt(6)] + " " + LAST[random.nextInt(4)];
            String french = random.nextInt(10) == 0 ? "Anne" : "";
            String age = random.nextInt(5) == 0 ? "" : String.valueOf(random.nextInt(10, 90));
            String born = "%d-03-%02d".formatted(random.nextInt(1950, 2010), random.nextInt(1, 29));
            List<String> nicks = new ArrayList<>();
            for (int nick = random.nextInt(3); nick > 0; nick--) {
                nicks.add("n" + random.nextInt(8));
            }
            String city = random.nextInt(4) == 0 ? "Rome" : random.nextBoolean() ? "Oslo" : "";
            people.append(
                    "%s,\"%s\",%s,%s,%s,%s,%s\n"
                            .formatted(id, name, french, age, born, String.join(";", nicks), city));
            state(statements, id, "name", name, "");
            state(statements, id, "name", french, "@fr");
            state(statements, id, "age", age, "");
            state(statements, id, "born", born, "");
            nicks.forEach(nick -> state(statements, id, "nick", nick, ""));
            state(statements, id, "city", city, "");
            for (int link = random.nextInt(8); link > 0; link--) {
                String whom = "p" + random.nextInt(PEOPLE);
                follows.append(id).append(',').append(whom).append('\n');
                statements.append("<%s> <follows> <%s> .\n".formatted(id, whom));
            }
        }
        Files.writeString(folder.resolve("people.csv"), people);
        Files.writeString(folder.resolve("follows.csv"), follows);
        Files.writeString(folder.resolve("all.rdf"), statements);
        Files.writeString(folder.resolve("m.yaml"), MAPPING);
        Files.writeString(folder.resolve("p.schema"), SCHEMA);
    }

    private static void state(
            StringBuilder statements, String id, String predicate, String value, String language) {
        if (!value.isEmpty()) {
            statements.append("<%s> <%s> \"%s\"%s .\n".formatted(id, predicate, value, language));
        }
    }
}
