package sluice.readonly.route;

import java.io.IOException;
import java.util.List;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.protocol.IndexPart;

/**
 * The partitions of one version that the asker of a ring has itself, and asks no other node for.
 */
public interface OwnPart {
    /** That of an asker that has nothing. */
    OwnPart NOTHING =
            new OwnPart() {
                @Override
                public int version() {
                    return 0;
                }

                @Override
                public boolean has(int partition) {
                    return false;
                }

                @Override
                public IndexPart indexed(IndexQuery query, List<Integer> partitions) {
                    throw new IllegalStateException("no partition is here");
                }

                @Override
                public boolean scan(int partition, GraphReader.Visitor visitor) {
                    throw new IllegalStateException("no partition is here");
                }
            };

    /** The version whose partitions these are. */
    int version();

    /** Whether all rows of {@code partition} are here. */
    boolean has(int partition);

    /** The ids that an index has in {@code partitions}, all of which are here. */
    IndexPart indexed(IndexQuery query, List<Integer> partitions) throws IOException;

    /** Shows the rows of {@code partition}, which is here; returns whether these were all. */
    boolean scan(int partition, GraphReader.Visitor visitor) throws IOException;
}
