package sluice.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.Visibility;

/** Answers one question for nodes. Belongs to one thread. */
final class Finder {
    private static final int PROBE_IDS = 256;

    /** The memory of an id that was found, in a list and an array. */
    private static final long ID_BYTES = 32;

    private final FindQuestion question;
    private final Predicates predicates;
    private final Reading reading;
    private final List<Compiled> conditions = new ArrayList<>();
    private final ShownPredicates shown;

    Finder(FindQuestion question, Predicates predicates, Reading reading) throws IOException {
        this.question = question;
        this.predicates = predicates;
        this.reading = reading;
        Compiler compiler = new Compiler(predicates, reading);
        for (Condition condition : question.conditions()) {
            conditions.add(compiler.compile(condition));
        }
        this.shown = new ShownPredicates(question.with(), predicates, reading);
    }

    FoundNodes find() throws IOException {
        PredicateName order = question.order();
        Matches matches = order == null ? new InOrderOfIds() : ordered(order);
        long firstId = order == null ? firstId() : 0;
        if (order != null || question.after().isEmpty() || firstId != 0) {
            collect(firstId, matches);
        }
        List<FoundNodes.Found> nodes = new ArrayList<>();
        for (long id : matches.ids()) {
            nodes.add(new FoundNodes.Found(id, 0, shown.of(id)));
        }
        return new FoundNodes(nodes, matches.more(), reading.complete());
    }

    /** All nodes of the answer, in the order of their ids, without their values. */
    long[] ids() throws IOException {
        InOrderOfIds matches = new InOrderOfIds();
        collect(0, matches);
        return matches.ids();
    }

    /** Where ids begin; 0 behind the highest id of all. */
    private long firstId() {
        return question.after().isEmpty() ? 0 : question.after().getAsLong() + 1;
    }

    /** Receives the nodes of an answer, in the order of their ids. */
    private interface Matches {
        /** Takes a node; false if no further one is wanted. */
        boolean take(long id) throws IOException;

        /** Says that there may be further nodes behind the last one that was wanted. */
        void mayGoOn();

        /** Those that are wanted, in their order. */
        long[] ids();

        /** Whether there may be more. */
        boolean more();
    }

    private final class InOrderOfIds implements Matches {
        private final List<Long> found = new ArrayList<>();
        private boolean more;

        @Override
        public boolean take(long id) {
            found.add(id);
            reading.holds(ID_BYTES);
            return found.size() < question.limit();
        }

        @Override
        public void mayGoOn() {
            more = true;
        }

        @Override
        public long[] ids() {
            return found.stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public boolean more() {
            return more;
        }
    }

    /** A node and its value; null where it has none. */
    private record Keyed(@Nullable ComparedValue key, long id) {
        long sizeBytes() {
            return key instanceof ComparedValue.Bytes(byte[] bytes) ? 96 + bytes.length : 96;
        }
    }

    private Matches ordered(PredicateName order) throws IOException {
        Predicates.Known known = predicates.find(order);
        var declared = known.declared();
        if (known.isLink() || order.isCount()) {
            throw Ask.wrong("%s: nodes are ordered by values, not by links", order);
        }
        if (declared == null || declared.isList()) {
            throw Ask.wrong(
                    "%s: nodes are ordered by a predicate with one value; declare it without"
                            + " brackets",
                    order);
        }
        if (order.language() instanceof PredicateName.Language.Any) {
            throw Ask.wrong("%s: write the one language whose values give the order", order);
        }
        return new InOrderOfValues(known);
    }

    /** Keeps the first ones by value; nodes without a value come last. */
    private final class InOrderOfValues implements Matches {
        private final Predicates.Known predicate;
        private final StoredValue value = new StoredValue();
        private final Comparator<Keyed> order = this::compare;
        private final PriorityQueue<Keyed> first = new PriorityQueue<>(order.reversed());
        private final @Nullable Keyed after;
        private boolean isCut;

