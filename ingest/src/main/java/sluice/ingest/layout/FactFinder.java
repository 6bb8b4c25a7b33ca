package sluice.ingest.layout;

import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
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
        boolean isColumns = entry != null && !entry.facts().isSaid() && saysColumns(entry);
        FactOptions said = options.orElse(said(entry));
        FactFormat.Syntax syntax = isColumns ? null : forced(entry);
        if (syntax == null
                && !isColumns
                && (RdfContent.isNamed(head.name()) || isShown(head, entry))) {
            syntax = said.syntax() == null ? FactFormat.Syntax.DGRAPH : said.syntax();
        }
        if (syntax == null) {
            refuseWords(head, entry);
            return null;
        }
        if (syntax != FactFormat.Syntax.JSON) {
            RdfContent.refuseOtherForms(head.name(), head.text());
            refuseOtherEncodings(head);
        }
        return said.format(syntax, RdfContent.hasGraphs(head.name()));
    }

    /**
     * The syntax that is said of this file, whatever it looks like; defaults name dialects alone.
     */
    private FactFormat.@Nullable Syntax forced(Mapping.@Nullable Entry entry) {
        FactFormat.Syntax given = options.syntax();
        return given != null || entry == null ? given : entry.facts().syntax();
    }

    private static void refuseOtherEncodings(FileHead head) {
        if (head.coding().charset() != null) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the text is %s, and RDF is always UTF-8; convert it first with: iconv -f %s -t UTF-8"
                            .formatted(
                                    head.name(), head.coding().charset(), head.coding().charset()));
        }
    }

    private FactOptions said(Mapping.@Nullable Entry entry) {
        FactOptions defaults = mapping == null ? FactOptions.NONE : mapping.defaults().facts();
        return entry == null ? defaults : entry.facts().orElse(defaults);
    }

    private static boolean saysColumns(Mapping.Entry entry) {
        return entry.kind() != null
                || entry.columns() != null
                || entry.delimiter() != null
                || entry.header() != null
                || !entry.columnNames().isEmpty();
    }

    /** Whether the first line is a statement; standard input shows it too. */
    private static boolean isShown(FileHead head, Mapping.@Nullable Entry entry) {
        return (entry == null || !saysColumns(entry))
                && RdfContent.isStatement(head.text(), head.whole());
    }

    /** A mapping's words about facts are of no use for a file of fields. */
    private void refuseWords(FileHead head, Mapping.@Nullable Entry entry) {
        if (mapping != null && entry != null && entry.facts().isSaid()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s:%d: the entry is about statements of RDF, and %s does not look like such; say rdf: dgraph or rdf: w3c if it is"
                            .formatted(mapping.fileName(), entry.line(), head.name()));
        }
    }
}
