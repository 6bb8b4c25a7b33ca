package sluice.servers;

import java.io.IOException;
import java.nio.file.Files;

/** Makes a temporary file, tells its name, and has it until the process is killed. */
final class TemporaryFileMain {
    private TemporaryFileMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.println("made " + Files.createTempFile("page", ".html") + ".");
        Thread.currentThread().join();
    }
}
