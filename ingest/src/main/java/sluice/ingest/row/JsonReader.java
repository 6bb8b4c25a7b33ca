package sluice.ingest.row;

import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.json.JsonObjects;
import sluice.model.RowSink;

/** The rows of a file of JSON objects. Belongs to one thread. */
final class JsonReader implements RangeReader {
    private final JsonObjects objects;

    JsonReader(
            FactFormat facts, NameResolver names, RowSink sink, Rejects rejects, int rowBytesMax) {
        objects = new JsonObjects(facts, facts.rules(), names, sink, rejects::reject, rowBytesMax);
    }

    @Override
    public void beginAt(long offset, boolean alone) {
        objects.beginAt(offset, alone);
    }

    @Override
    public int parse(byte[] window, int from, int to, boolean last) {
        return objects.parse(window, from, to, to, last);
    }

    @Override
    public int parse(byte[] window, int from, int limit, int to, boolean last) {
        return objects.parse(window, from, limit, to, last);
    }

    @Override
    public boolean insideRow() {
        return objects.insideRow();
    }

    @Override
    public long lines() {
        return objects.lines();
    }

    @Override
    public long rows() {
        return objects.rows();
    }

    @Override
    public long rejected() {
        return objects.rejected();
    }

    @Override
    public DroppedGraphs dropped() {
        return objects.dropped();
    }
}
