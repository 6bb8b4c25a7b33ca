package sluice.question;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;
import sluice.schema.Directive;
import sluice.schema.Index;
import sluice.schema.IndexNumbers;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.TokenMaker;
import sluice.schema.Tokenizer;
import sluice.schema.Tokens;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;

/**
 * A graph in memory with indexes as sets of keys and ids. Like those of a store they keep keys of
 * values that were there once, so that candidates are more than the answer.
 */
final class IndexedGraph implements GraphStore {
    private final MemoryGraph graph;
    private final Forwarded forwarded = new Forwarded();
    private final Map<Long, Predicate> values = new HashMap<>();
    private final Map<Long, Integer> counts = new HashMap<>();
    private final IndexNumbers numbers;

    /** The ids of each key, by the number of the index. */
    private final Map<Integer, TreeSet<Entry>> entries = new HashMap<>();

    private int pages;

    private record Entry(byte[] token, long id) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byToken = Arrays.compareUnsigned(token, other.token);
            return byToken != 0 ? byToken : Long.compareUnsigned(id, other.id);
        }
    }

    private final class Forwarded extends ForwardedReader {
        @Override
        protected GraphReader reader() {
            return graph;
        }

        @Override
        public void close() {}
    }

    IndexedGraph(MemoryGraph graph, Schema schema, IndexNumbers numbers, Map<String, Long> types) {
        this.graph = graph;
        this.numbers = numbers;
        for (Predicate predicate : schema.predicates()) {
            Long type = types.get(predicate.name());
            if (type == null) {
                continue;
            }
            long rows = predicate.isLink() ? type : PropertyTypes.ofPredicate(type);
            values.put(rows, predicate);
            if (predicate.has(Directive.COUNT)) {
                number(predicate, "", null).ifPresent(number -> counts.put(rows, number));
                Long back = types.get("~" + predicate.name());
                if (back != null) {
                    number(predicate, "~", null).ifPresent(number -> counts.put(back, number));
                }
            }
        }
    }

    private OptionalInt number(Predicate predicate, String direction, Tokenizer tokenizer) {
        return numbers.number(
                new IndexNumbers.Key(
                        predicate.namespace(), direction + predicate.name(), tokenizer));
    }

    int pages() {
        return pages;
    }

    /** Puts a row and its keys; the keys of what it replaces stay. */
    void put(Link link) {
        graph.addLink(link);
        long id = link.id1();
        Predicate predicate = values.get(link.linkType());
        if (PropertyTypes.isProperty(link.linkType()) && predicate != null) {
            for (Index index : predicate.indexes()) {
                number(predicate, "", index.tokenizer())
                        .ifPresent(
                                number ->
                                        tokens(link.data(), index.tokenizer())
                                                .forEach(token -> add(number, token, id)));
            }
        }
        Integer counted = counts.get(link.linkType());
        if (counted != null) {
            Tokens tokens = new Tokens();
            TokenMaker.countToken(graph.count(id, link.linkType()).value().intValue(), tokens);
            add(counted, TermMatcher.list(tokens).getFirst(), id);
        }
    }

    private static List<byte[]> tokens(byte[] data, Tokenizer tokenizer) {
        ValueReader reader = new ValueReader();
        reader.read(MemorySegment.ofArray(data), 0, data.length);
        TypedValue value = new TypedValue();
        reader.copyValue(value, new byte[0]);
        if (tokenizer.type() != reader.type()) {
            return List.of();
        }
        Tokens tokens = new Tokens();
        new TokenMaker()
                .tokens(
                        tokenizer,
                        value,
                        data,
                        (int) reader.languageOffset(),
                        reader.languageLength(),
                        tokens);
        return TermMatcher.list(tokens);
    }

    private void add(int index, byte[] token, long id) {
        entries.computeIfAbsent(index, _ -> new TreeSet<>()).add(new Entry(token, id));
    }

    /** Hides or removes a row; its keys stay. */
    void delete(Link link, Deletion deletion) {
        graph.deleteLink(link.id1(), link.linkType(), link.id2(), deletion);
        Integer counted = counts.get(link.linkType());
        long count = graph.count(link.id1(), link.linkType()).value();
        if (counted != null && count > 0) {
            Tokens tokens = new Tokens();
            TokenMaker.countToken((int) count, tokens);
            add(counted, TermMatcher.list(tokens).getFirst(), link.id1());
        }
    }

    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) {
        pages++;
        TreeSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
        for (Entry entry : entries.getOrDefault(query.index(), new TreeSet<>())) {
            if (holds(query, entry.token) && Long.compareUnsigned(entry.id, query.firstId()) >= 0) {
                ids.add(entry.id);
            }
        }
        List<Long> page = new ArrayList<>(ids);
        boolean more = page.size() > query.limit();
        long[] found =
                page.subList(0, Math.min(page.size(), query.limit())).stream()
                        .mapToLong(Long::longValue)
                        .toArray();
        boolean proven = Arrays.stream(found).allMatch(id -> isProven(query, id));
        return new Answer<>(new IndexedIds(found, more, proven), true);
    }

    private static boolean holds(IndexQuery query, byte[] token) {
        int end = query.to().length;
        boolean isTo =
                Arrays.compareUnsigned(token, query.to()) <= 0
                        || query.isPrefix()
                                && token.length >= end
                                && Arrays.equals(token, 0, end, query.to(), 0, end);
        return isTo && Arrays.compareUnsigned(token, query.from()) >= 0;
    }

    /** Whether a visible row of the node has a token of the range. */
    private boolean isProven(IndexQuery query, long id) {
        Predicate predicate = values.get(query.type());
        for (Index index : predicate == null ? List.<Index>of() : predicate.indexes()) {
            if (number(predicate, "", index.tokenizer()).orElse(-1) != query.index()) {
                continue;
            }
            LinkList rows =
                    graph.linkList(
                                    new LinkQuery(
                                            id,
                                            query.type(),
                                            Long.MIN_VALUE,
                                            Long.MAX_VALUE,
                                            0,
                                            Integer.MAX_VALUE))
                            .value();
            for (int i = 0; i < rows.size(); i++) {
                if (tokens(rows.data(i), index.tokenizer()).stream()
                        .anyMatch(token -> holds(query, token))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        return forwarded.node(id);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return forwarded.link(id1, linkType, id2);
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        return forwarded.links(id1, linkType, id2s);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        return forwarded.linkList(query);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        return forwarded.count(id1, linkType);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        return forwarded.types(id1);
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return forwarded.scan(visitor);
    }

    @Override
    public Answer<Boolean> addLink(Link link) {
        boolean isNew = graph.link(link.id1(), link.linkType(), link.id2()).value().isEmpty();
        put(link);
        return new Answer<>(isNew, true);
    }

    @Override
    public Answer<Boolean> updateLink(Link link) {
        return new Answer<>(!addLink(link).value(), true);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion) {
        Optional<Link> link = graph.link(id1, linkType, id2).value();
        link.ifPresent(found -> delete(found, deletion));
        return new Answer<>(link.isPresent(), true);
    }

    @Override
    public long addNode(Node node) {
        return graph.addNode(node);
    }

    @Override
    public Answer<Boolean> updateNode(Node node) {
        return graph.updateNode(node);
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) {
        return graph.deleteNode(id, type);
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }

    @Override
    public void close() {}

    /** Types by their names, and ids that are written as numbers or as {@code <n7>}. */
    record NumberedNames(Map<String, Long> types) implements NameLookup {
        @Override
        public OptionalLong type(String name) {
            Long type = types.get(name);
            return type == null ? OptionalLong.empty() : OptionalLong.of(type);
        }

        @Override
        public String typeName(long type) {
            return types.entrySet().stream()
                    .filter(each -> each.getValue() == type)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
        }

        @Override
        public OptionalLong id(String text) {
            return text.startsWith("<n")
                    ? OptionalLong.of(Long.parseUnsignedLong(text.substring(2, text.length() - 1)))
                    : OptionalLong.empty();
        }

        @Override
        public String idName(long id) {
            return "<n" + Long.toUnsignedString(id) + ">";
        }

        @Override
        public boolean areKnown() {
            return true;
        }

        @Override
        public boolean complete() {
            return true;
        }

        @Override
        public Collection<String> someTypes() {
            return types.keySet();
        }
    }
}
