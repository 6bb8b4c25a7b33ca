package sluice.ingest.layout;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.mapping.Mapping;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A file that nothing explains, in a source of which a mapping is written for the rest.
 *
 * @param why the error that a load of the file ends with
 */
public record UnknownFile(String name, SluiceException why) {
    /**
     * Adds the file {@code name} to {@code unknown}. Throws {@code why} where files must be known
     * ({@code unknown} is null), where an entry of a mapping is the cause, or where it tells of
     * something else than what the file holds.
     */
    public static void add(
            @Nullable List<UnknownFile> unknown,
            String name,
            Mapping.@Nullable Entry entry,
            SluiceException why) {
        if (unknown == null || entry != null || why.code() != ErrorCode.INPUT) {
            throw why;
        }
        unknown.add(new UnknownFile(name, why));
    }
}
