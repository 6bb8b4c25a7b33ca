package sluice.cli.verbs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import sluice.cli.ask.AskedGraph;
import sluice.cli.ask.FacetColumns;
import sluice.cli.show.Findings;
import sluice.model.Answer;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Visibility;

/** What there is of the links of one id and type: a list of them, one of them, how many. */
final class LinkFindings {
    private static final List<String> COLUMNS =
            List.of("id1", "link_type", "id2", "visibility", "time", "version", "data");

    private LinkFindings() {}

    /** Which links of a list are shown: those of a range of times, without the newest ones. */
    record Page(long minTime, long maxTime, long offset, int limit) {}

    /** Asks for visible links, newest first. */
    static Findings list(AskedGraph named, String id1, String type, Page page) throws IOException {
        long linkType = named.type(type);
        OptionalLong from = named.id(id1);
        List<List<Findings.Value>> rows = new ArrayList<>();
        boolean complete = named.complete();
        long next = -1;
        if (from.isPresent()) {
            // One more than shown tells whether the list goes on.
            LinkQuery query =
                    new LinkQuery(
                            from.getAsLong(),
                            linkType,
                            page.minTime(),
                            page.maxTime(),
                            page.offset(),
                            page.limit() + 1);
            Answer<LinkList> answer = named.reader().linkList(query);
            LinkList list = answer.value();
            int shown = Math.min(page.limit(), list.size());
            named.willShow(IntStream.range(0, shown).mapToLong(list::id2).toArray());
            for (int i = 0; i < shown; i++) {
                rows.add(listed(named, list.link(i)));
            }
            next = list.size() > shown ? page.offset() + page.limit() : -1;
            complete = answer.complete();
        }
        List<String> columns = List.of("id2", "time", "version", "data");
        return FacetColumns.of(new Findings("links", columns, rows, true, complete, next));
    }

    /** Asks for one link, also when it is hidden. */
    static Findings one(AskedGraph named, String id1, String type, String id2) throws IOException {
        long linkType = named.type(type);
        OptionalLong from = named.id(id1);
        OptionalLong to = named.id(id2);
        Answer<Optional<Link>> answer =
                from.isPresent() && to.isPresent()
                        ? named.reader().link(from.getAsLong(), linkType, to.getAsLong())
                        : new Answer<>(Optional.empty(), named.complete());
        List<List<Findings.Value>> rows = new ArrayList<>();
        if (answer.value().isPresent()) {
            rows.add(values(named, answer.value().get()));
        }
        return FacetColumns.of(new Findings("links", COLUMNS, rows, false, answer.complete(), -1));
    }

    /** Asks how many visible links there are. */
    static Findings count(AskedGraph named, String id1, String type) throws IOException {
        long linkType = named.type(type);
        OptionalLong from = named.id(id1);
        Answer<Long> answer =
                from.isPresent()
                        ? named.reader().count(from.getAsLong(), linkType)
                        : new Answer<>(0L, named.complete());
        return new Findings(
                "counts",
                List.of("count"),
                List.of(List.of(new Findings.Value.Number(answer.value()))),
                false,
                answer.complete(),
                -1);
    }

    private static List<Findings.Value> listed(AskedGraph named, Link link) throws IOException {
        return List.of(
                named.idValue(link.id2()),
                new Findings.Value.Time(link.time()),
                new Findings.Value.Number(link.version()),
                new Findings.Value.Data(link.data()));
    }

    private static List<Findings.Value> values(AskedGraph named, Link link) throws IOException {
        return List.of(
                named.idValue(link.id1()),
                named.typeValue(link.linkType()),
                named.idValue(link.id2()),
                new Findings.Value.Word(
                        link.visibility() == Visibility.VISIBLE ? "visible" : "hidden"),
                new Findings.Value.Time(link.time()),
                new Findings.Value.Number(link.version()),
                new Findings.Value.Data(link.data()));
    }
}
