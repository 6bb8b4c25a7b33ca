package sluice.rdf;

/** Reads the facets of a statement, such as {@code (since=2017, close=true)}. */
final class FacetReader {
    private final TermReader terms;
    private final LexicalCheck check;
    private final StatementFault fault;

    FacetReader(TermReader terms, LexicalCheck check, StatementFault fault) {
        this.terms = terms;
        this.check = check;
        this.fault = fault;
    }

    /** Reads facets from their opening bracket on; returns the place behind the closing one. */
    int read(byte[] text, int from, Statement into) {
        int place = from;
        do {
            place = facet(text, pastBlanks(text, place + 1), into);
            if (place == StatementFault.FOUND) {
                return StatementFault.FOUND;
            }
            place = pastBlanks(text, place);
        } while (text[place] == ',');
        return text[place] == ')'
                ? place + 1
                : fault.unexpected(text, place, "',' or ')' behind a facet");
    }

    private int facet(byte[] text, int from, Statement into) {
        int keyEnd = runEnd(text, from);
        if (keyEnd == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        if (keyEnd == from) {
            return fault.unexpected(text, from, "the key of a facet");
        }
        int place = pastBlanks(text, keyEnd);
        if (text[place] != '=') {
            return fault.unexpected(text, place, "'=' behind the key of a facet");
        }
        if (into.facetCount() == Statement.FACETS_MAX) {
            return fault.set(
                    from,
                    "a statement has at most %d facets, and this is one more"
                            .formatted(Statement.FACETS_MAX));
        }
        StatementFacet facet = into.addFacet();
        facet.key().set(text, from, keyEnd - from);
        place = value(text, pastBlanks(text, place + 1), facet);
        if (place != StatementFault.FOUND && !into.placeLastFacet()) {
            return fault.set(from, "key " + StatementFault.shown(facet.key()) + " is there twice");
        }
        return place;
    }

    private int value(byte[] text, int from, StatementFacet facet) {
        facet.set(FacetType.STRING, 0);
        if (text[from] == '"') {
            return terms.facetString(text, from, facet.text());
        }
        int end = runEnd(text, from);
        if (end == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        facet.text().set(text, from, end - from);
        if (end > from) {
            String wrong = FacetValue.read(facet, check);
            if (!wrong.isEmpty()) {
                return fault.set(from, wrong);
            }
        }
        return end;
    }

    /** Where the run without blanks and signs ends that begins at {@code from}. */
    private int runEnd(byte[] text, int from) {
        int place = from;
        while (true) {
            byte value = text[place];
            if (value >= 0) {
                boolean inside = value > ' ' && value != '=' && value != ',' && value != ')';
                if (!inside && (value == '\t' || value == '\n' || value == '\r' || value >= ' ')) {
                    return place;
                }
                place++;
                continue;
            }
            int length = Utf8Characters.sequenceLength(text, place);
            if (length == 0) {
                return fault.set(place, StatementFault.at(text, place));
            }
            place += length;
        }
    }

    private static int pastBlanks(byte[] text, int from) {
        int place = from;
        while (text[place] == ' ' || text[place] == '\t') {
            place++;
        }
        return place;
    }
}
