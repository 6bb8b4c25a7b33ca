package sluice.coordinator;

import java.io.IOException;
import sluice.model.ColdView;
import sluice.model.HotHeader;

/** Keeps what readers found out about the shadowed links of a list. */
interface ShadowMemo {
    /** {@code id2s} are those of all rows that {@code counted} is of. */
    void found(long id1, long linkType, long[] id2s, HotHeader counted, ColdView view)
            throws IOException;
}
