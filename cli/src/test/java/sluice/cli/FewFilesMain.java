package sluice.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command in a process that may open only a few files more. */
final class FewFilesMain {
    private static final List<FileChannel> OPENED = new ArrayList<>();

    private FewFilesMain() {}

    /** The first argument says how many, the others are the command's. */
    public static void main(String[] arguments) throws IOException {
        int left = Integer.parseInt(arguments[0]);
        // What tells failures is there, as it is where few classes come from single files.
        CommandRun.of("completion", "--none");
        fill();
        for (int index = 0; index < left; index++) {
            OPENED.removeLast().close();
        }
        Main.main(List.of(arguments).subList(1, arguments.length).toArray(String[]::new));
    }

    private static void fill() {
        try {
            while (true) {
                OPENED.add(FileChannel.open(Path.of("/dev/null")));
            }
        } catch (IOException e) {
            // No more can be opened.
            return;
        }
    }
}
