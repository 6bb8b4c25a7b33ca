package sluice.storage;

import java.util.Locale;

/** What a {@link FaultyStorage} numbers and can make fail: the calls that reach a disk. */
public enum DiskCall {
    CREATE,
    OPEN,
    MAP,
    READ,
    LENGTH,
    WRITE,
    SYNC,
    CLOSE,
    RENAME,
    LINK,
    DELETE,
    SYNC_DIRECTORY,
    LIST,
    USABLE,
    LOCK;

    /** The operation's word in scripts. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
