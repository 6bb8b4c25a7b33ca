package sluice.readonly;

import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The store of a ring, and the rules of its pushes.
 *
 * @param source the directory with the versions that are pushed
 * @param required how many ready replicas each partition must have before a version is served
 * @param failuresMax how many nodes may lack a version that is served; never all of a partition
 * @param quotaBytes of a version on one node; -1 for no limit, 0 allows no push
 * @param backups how many earlier versions nodes keep
 * @param pushMillis after which a push that is not ready is given up
 */
public record Definition(
        int format,
        String source,
        int required,
        int failuresMax,
        long quotaBytes,
        int backups,
        long pushMillis) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    /** No limit of bytes. */
    public static final long NO_QUOTA = -1;

    public Definition {
        if (required < 1 || failuresMax < 0 || quotaBytes < NO_QUOTA || backups < 1) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "required is %d, expected 1 or more; failures %d, expected 0 or more; quota %d, expected -1 or more; backups %d, expected 1 or more"
                            .formatted(required, failuresMax, quotaBytes, backups));
        }
    }
}
