package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TextFormat;

/** A header line, understood. */
record Header(TextFormat format, List<ColumnDraft> columns, Layout.Origin origin) {
    /** Bytes that may stand in the names and types of a header and so never part its fields. */
    private static final String NO_DELIMITERS = "_:(){}[].-\"'";

    Header {
        columns = List.copyOf(columns);
    }

    /**
     * Understands {@code line} where it is a header in the form of neo4j-admin's import or one of
     * Sluice's own names, else returns null.
     */
    static @Nullable Header recognise(String line, ToldFormat told) {
        Cut cut = best(line, told, fields -> isTyped(fields) || isOwn(fields));
        if (cut == null) {
            return null;
        }
        boolean typed = isTyped(cut.fields());
        return of(cut, typed ? Layout.Origin.TYPED_HEADER : Layout.Origin.OWN_HEADER);
    }

    /** Takes {@code line} for a header when it holds all of {@code names}, else returns null. */
    static @Nullable Header holding(Collection<String> names, String line, ToldFormat told) {
        Cut cut =
                best(
                        line,
                        told,
                        fields -> {
                            List<String> found =
                                    ColumnDraft.parseAll(fields).stream()
                                            .map(ColumnDraft::name)
                                            .toList();
                            return found.containsAll(names);
                        });
        return cut == null ? null : of(cut, Layout.Origin.NAMED_HEADER);
    }

    /** Takes {@code line} for a header because a mapping says so. */
    static Header forced(String line, ToldFormat told) {
        Header recognised = recognise(line, told);
        if (recognised != null) {
            return recognised;
        }
        Cut split = best(line, told, fields -> fields.size() > 1);
        if (split == null) {
            TextFormat format = told.with(told.delimiter() == null ? ',' : told.delimiter());
            split = new Cut(Fields.split(line, format), format);
        }
        return of(split, Layout.Origin.NAMED_HEADER);
    }

    /**
     * Takes {@code line} for a header where two of its names are known as the ends of a link, such
     * as source and target; else returns null.
     */
    static @Nullable Header ofPair(String line, ToldFormat told) {
        Cut cut = best(line, told, fields -> HeaderGuess.pair(names(fields)) != null);
        return cut == null ? null : of(cut, Layout.Origin.NAMED_HEADER).withPair();
    }

    private static List<String> names(List<String> fields) {
        return ColumnDraft.parseAll(fields).stream().map(ColumnDraft::name).toList();
    }

    /**
     * The same where two names are known as the ends of a link, which then are its ids and all else
     * its data; else null.
     */
    @Nullable Header withPair() {
        HeaderGuess.Pair pair = HeaderGuess.pair(columns.stream().map(ColumnDraft::name).toList());
        if (pair == null) {
            return null;
        }
        List<ColumnDraft> changed = new ArrayList<>();
        for (ColumnDraft column : columns) {
            boolean left = column.job() == ColumnDraft.Job.IGNORE;
            changed.add(left ? column : column.withJob(ColumnDraft.Job.PROPERTY));
        }
        changed.set(pair.id1(), changed.get(pair.id1()).withJob(ColumnDraft.Job.ID1));
        changed.set(pair.id2(), changed.get(pair.id2()).withJob(ColumnDraft.Job.ID2));
        return new Header(format, changed, Layout.Origin.PAIR_HEADER);
    }

    private interface Rule {
        boolean holds(List<String> fields);
    }

    /** A line, cut into fields. */
    private record Cut(List<String> fields, TextFormat format) {}

    /**
     * The cut of {@code line} into most fields that {@code rule} takes; a common delimiter goes
     * first.
     */
    private static @Nullable Cut best(String line, ToldFormat told, Rule rule) {
        Cut best = null;
        Set<Integer> delimiters =
                told.delimiter() == null ? candidates(line) : Set.of(told.delimiter());
        for (int candidate : delimiters) {
            boolean common = Fields.COMMON_DELIMITERS.contains(candidate);
            if (best != null && !common && best.fields().size() > 1) {
                break;
            }
            for (TextFormat format : told.allWith(candidate)) {
                List<String> fields = Fields.split(line, format);
                boolean more = best == null || fields.size() > best.fields().size();
                if (more && !fields.isEmpty() && rule.holds(fields)) {
                    best = new Cut(fields, format);
                }
            }
        }
        return best;
    }

    private static Header of(Cut cut, Layout.Origin origin) {
        return new Header(cut.format(), ColumnDraft.parseAll(cut.fields()), origin);
    }

    private static Set<Integer> candidates(String line) {
        Set<Integer> candidates = new LinkedHashSet<>(Fields.COMMON_DELIMITERS);
        boolean blank = false;
        for (int index = 0; index < line.length(); index++) {
            char here = line.charAt(index);
            if (here == ' ') {
                blank = true;
            } else if (here < 128
                    && here != '\n'
                    && !Character.isLetterOrDigit(here)
                    && NO_DELIMITERS.indexOf(here) < 0) {
                candidates.add((int) here);
            }
        }
        if (blank) {
            candidates.add(Fields.WHITESPACE);
        }
        return candidates;
    }

    private static boolean isTyped(List<String> fields) {
        boolean nodeId = false;
        boolean start = false;
        boolean end = false;
        for (String field : fields) {
            if (!ColumnDraft.isTyped(field)) {
                continue;
            }
            ColumnDraft.Job job = ColumnDraft.parse(field).job();
            nodeId |= job == ColumnDraft.Job.NODE_ID;
            start |= job == ColumnDraft.Job.ID1;
            end |= job == ColumnDraft.Job.ID2;
        }
        return nodeId || (start && end);
    }

    /** Whether the fields name the ids of links, or of nodes, each job once; others are data. */
    private static boolean isOwn(List<String> fields) {
        Set<ColumnDraft.Job> jobs = EnumSet.noneOf(ColumnDraft.Job.class);
        List<ColumnDraft> others = new ArrayList<>();
        boolean group = false;
        for (String field : fields) {
            ColumnDraft column = ColumnDraft.parse(field);
            boolean other =
                    column.job() == ColumnDraft.Job.PROPERTY
                            || column.job() == ColumnDraft.Job.IGNORE;
            if (other) {
                others.add(column);
            } else if (ColumnDraft.isTyped(field) || !jobs.add(column.job())) {
                return false;
            }
            group |= column.group() != null;
        }
        boolean link = jobs.contains(ColumnDraft.Job.ID1) && jobs.contains(ColumnDraft.Job.ID2);
        if (link == jobs.contains(ColumnDraft.Job.NODE_ID)) {
            return false;
        }
        return link || others.isEmpty() || group || isNode(jobs, others);
    }

    /**
     * Whether a header with the name id and with names that are not Sluice's is one of nodes. Many
     * tables have such a header: none in which another column is an id, and none of whose columns
     * would change or delete rows.
     */
    private static boolean isNode(Set<ColumnDraft.Job> jobs, List<ColumnDraft> others) {
        return !jobs.contains(ColumnDraft.Job.DELETE)
                && !jobs.contains(ColumnDraft.Job.VERSION)
                && others.stream().noneMatch(column -> HeaderGuess.isId(column.name()));
    }
}
