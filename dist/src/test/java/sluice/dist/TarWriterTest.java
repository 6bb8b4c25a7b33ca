package sluice.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of tar and ar are as the programs of these names read them. */
class TarWriterTest {
    private static final String LONG = "a folder/" + "n".repeat(120);

    @TempDir Path directory;

    @Test
    void tarUnpacksWhatWasPacked() throws IOException, InterruptedException {
        FileTree tree = new FileTree();
        tree.addText("bin/program", FileTree.PROGRAM_MODE, "#!/bin/sh\n");
        tree.addText("empty", FileTree.FILE_MODE, "");
        tree.addText(LONG, FileTree.FILE_MODE, "long\n");
        tree.addText("Zürich", FileTree.FILE_MODE, "x".repeat(512));
        tree.addLink("link", "bin/program");
        Path archive = directory.resolve("one.tar");
        try (TarWriter tar = new TarWriter(Files.newOutputStream(archive), 1_767_225_600)) {
            tar.write("top/", tree);
        }
        String listed =
                Programs.run(
                        List.of("env", "LC_ALL=C.UTF-8", "TZ=UTC", "tar", "tvf"),
                        List.of(archive.toString()));
        assertTrue(
                listed.contains("-rwxr-xr-x root/root        10 2026-01-01 00:00 top/bin/program"),
                listed);
        Programs.run(
                List.of("tar", "xf", archive.toString(), "-C", directory.toString()), List.of());
        Path top = directory.resolve("top");
        assertEquals("#!/bin/sh\n", Files.readString(top.resolve("link")));
        assertTrue(Files.isExecutable(top.resolve("bin/program")));
        assertEquals(0, Files.size(top.resolve("empty")));
        assertEquals("long\n", Files.readString(top.resolve(LONG)));
        assertEquals(1, listed.lines().filter(line -> line.endsWith("top/Zürich")).count(), listed);
    }

    @Test
    void twoFilesWithOnePathAreRefused() {
        FileTree tree = new FileTree();
        tree.addText("a/b", FileTree.FILE_MODE, "1");
        assertThrows(
                IllegalStateException.class, () -> tree.addText("a/b", FileTree.FILE_MODE, "2"));
    }

    @Test
    void membersOfArHaveTheirLengthAndAnEvenPlace() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ArWriter ar = new ArWriter(bytes, 1)) {
            ar.write("odd", new byte[] {'x'});
            ar.write("even", new byte[] {'y', 'z'});
        }
        assertEquals(
                """
                !<arch>
                odd             1           0     0     100644  1         `
                x
                even            1           0     0     100644  2         `
                yz\
                """,
                bytes.toString(java.nio.charset.StandardCharsets.US_ASCII));
    }
}
