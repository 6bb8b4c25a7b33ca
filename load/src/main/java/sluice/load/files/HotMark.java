package sluice.load.files;

import java.io.IOException;
import java.util.OptionalLong;
import sluice.storage.Storage;

/**
 * The file by which a directory knows that it has a hot store of its own, and which one: a hot
 * store that was lost is not taken for one that never was. It is written once, after the hot store
 * is made and before it takes the first write.
 */
public final class HotMark {
    static final String FILE_NAME = "hot-store";

    private static final String FORMAT = "sluice hot store 1";

    private HotMark() {}

    /** The identity of the hot store; empty if the directory has none yet. */
    public static OptionalLong read(Storage storage) throws IOException {
        return CheckedLines.readNumber(storage, FILE_NAME, FORMAT);
    }

    /** Notes that the store in {@code storage} has the hot store of this identity, durably. */
    public static void publish(Storage storage, long identity) throws IOException {
        CheckedLines.publishNumber(storage, FILE_NAME, FORMAT, identity);
    }
}
