package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.store.StoreReader;

/** Asks a reader everything that it can be asked and compares each answer with a model's. */
final class Answers {
    private static final Comparator<Link> BY_KEY =
            Comparator.comparing(Link::id1, Long::compareUnsigned)
                    .thenComparing(Link::linkType, Long::compareUnsigned)
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private final StoreReader reader;
    private final GraphModel model;
    private final boolean complete;
    private final RandomGenerator random;
    private long count;

    private Answers(
            StoreReader reader, GraphModel model, boolean complete, RandomGenerator random) {
        this.reader = reader;
        this.model = model;
        this.complete = complete;
        this.random = random;
    }

    /**
     * Fails at the first answer that is not as {@code model} has it. Returns how many were
     * compared.
     */
    static long check(StoreReader reader, GraphModel model, RandomGenerator random)
            throws IOException {
        boolean complete = reader.manifest().complete();
        Answers answers = new Answers(reader, model, complete, random);
        answers.checkScan();
        answers.checkIds();
        return answers.count;
    }

    private void checkScan() throws IOException {
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        boolean all =
                reader.scan(
                        new GraphReader.Visitor() {
                            @Override
                            public void node(Node node) {
                                nodes.add(node);
                            }

                            @Override
                            public void link(Link link) {
                                links.add(link);
                            }
                        });
        assertEquals(complete, all, "scan is complete");
        assertEquals(model.nodes(), nodes, "nodes of a scan");
        assertEquals(model.links(), links.stream().sorted(BY_KEY).toList(), "links of a scan");
        count += 2;
    }

    private void checkIds() throws IOException {
        TreeSet<Long> ids = new TreeSet<>(List.of(0L, 1L, -1L, 77L));
        TreeMap<Long, TreeSet<Long>> types = new TreeMap<>();
        for (Link link : model.links()) {
            ids.add(link.id1());
            types.computeIfAbsent(link.id1(), _ -> new TreeSet<>()).add(link.linkType());
        }
        TreeMap<Long, Node> nodes = new TreeMap<>();
        model.nodes().forEach(node -> nodes.put(node.id(), node));
        ids.addAll(nodes.keySet());
        for (long id : ids) {
            same(Optional.ofNullable(nodes.get(id)), reader.node(id), () -> "node " + id);
            List<TypeCount> counts = new ArrayList<>();
            TreeSet<Long> asked = new TreeSet<>(types.getOrDefault(id, new TreeSet<>()));
            asked.add(3L);
            asked.stream().sorted(Long::compareUnsigned).forEach(type -> note(counts, id, type));
            same(counts, reader.types(id), () -> "types of " + id);
            for (long type : asked) {
                checkList(id, type);
            }
        }
    }

    private void note(List<TypeCount> counts, long id, long type) {
        long visible = visible(model.list(id, type));
        if (visible > 0) {
            counts.add(new TypeCount(type, visible));
        }
    }

    private void checkList(long id1, long type) throws IOException {
        List<Link> list = model.list(id1, type);
        Supplier<String> where = () -> " of (%s, %s)".formatted(Long.toUnsignedString(id1), type);
        same(visible(list), reader.count(id1, type), () -> "count" + where.get());
        checkQuery(list, LinkQuery.newest(id1, type, Integer.MAX_VALUE));
        checkQuery(list, LinkQuery.newest(id1, type, 1));
        for (int i = 0; i < 3; i++) {
            long from = time(list);
            long to = time(list);
            checkQuery(
                    list,
                    new LinkQuery(
                            id1,
                            type,
                            Math.min(from, to),
                            Math.max(from, to),
                            random.nextInt(3),
                            random.nextInt(1 + list.size())));
        }
        long[] id2s = new long[list.size() + 1];
        for (int i = 0; i < list.size(); i++) {
            Link link = list.get(i);
            id2s[i] = link.id2();
            if (i < 20) {
                same(
                        Optional.of(link),
                        reader.link(id1, type, link.id2()),
                        () -> "link" + where.get());
            }
        }
        id2s[list.size()] = 0x5555_5555_5555L;
        same(list, reader.links(id1, type, id2s), () -> "links" + where.get());
        same(
                Optional.empty(),
                reader.link(id1, type, 0x5555_5555_5555L),
                () -> "no link" + where.get());
    }

    /** {@code list} is what the model has of the list of the query. */
    private void checkQuery(List<Link> list, LinkQuery query) throws IOException {
        Answer<LinkList> answer = reader.linkList(query);
        same(
                GraphModel.answer(list, query),
                new Answer<>(answer.value().links(), answer.complete()),
                query::toString);
    }

    private long time(List<Link> list) {
        long time = list.isEmpty() ? 0 : list.get(random.nextInt(list.size())).time();
        return random.nextInt(4) == 0 ? random.nextLong() : time;
    }

    private static long visible(List<Link> list) {
        return list.stream().filter(link -> link.visibility() == Visibility.VISIBLE).count();
    }

    private <T> void same(T expected, Answer<? extends T> answer, Supplier<String> question) {
        count++;
        assertEquals(expected, answer.value(), question);
        assertEquals(complete, answer.complete(), question);
    }
}
