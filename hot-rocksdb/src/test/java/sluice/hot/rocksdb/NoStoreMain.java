package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Asks whether the hot store in the directory that its argument names has rows, prints the answer.
 */
final class NoStoreMain {
    private NoStoreMain() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println(HotCheck.hasRows(Path.of(arguments[0]), OptionalLong.empty()));
    }
}
