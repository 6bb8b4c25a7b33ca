package sluice.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.LinkList;

/**
 * Follows links. A list is read once a step, by however many ways the walk comes to its node.
 * Belongs to one thread.
 */
final class Walker {
    private final WalkQuestion question;
    private final Predicates predicates;
    private final Reading reading;

    /** The types of the steps; null where there are no links of one. */
    private final List<@Nullable Long> types = new ArrayList<>();

    private final List<Compiled> where = new ArrayList<>();
    private final ShownPredicates shown;
    private long linksVisited;

    Walker(WalkQuestion question, Predicates predicates, Reading reading) throws IOException {
        this.question = question;
        this.predicates = predicates;
        this.reading = reading;
        for (PredicateName step : question.steps()) {
            Predicates.Known known = predicates.find(step);
            if (known.declared() != null && !known.isLink()) {
                throw Ask.wrong("%s names values, not links; a walk follows links", step);
            }
            if (known.type() == null) {
                reading.also(predicates.names().complete());
            }
            types.add(known.type());
        }
        Compiler compiler = new Compiler(predicates, reading);
        for (Condition condition : question.where()) {
            where.add(compiler.compile(condition));
        }
        this.shown = new ShownPredicates(question.with(), predicates, reading);
    }

    private long[] starts() throws IOException {
        List<Condition> from = question.from();
        if (from == null) {
            WaysMap distinct = new WaysMap(reading);
            question.starts().forEach(id -> distinct.add(id, 1));
            return distinct.ids();
        }
        FindQuestion find =
                new FindQuestion(
                        from,
                        List.of(),
                        null,
                        false,
                        OptionalLong.empty(),
                        Integer.MAX_VALUE,
                        false,
                        question.budgetRows());
        return new Finder(find, predicates, reading).ids();
    }

    /** The nodes at the end, those with the most ways first. */
    FoundNodes ends() throws IOException {
        WaysMap reached = new WaysMap(reading);
        for (long start : starts()) {
            reached.add(start, 1);
        }
        for (Long type : types) {
            WaysMap before = reached;
            reached = type == null ? new WaysMap(reading) : step(before, type);
            before.forget();
        }
        List<FoundNodes.Found> nodes = new ArrayList<>();
        boolean more = false;
        for (WaysMap.Ranking ends = reached.toRanking(); !ends.isEmpty(); ends.next()) {
            if (nodes.size() == question.limit()) {
                more = true;
                break;
            }
            if (Compiled.areTrue(where, ends.id(), reading)) {
                nodes.add(new FoundNodes.Found(ends.id(), ends.ways(), shown.of(ends.id())));
            }
        }
        return new FoundNodes(nodes, more, reading.complete());
    }

    private WaysMap step(WaysMap from, long type) throws IOException {
        WaysMap to = new WaysMap(reading);
        for (long id : from.ids()) {
            long ways = from.ways(id);
            LinkList list;
            long offset = 0;
            do {
                tell();
                list = reading.list(id, type, offset, Reading.PAGE_ROWS);
                for (int i = 0; i < list.size(); i++) {
                    to.add(list.id2(i), ways);
                }
                offset += list.size();
                linksVisited += list.size();
            } while (list.size() == Reading.PAGE_ROWS);
        }
        return to;
    }

    private void tell() {
        long links = linksVisited;
        reading.progress(() -> "; the walk followed %d links".formatted(links));
    }

    /** The walk as a tree. */
    WalkTree tree() throws IOException {
        List<WalkTree.Branch> roots = new ArrayList<>();
        for (long start : starts()) {
            WalkTree.Branch root = branch(start, 0);
            if (root != null) {
                roots.add(root);
            }
        }
        return new WalkTree(roots, question.steps(), reading.complete());
    }

    /** What begins at {@code id}; null where it comes to no node that is wanted. */
    private WalkTree.@Nullable Branch branch(long id, int level) throws IOException {
        if (level == types.size()) {
            return Compiled.areTrue(where, id, reading)
                    ? new WalkTree.Branch(id, shown.of(id), List.of(), false)
                    : null;
        }
        Long type = types.get(level);
        if (type == null) {
            return null;
        }
        List<WalkTree.Branch> next = new ArrayList<>();
        boolean isCut = false;
        LinkList list;
        long offset = 0;
        do {
            tell();
            list = reading.list(id, type, offset, Reading.PAGE_ROWS);
            linksVisited += list.size();
            offset += list.size();
            for (int i = 0; i < list.size() && !isCut; i++) {
                if (next.size() == question.limit()) {
                    isCut = true;
                } else {
                    WalkTree.Branch found = branch(list.id2(i), level + 1);
                    if (found != null) {
                        next.add(found);
                    }
                }
            }
        } while (list.size() == Reading.PAGE_ROWS && !isCut);
        return next.isEmpty() ? null : new WalkTree.Branch(id, shown.of(id), next, isCut);
    }
}