        InOrderOfValues(Predicates.Known predicate) throws IOException {
            this.predicate = predicate;
            this.after = question.after().isPresent() ? keyed(question.after().getAsLong()) : null;
        }

        private int compare(Keyed a, Keyed b) {
            int byKey;
            if (a.key == null || b.key == null) {
                byKey = Boolean.compare(a.key == null, b.key == null);
            } else {
                byKey = ComparedValue.compare(a.key, b.key);
                byKey = question.isDescending() ? -byKey : byKey;
            }
            return byKey != 0 ? byKey : Long.compareUnsigned(a.id, b.id);
        }

        private Keyed keyed(long id) throws IOException {
            Long type = predicate.type();
            var declared = predicate.declared();
            if (type != null && declared != null) {
                LinkList list =
                        reading.list(id, PropertyTypes.ofPredicate(type), 0, Reading.PAGE_ROWS);
                for (int i = 0; i < list.size(); i++) {
                    value.read(list, i);
                    if (value.isOf(predicate.name().language())
                            && value.isComparable(declared.type())) {
                        return new Keyed(ComparedValue.of(value.value()), id);
                    }
                }
            }
            return new Keyed(null, id);
        }

        @Override
        public boolean take(long id) throws IOException {
            Keyed keyed = keyed(id);
            if (after == null || compare(keyed, after) > 0) {
                first.add(keyed);
                reading.holds(keyed.sizeBytes());
                if (first.size() > question.limit()) {
                    reading.holds(-first.remove().sizeBytes());
                    isCut = true;
                }
            }
            return true;
        }

        @Override
        public void mayGoOn() {
            throw new IllegalStateException("all nodes are looked at");
        }

        @Override
        public long[] ids() {
            List<Keyed> all = new ArrayList<>(first);
            all.sort(order);
            return all.stream().mapToLong(Keyed::id).toArray();
        }

        @Override
        public boolean more() {
            return isCut;
        }
    }

    private void collect(long firstId, Matches matches) throws IOException {
        Compiled.Driver driver = driver(firstId);
        if (driver == null) {
            scan(firstId, matches);
            return;
        }
        Compiled whole = whole(driver);
        IdStream candidates = stream(driver, firstId);
        long found = 0;
        while (candidates.next()) {
            long id = candidates.id();
            Compiled known = candidates.isProven() ? whole : null;
            long before = found;
            reading.progress(
                    () ->
                            "; it found %d nodes up to the id %s"
                                    .formatted(before, Long.toUnsignedString(id)));
            if (Compiled.areTrue(conditions, known, id, reading)) {
                found++;
                if (!matches.take(id)) {
                    if (candidates.next()) {
                        matches.mayGoOn();
                    }
                    return;
                }
            }
        }
    }

    /** The condition that is true of each proven id of {@code driver}, or null. */
    private @Nullable Compiled whole(Compiled.Driver driver) {
        if (driver instanceof Compiled.Driver.Indexed indexed && indexed.isWhole()) {
            for (Compiled condition : conditions) {
                if (condition.drivers().contains(driver)) {
                    return condition;
                }
            }
        }
        return null;
    }

    /** The shortest way to all nodes of the answer; null for a scan. */
    private Compiled.@Nullable Driver driver(long firstId) throws IOException {
        List<Compiled.Driver> drivers = new ArrayList<>();
        for (Compiled condition : conditions) {
            drivers.addAll(condition.drivers());
        }
        if (drivers.isEmpty()) {
            if (!question.scan()) {
                throw Ask.wrong(
                        "%s; or read all rows with --scan", conditions.getFirst().remedy().get());
            }
            return null;
        }
        return drivers.size() == 1 ? drivers.getFirst() : smallest(drivers, firstId);
    }

    private IdStream stream(Compiled.Driver driver, long firstId) throws IOException {
        return switch (driver) {
            case Compiled.Driver.None() -> new IdStream.OfArray(new long[0]);
            case Compiled.Driver.Linked(List<Long> ids, long type) ->
                    IdStream.ofEnds(ids, type, firstId, reading);
            case Compiled.Driver.Indexed(List<TokenRange> ranges, _) -> {
                List<IdStream> streams = new ArrayList<>();
                for (TokenRange range : ranges) {
                    streams.add(new IdStream.OfIndex(range, firstId, reading));
                }
                yield streams.size() == 1 ? streams.getFirst() : new IdStream.OfSeveral(streams);
            }
        };
    }

