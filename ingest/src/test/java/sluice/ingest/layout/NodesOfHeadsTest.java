package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;

/** The ids of facts, where they are left to the beginnings of the files. */
class NodesOfHeadsTest {
    private static final String UIDS = "<0x1> <knows> <0x2> .\n<3> <name> \"Cem\" .\n";

    @TempDir Path directory;

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    /** The ids of files of facts, which must be one thing. */
    private FactRules.Ids ids(FactRules.Ids asked) throws IOException {
        Source source =
                Source.open(
                        List.of(directory.toString()),
                        null,
                        SourceOptions.standard().withFacts(FactOptions.NONE.withIds(asked)));
        TreeSet<FactRules.Ids> found = new TreeSet<>();
        source.files()
                .forEach(
                        file -> {
                            FactFormat facts = file.relation().facts();
                            if (facts != null) {
                                found.add(facts.ids());
                            }
                        });
        assertEquals(1, found.size());
        return found.first();
    }

    @Test
    void uidsAreIdsWhereThereAreNoOtherNodes() throws IOException {
        write("a.rdf", UIDS + "# a comment\n* is no statement\n");
        write("b.json", "[{\"uid\":\"0x1\",\"knows\":[{\"uid\":\"0x5\"}]},{\"uid\":7,\"age\":3}]");
        assertEquals(FactRules.Ids.UIDS, ids(FactRules.Ids.AUTO));
        assertEquals(FactRules.Ids.NAMES, ids(FactRules.Ids.NAMES));
    }

    @Test
    void oneOtherNodeMakesThemNames() throws IOException {
        write("a.rdf", UIDS);
        write("b.rdf", "<0x1> <knows> _:b .\n");
        assertEquals(FactRules.Ids.NAMES, ids(FactRules.Ids.AUTO));
    }

    @Test
    void objectWithoutAUidMakesThemNames() throws IOException {
        write("a.json", "{\"uid\":\"0x1\",\"knows\":{\"age\":3}}");
        assertEquals(FactRules.Ids.NAMES, ids(FactRules.Ids.AUTO));
    }

    @Test
    void columnsMakeThemNamesAndSoDoesNothing() throws IOException {
        write("a.rdf", UIDS);
        write("b.csv", "source,target\n1,2\n");
        assertEquals(FactRules.Ids.NAMES, ids(FactRules.Ids.AUTO));
        Files.delete(directory.resolve("b.csv"));
        write("a.rdf", "# nothing\n");
        assertEquals(FactRules.Ids.NAMES, ids(FactRules.Ids.AUTO));
    }

    @Test
    void cutOffHeadIsReadUpToItsLastStatement() throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < 3 * FileHead.HEAD_BYTES) {
            text.append("<0x%x> <knows> <0x1> .\n".formatted(text.length() + 1));
        }
        write("a.rdf", text.toString());
        assertEquals(FactRules.Ids.UIDS, ids(FactRules.Ids.AUTO));
    }

    @Test
    void mappingCanLeaveThemOpenToo() throws IOException {
        write("a.rdf", UIDS);
        Path mapping = directory.resolveSibling(directory.getFileName() + ".yaml");
        Files.writeString(
                mapping, "defaults:\n  ids: auto\nrelations:\n  - files: a.rdf\n    rdf: dgraph\n");
        Source source = Source.open(List.of(directory.resolve("a.rdf").toString()), mapping);
        FactFormat facts = source.files().getFirst().relation().facts();
        assertEquals(FactRules.Ids.UIDS, facts == null ? null : facts.ids());
        Files.delete(mapping);
    }
}
