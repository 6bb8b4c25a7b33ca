package sluice.ingest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A header line, understood. */
record Header(int delimiter, int quote, List<ColumnDraft> columns) {
    /** Bytes that may stand in the names and types of a header and so never part its fields. */
    private static final String NO_DELIMITERS = "_:(){}[].-\"'";

    Header {
        columns = List.copyOf(columns);
    }

    /**
     * Understands {@code line} where it is a header in the form of neo4j-admin's import or one of
     * Sluice's own names, else returns null.
     *
     * @param delimiter the one that a mapping gives, or null to find it
     * @param quote likewise
     */
    static @Nullable Header recognise(
            String line, @Nullable Integer delimiter, @Nullable Integer quote) {
        return best(line, delimiter, quote, fields -> isTyped(fields) || isOwn(fields));
    }

    /** Takes {@code line} for a header when it holds all of {@code names}, else returns null. */
    static @Nullable Header holding(
            Collection<String> names,
            String line,
            @Nullable Integer delimiter,
            @Nullable Integer quote) {
        return best(
                line,
                delimiter,
                quote,
                fields -> {
                    List<String> found =
                            fields.stream().map(field -> ColumnDraft.parse(field).name()).toList();
                    return found.containsAll(names);
                });
    }

    /** Takes {@code line} for a header because a mapping says so. */
    static Header forced(String line, @Nullable Integer delimiter, @Nullable Integer quote) {
        Header recognised = recognise(line, delimiter, quote);
        if (recognised != null) {
            return recognised;
        }
        Header split = best(line, delimiter, quote, fields -> fields.size() > 1);
        return split != null ? split : of(line, ',', '"');
    }

    private interface Rule {
        boolean holds(List<String> fields);
    }

    /**
     * The cut of {@code line} into most fields that {@code rule} takes; a common delimiter goes
     * first.
     */
    private static @Nullable Header best(
            String line, @Nullable Integer delimiter, @Nullable Integer quote, Rule rule) {
        int best = 0;
        Integer bestDelimiter = null;
        for (int candidate : delimiter == null ? candidates(line) : Set.of(delimiter)) {
            int candidateQuote = quote == null ? Fields.defaultQuote(candidate) : quote;
            List<String> fields = Fields.split(line, candidate, candidateQuote);
            boolean common = Fields.COMMON_DELIMITERS.contains(candidate);
            if (bestDelimiter != null && !common && best > 1) {
                break;
            }
            if (fields.size() > best && rule.holds(fields)) {
                best = fields.size();
                bestDelimiter = candidate;
            }
        }
        if (bestDelimiter == null) {
            return null;
        }
        return of(line, bestDelimiter, quote == null ? Fields.defaultQuote(bestDelimiter) : quote);
    }

    private static Header of(String line, int delimiter, int quote) {
        List<ColumnDraft> columns = new ArrayList<>();
        for (String field : Fields.split(line, delimiter, quote)) {
            columns.add(ColumnDraft.parse(field));
        }
        return new Header(delimiter, quote, columns);
    }

    private static Set<Integer> candidates(String line) {
        Set<Integer> candidates = new LinkedHashSet<>(Fields.COMMON_DELIMITERS);
        boolean blank = false;
        for (int index = 0; index < line.length(); index++) {
            char here = line.charAt(index);
            if (here == ' ') {
                blank = true;
            } else if (here < 128
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
            if (field.indexOf(':') < 0) {
                continue;
            }
            if (!ColumnDraft.isTyped(field)) {
                return false;
            }
            ColumnDraft.Job job = ColumnDraft.parse(field).job();
            nodeId |= job == ColumnDraft.Job.NODE_ID;
            start |= job == ColumnDraft.Job.ID1;
            end |= job == ColumnDraft.Job.ID2;
        }
        return nodeId || (start && end);
    }

    private static boolean isOwn(List<String> fields) {
        Set<ColumnDraft.Job> jobs = new LinkedHashSet<>();
        for (String field : fields) {
            ColumnDraft column = ColumnDraft.parse(field);
            if (field.indexOf(':') >= 0
                    || column.job() == ColumnDraft.Job.PROPERTY
                    || !jobs.add(column.job())) {
                return false;
            }
        }
        boolean link = jobs.contains(ColumnDraft.Job.ID1) && jobs.contains(ColumnDraft.Job.ID2);
        return link != jobs.contains(ColumnDraft.Job.NODE_ID);
    }
}
