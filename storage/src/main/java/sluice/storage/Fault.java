package sluice.storage;

import java.util.EnumSet;
import java.util.Set;

/** What can go wrong with an {@link DiskCall}. */
public enum Fault {
    /** The operation is not done; an {@code IOException}: "Input/output error". */
    EIO(EnumSet.allOf(DiskCall.class)),
    /** The operation is not done; an {@code IOException}: "No space left on device". */
    ENOSPC(
            EnumSet.of(
                    DiskCall.CREATE,
                    DiskCall.WRITE,
                    DiskCall.SYNC,
                    DiskCall.RENAME,
                    DiskCall.LINK)),
    /** A third of the bytes is read, at least one. No error: callers must go on. */
    SHORT_READ(EnumSet.of(DiskCall.READ)),
    /** A third of the bytes is written, at least one. No error: callers must go on. */
    SHORT_WRITE(EnumSet.of(DiskCall.WRITE)),
    /**
     * What was not synced is lost and the sync says so. A later sync of the same file succeeds, as
     * on Linux, and makes zeros durable; only deleting and writing again is right.
     */
    SYNC_FAILURE(EnumSet.of(DiskCall.SYNC, DiskCall.SYNC_DIRECTORY)),
    /**
     * Nothing is synced, but success is told. Outside of what is promised: to prove that it is
     * found.
     */
    SYNC_SKIPPED(EnumSet.of(DiskCall.SYNC, DiskCall.SYNC_DIRECTORY)),
    /** The plan's hook runs before the operation, which is then done. */
    SLOW(EnumSet.allOf(DiskCall.class)),
    /** The process ends before the operation: this and every later one throw {@link PowerCut}. */
    CUT(EnumSet.allOf(DiskCall.class));

    private final Set<DiskCall> operations;

    Fault(Set<DiskCall> operations) {
        this.operations = operations;
    }

    boolean canHit(DiskCall operation) {
        return operations.contains(operation);
    }
}
