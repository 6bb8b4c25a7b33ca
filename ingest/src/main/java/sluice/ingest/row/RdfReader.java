package sluice.ingest.row;

import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.rdf.RdfLines;
import sluice.model.RowSink;

/** The rows of a file of RDF. Belongs to one thread. */
final class RdfReader implements RowReader {
    private final RdfLines statements;

    RdfReader(
            FactFormat facts, NameResolver names, RowSink sink, Rejects rejects, int rowBytesMax) {
        statements = new RdfLines(facts, facts.rules(), names, sink, rejects::reject, rowBytesMax);
    }

    @Override
    public int parse(byte[] window, int from, int to, boolean last) {
        return statements.parse(window, from, to, last);
    }

    @Override
    public long lines() {
        return statements.lines();
    }

    @Override
    public long rows() {
        return statements.rows();
    }

    @Override
    public long rejected() {
        return statements.rejected();
    }

    @Override
    public DroppedGraphs dropped() {
        return statements.dropped();
    }
}
