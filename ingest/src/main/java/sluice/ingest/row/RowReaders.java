package sluice.ingest.row;

import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.model.RowSink;

/** Chooses the reader of a relation's rows, which belongs to one thread. */
public final class RowReaders {
    private RowReaders() {}

    /** The reader of rows that stand one after the other. */
    public static RowReader ofRows(
            Relation relation, NameResolver names, RowSink sink, Rejects rejects, int rowBytesMax) {
        @Nullable RowMembers members = relation.members();
        if (members != null) {
            return new MemberReader(relation, members, names, sink, rejects, rowBytesMax);
        }
        @Nullable FactFormat facts = relation.facts();
        if (facts == null) {
            return new RowParser(
                    relation, names, sink, rejects, RowSink.DATA_BYTES_MAX, rowBytesMax);
        }
        return switch (facts.syntax()) {
            case W3C, DGRAPH -> new RdfReader(facts, names, sink, rejects, rowBytesMax);
            case JSON -> new JsonReader(facts, names, sink, rejects, rowBytesMax);
        };
    }
}
