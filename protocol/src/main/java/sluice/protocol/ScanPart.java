package sluice.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a scan.
 *
 * @param complete whether the rows of all messages are all there are; only told by the last one
 * @param names of the rows; null where none were asked for
 */
public record ScanPart(
        List<ScanRow> rows, boolean last, boolean complete, @Nullable AnswerNames names) {

    /** A message of numbers alone. */
    public ScanPart(List<ScanRow> rows, boolean last, boolean complete) {
        this(rows, last, complete, null);
    }

    public ScanPart {
        rows = List.copyOf(rows);
    }
}