    /**
     * The driver with the fewest ids, as far as a page of each tells: of those that go on behind
     * it, the one whose page reaches furthest.
     */
    private Compiled.Driver smallest(List<Compiled.Driver> drivers, long firstId)
            throws IOException {
        Compiled.Driver best = drivers.getFirst();
        Size least = null;
        for (Compiled.Driver driver : drivers) {
            Size size = size(driver, firstId);
            if (least == null || size.isBelow(least)) {
                best = driver;
                least = size;
            }
        }
        return best;
    }

    /**
     * How many ids there are, as far as is known.
     *
     * @param reach how far the ids go that were counted, where there are more
     */
    private record Size(long ids, boolean isAll, long reach) {
        boolean isBelow(Size other) {
            if (isAll != other.isAll) {
                return isAll;
            }
            return isAll ? ids < other.ids : Long.compareUnsigned(reach, other.reach) > 0;
        }
    }

    private Size size(Compiled.Driver driver, long firstId) throws IOException {
        return switch (driver) {
            case Compiled.Driver.None() -> new Size(0, true, -1);
            case Compiled.Driver.Linked(List<Long> ids, long type) -> {
                long count = 0;
                for (long id : ids) {
                    count += reading.countOf(id, type);
                }
                yield new Size(count, true, -1);
            }
            case Compiled.Driver.Indexed(List<TokenRange> ranges, _) -> {
                long count = 0;
                boolean isAll = true;
                long reach = -1;
                for (TokenRange range : ranges) {
                    IndexedIds page = reading.indexed(range.query(firstId, PROBE_IDS));
                    count += page.ids().length;
                    if (page.more()) {
                        isAll = false;
                        long last = page.ids()[page.ids().length - 1];
                        reach = Long.compareUnsigned(last, reach) < 0 ? last : reach;
                    }
                }
                yield new Size(count, isAll, reach);
            }
        };
    }

    /** Ends a scan that has found enough. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super("enough was found");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private void scan(long firstId, Matches matches) throws IOException {
        reading.allowAll();
        try {
            reading.scan(new ScanVisitor(firstId, matches));
        } catch (Enough _) {
            matches.mayGoOn();
            reading.also(predicates.names().complete());
        }
    }

    /** Checks each node that has a row of the right type once. */
    private final class ScanVisitor implements GraphReader.Visitor {
        private final long firstId;
        private final Matches matches;

        /** Rows of these types can make the conditions true; empty for rows of any type. */
        private final Set<Long> types = new HashSet<>();

        private boolean hasLast;
        private long last;

        ScanVisitor(long firstId, Matches matches) {
            this.firstId = firstId;
            this.matches = matches;
            for (Compiled condition : conditions) {
                boolean isOfRows =
                        !(condition.check() instanceof Check.OfCount count && count.takesNone());
                if (isOfRows && types.isEmpty()) {
                    types.addAll(condition.check().types());
                }
            }
        }

        @Override
        public void node(Node node) throws IOException {
            reading.passed();
            if (types.isEmpty()) {
                look(node.id());
            }
        }

        @Override
        public void link(Link link) throws IOException {
            reading.passed();
            if (link.visibility() == Visibility.VISIBLE
                    && (types.isEmpty() || types.contains(link.linkType()))) {
                look(link.id1());
            }
        }

        private void look(long id) throws IOException {
            boolean isKnown = hasLast && id == last || Long.compareUnsigned(id, firstId) < 0;
            if (isKnown) {
                return;
            }
            hasLast = true;
            last = id;
            if (Compiled.areTrue(conditions, id, reading) && !matches.take(id)) {
                throw new Enough();
            }
        }
    }
}
