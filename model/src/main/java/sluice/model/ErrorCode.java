package sluice.model;

/** The kinds of failure that a user can act on; the kind decides the exit status. */
public enum ErrorCode {
    /** The command line, a mapping or an option is wrong. */
    CONFIG(2),
    /** A source cannot be read or holds rows that cannot be taken. */
    INPUT(3),
    /** The store is missing, in use, of a newer format, or belongs to another load. */
    STORE(4),
    /** Bytes of the store are not what was written. */
    CORRUPTION(5),
    /** Disk, memory or permission is lacking; the same command continues once there is enough. */
    RESOURCE(6),
    /** A complete answer was asked for, and there is none yet; the same request can be repeated. */
    INCOMPLETE(7),
    /** The time that a request was given is over; whether a write was applied is not known. */
    DEADLINE(8),
    /**
     * A node of a ring was asked for rows that it does not hold; the routes of the asker are old.
     */
    MISROUTED(4),
    /** A node of a ring was asked for a version that it does not have, or no longer. */
    VERSION_GONE(4),
    /** A fault of Sluice itself. */
    INTERNAL(70),
    /** Stopped by the user; the same command continues. */
    INTERRUPTED(130);

    private final int exitStatus;

    ErrorCode(int exitStatus) {
        this.exitStatus = exitStatus;
    }

    /** The exit status of a process that ends with this failure. */
    public int exitStatus() {
        return exitStatus;
    }
}
