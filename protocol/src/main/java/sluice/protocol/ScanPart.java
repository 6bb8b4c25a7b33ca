package sluice.protocol;

import java.util.List;

/**
 * One message of a scan.
 *
 * @param complete whether the rows of all messages are all there are; only told by the last one
 */
public record ScanPart(List<ScanRow> rows, boolean last, boolean complete) {
    public ScanPart {
        rows = List.copyOf(rows);
    }
}
