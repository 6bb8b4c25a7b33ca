package sluice.ingest.layout;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactNames;
import sluice.ingest.fact.FactRules;
import sluice.ingest.json.JsonObjects;
import sluice.ingest.rdf.RdfLines;
import sluice.ingest.row.RowParser;
import sluice.model.RowSink;

/**
 * Finds out whether all nodes in the beginnings of files are written as uids, so that a load can
 * take the uids as ids. Cost: the beginnings are parsed once more.
 */
final class NodesOfHeads implements FactNames {
    private static final int UID = 0;
    private static final int OTHER = 1;

    /** Any number that a predicate may have. */
    private static final long TYPE = 1L << 52;

    private static final RowSink NOWHERE =
            (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {};

    private boolean hasUid;
    private boolean hasOther;

    /** The format with the ids that the nodes of all files allow, if it leaves them open. */
    @Nullable FactFormat chosen(@Nullable FactFormat facts) {
        boolean areUids = hasUid && !hasOther;
        return facts == null || facts.ids() != FactRules.Ids.AUTO
                ? facts
                : facts.withIds(areUids ? FactRules.Ids.UIDS : FactRules.Ids.NAMES);
    }

    /** Looks at the beginning of a file of {@code facts}, or of columns, whose ids are no uids. */
    void look(FileHead head, @Nullable FactFormat facts) {
        if (facts == null || facts.ids() == FactRules.Ids.NAMES) {
            hasOther = true;
        } else if (facts.ids() == FactRules.Ids.AUTO) {
            parse(head, facts);
        }
    }

    private void parse(FileHead head, FactFormat facts) {
        FactFormat named = facts.withIds(FactRules.Ids.NAMES).bound(0, 0, Map.of());
        byte[] text = head.text();
        switch (facts.syntax()) {
            case W3C, DGRAPH ->
                    new RdfLines(
                                    named,
                                    named.rules(),
                                    this,
                                    NOWHERE,
                                    (line, byteOffset, column, cause, row) -> {},
                                    RowParser.ROW_BYTES_MAX)
                            .parse(text, 0, text.length, head.whole());
            case JSON -> {
                JsonObjects objects =
                        new JsonObjects(
                                named,
                                named.rules(),
                                this,
                                NOWHERE,
                                (line, byteOffset, column, cause, row) -> {},
                                RowParser.ROW_BYTES_MAX);
                objects.beginAt(0, false);
                objects.parse(text, 0, text.length, text.length, head.whole());
            }
        }
    }

    @Override
    public int group(String name) {
        return name.equals("uid") ? UID : OTHER;
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        hasUid |= group == UID;
        hasOther |= group == OTHER;
        return 1;
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        return TYPE;
    }
}
