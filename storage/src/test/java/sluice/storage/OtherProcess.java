package sluice.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A second process that uses the same directory; prints one line that tells how it went. */
final class OtherProcess {
    private OtherProcess() {}

    public static void main(String[] arguments) throws IOException {
        Storage storage = DirectoryStorage.open(Path.of(arguments[1]));
        switch (arguments[0]) {
            case "lock" ->
                    System.out.println(storage.lock("LOCK").isPresent() ? "taken" : "refused");
            case "fill" -> fill(storage);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void fill(Storage storage) throws IOException {
        try (Storage.Sink sink = storage.create("run-1")) {
            StorageFiles.writeFully(sink, ByteBuffer.allocate(1 << 20));
            System.out.println("written");
        } catch (IOException e) {
            System.out.println(
                    (StorageErrors.isDiskFull(e) ? "full: " : "other: ") + e.getMessage());
        }
    }
}
