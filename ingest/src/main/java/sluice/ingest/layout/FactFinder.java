package sluice.ingest.layout;

import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.json.JsonContent;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.rdf.RdfContent;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Finds out which files state facts and how: by options, by a mapping, by name, else by the first
 * bytes.
 */
final class FactFinder {
    private final FactOptions options;
    private final @Nullable Mapping mapping;

    FactFinder(FactOptions options, @Nullable Mapping mapping) {
        this.options = options;
        this.mapping = mapping;
    }

    /** The format of a file that states facts; null where its rows have fields. */
    @Nullable FactFormat format(FileHead head, Mapping.@Nullable Entry entry) {
        if (head.isRows()) {
            refuseWords(head, entry);
            return null;
        }
        boolean isColumns = entry != null && !entry.facts().isSaid() && entry.saysColumns();
        FactOptions said = options.orElse(said(entry));
        FactFormat.Syntax syntax = isColumns ? null : forced(entry);
        if (syntax == null && !isColumns) {
            syntax = found(head, entry, said);
        }
        if (syntax == null) {
            refuseWords(head, entry);
            return null;
        }
        boolean isJson = syntax == FactFormat.Syntax.JSON;
        if (isJson) {
            JsonContent.refuseMutation(head.name(), head.text());
        } else {
            RdfContent.refuseOtherForms(head.name(), head.text());
        }
        refuseOtherEncodings(head, isJson ? "JSON" : "RDF");
        FactFormat format = said.format(syntax, RdfContent.hasGraphs(head.name()));
        if (isJson) {
            format = format.ofObjects(JsonContent.isArray(head.text()), null, said.idMembers());
        }
        refuseUids(head, format);
        return format;
    }

    /** A uid that is the id would be one node in all namespaces, and names are none. */
    private static void refuseUids(FileHead head, FactFormat format) {
        if (format.ids() != FactRules.Ids.UIDS) {
            return;
        }
        if (!format.idMembers().isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: found members that name nodes with ids: uid, by which all nodes are uids; use ids: names, or leave the members out"
                            .formatted(head.name()));
        }
        if (format.graphs().kind() == GraphRule.Kind.SEPARATE) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: found graph: separate with ids: uid, by which a uid is one node in all namespaces; use ids: names, or graph: drop"
                            .formatted(head.name()));
        }
    }

    /** The syntax that the name or the first bytes show; null where they show none. */
    private static FactFormat.@Nullable Syntax found(
            FileHead head, Mapping.@Nullable Entry entry, FactOptions said) {
        if (JsonContent.isNamed(head.name())) {
            return FactFormat.Syntax.JSON;
        }
        if (RdfContent.isNamed(head.name()) || isShown(head, entry)) {
            FactFormat.Syntax dialect = said.syntax();
            return dialect == null || dialect == FactFormat.Syntax.JSON
                    ? FactFormat.Syntax.DGRAPH
                    : dialect;
        }
        boolean mayShow = entry == null || !entry.saysColumns();
        return mayShow && JsonContent.isObjects(head.text()) ? FactFormat.Syntax.JSON : null;
    }

    /**
     * The syntax that is said of this file, whatever it looks like; defaults name dialects alone.
     */
    private FactFormat.@Nullable Syntax forced(Mapping.@Nullable Entry entry) {
        FactFormat.Syntax given = options.syntax();
        return given != null || entry == null ? given : entry.facts().syntax();
    }

    private static void refuseOtherEncodings(FileHead head, String form) {
        if (head.coding().charset() != null) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the text is %s, and %s is always UTF-8; convert it first with: iconv -f %s -t UTF-8"
                            .formatted(
                                    head.name(),
                                    head.coding().charset(),
                                    form,
                                    head.coding().charset()));
        }
    }

    private FactOptions said(Mapping.@Nullable Entry entry) {
        FactOptions defaults = mapping == null ? FactOptions.NONE : mapping.defaults().facts();
        return entry == null ? defaults : entry.facts().orElse(defaults);
    }

    /** Whether the first line is a statement; standard input shows it too. */
    private static boolean isShown(FileHead head, Mapping.@Nullable Entry entry) {
        return (entry == null || !entry.saysColumns())
                && RdfContent.isStatement(head.text(), head.whole());
    }

    /** A mapping's words about facts are of no use for a file of fields. */
    private void refuseWords(FileHead head, Mapping.@Nullable Entry entry) {
        if (mapping != null && entry != null && entry.facts().isSaid()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s:%d: the entry is about facts, and %s looks like neither RDF nor JSON; say rdf: dgraph, rdf: w3c or json: dgraph if it is"
                            .formatted(mapping.fileName(), entry.line(), head.name()));
        }
    }
}
