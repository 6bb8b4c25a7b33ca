package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Link;
import sluice.model.Visibility;

/** The checker of rings finds what is missing or too much. */
class RingCheckTest {
    private final Rings rings = new Rings(2, 3, 5, 4);

    @TempDir Path directory;

    @Test
    void wholeRingsLackNothing() throws IOException {
        assertEquals(RingCheck.Found.expected(rings), check(links()));
        assertEquals(2 * 3 * 5 * 4 + 2 * 3 * 4 - 4, links().size());
    }

    @Test
    void missingLinkLeavesOneNodeUndefinedAndOneUnreferenced() throws IOException {
        List<Link> links = links();
        // Of the second generation: it is all that its node has.
        links.remove(4);
        assertEquals(new RingCheck.Found(rings.links() - 1, 1, 5, 0), check(links));
    }

    @Test
    void ringThatIsNotClosedIsFound() throws IOException {
        List<Link> links = links();
        links.removeLast();
        assertEquals(new RingCheck.Found(rings.links() - 1, 0, 5, 0), check(links));
    }

    @Test
    void linkThatNobodyMadeIsFound() throws IOException {
        List<Link> links = links();
        links.add(link(rings.id(0), Rings.NAMES, rings.id(1)));
        assertEquals(new RingCheck.Found(rings.links() + 1, 0, 4, 1), check(links));
    }

    private List<Link> links() throws IOException {
        List<Link> links = new ArrayList<>();
        for (int load = 0; load < rings.loads(); load++) {
            Path file = directory.resolve("rings.tsv");
            rings.write(load, file);
            Files.readAllLines(file).stream()
                    .skip(1)
                    .map(line -> line.split("\t"))
                    .map(
                            words ->
                                    link(
                                            Long.parseLong(words[0]),
                                            Long.parseLong(words[1]),
                                            Long.parseLong(words[2])))
                    .forEach(links::add);
        }
        for (int load = 0; load < rings.loads(); load++) {
            for (int index : rings.closing(load)) {
                links.add(rings.closingLink(index));
            }
        }
        return links;
    }

    private RingCheck.Found check(List<Link> links) {
        RingCheck check = new RingCheck(rings);
        links.forEach(check::link);
        return check.found();
    }

    private static Link link(long id1, long type, long id2) {
        return new Link(id1, type, id2, Visibility.VISIBLE, 0, 0, new byte[0]);
    }
}
