package sluice.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The Debian package: the files of the archive below {@code /usr}, a unit of systemd with its
 * configuration in {@code /etc/sluice}, and scripts that make the unit's user.
 */
final class DebianPackage {
    private static final String HOME = "usr/lib/sluice";
    private static final String DOCUMENTS = "usr/share/doc/sluice";
    private static final String PACKAGING = "dist/src/main/packaging/debian";
    private static final String OPTIONS = "/etc/sluice/sluice.yaml";

    /** Lines of the file of options, and their replacements in the package. */
    private static final String[][] SET = {
        {"\n  #store: STORE\n", "\n  store: /var/lib/sluice/store\n"},
        {"\n  #create: false\n", "\n  create: true\n"},
        {"\n  #memory: SIZE\n", "\n  memory: 1g\n"}
    };

    private static final long KIBIBYTE = 1024;

    /** The paths of the archive that have another place in Debian. */
    private static final Set<String> MOVED =
            Set.of(
                    "man",
                    "completion",
                    "docs",
                    "examples",
                    "python",
                    "LICENSE",
                    "NOTICE",
                    "README.md",
                    "bom.json");

    /**
     * The paths that are not beside the pages. All others are, so that links between pages work.
     */
    private static final Set<String> NO_DOCUMENTS =
            Set.of("bin", "lib", "runtime", "man", "completion", "LICENSE");

    private DebianPackage() {}

    /** Writes {@code sluice_VERSION_PROCESSOR.deb}. */
    static Path write(Parts parts, Path folder, int level) throws IOException {
        FileTree files = files(parts);
        Path file =
                folder.resolve(
                        "sluice_%s_%s.deb".formatted(parts.version(), parts.platform().debian()));
        Path data = folder.resolve("data.tar.gz");
        try (ArWriter archive = new ArWriter(Files.newOutputStream(file), TarWriter.TIME_SECONDS)) {
            writeTar(files, Files.newOutputStream(data), level);
            ByteArrayOutputStream control = new ByteArrayOutputStream();
            writeTar(control(parts, files), control, level);
            archive.write("debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
            archive.write("control.tar.gz", control.toByteArray());
            archive.write("data.tar.gz", data);
        } finally {
            Files.deleteIfExists(data);
        }
        return file;
    }

    private static void writeTar(FileTree tree, OutputStream output, int level) throws IOException {
        try (TarWriter tar = new TarWriter(GzipStreams.of(output, level), TarWriter.TIME_SECONDS)) {
            tar.writeFolder(".");
            tar.write("./", tree);
        }
    }

    private static FileTree files(Parts parts) throws IOException {
        FileTree archive = ArchiveTree.of(parts);
        FileTree files = new FileTree();
        files.addTree(HOME, archive, MOVED);
        files.addLink("usr/bin/sluice", "../lib/sluice/bin/sluice");
        files.addLink(HOME + "/cache", "../../../var/cache/sluice");
        files.addFolder("var/cache/sluice");
        files.addTree(DOCUMENTS, archive, NO_DOCUMENTS);
        for (FileTree.Entry entry : archive.entries()) {
            if (entry.path().startsWith("man/man1/")) {
                files.addBytes(
                        "usr/share/%s.gz".formatted(entry.path()),
                        FileTree.FILE_MODE,
                        packed(bytes(entry.content())));
            }
        }
        files.addText(
                "usr/share/bash-completion/completions/sluice",
                FileTree.FILE_MODE,
                parts.completion());
        files.addBytes(
                "usr/share/zsh/vendor-completions/_sluice",
                FileTree.FILE_MODE,
                bytes(archive, "completion/_sluice"));
        Path packaging = parts.project().resolve(PACKAGING);
        files.addFile(DOCUMENTS + "/copyright", FileTree.FILE_MODE, packaging.resolve("copyright"));
        files.addFile(
                "usr/lib/systemd/system/sluice.service",
                FileTree.FILE_MODE,
                packaging.resolve("sluice.service"));
        files.addText(OPTIONS.substring(1), FileTree.FILE_MODE, options(parts, packaging));
        return files;
    }

    /** The file to begin with that the command prints, with the store and memory of the unit. */
    private static String options(Parts parts, Path packaging) throws IOException {
        String options = Files.readString(packaging.resolve("sluice.yaml")) + parts.options();
        for (String[] setting : SET) {
            if (!options.contains(setting[0])) {
                throw new IOException(
                        "sluice config serve has no line \"%s\"".formatted(setting[0]));
            }
            options = options.replace(setting[0], setting[1]);
        }
        return options;
    }

    private static FileTree control(Parts parts, FileTree files) throws IOException {
        Path packaging = parts.project().resolve(PACKAGING);
        FileTree control = new FileTree();
        control.addText(
                "control",
                FileTree.FILE_MODE,
                Files.readString(packaging.resolve("control"))
                        .replace("@VERSION@", parts.version())
                        .replace("@PROCESSOR@", parts.platform().debian())
                        .replace("@KIBIBYTES@", Long.toString(files.lengthBytes() / KIBIBYTE)));
        control.addText("conffiles", FileTree.FILE_MODE, OPTIONS + "\n");
        StringBuilder sums = new StringBuilder();
        for (FileTree.Entry entry : files.entries()) {
            boolean isFile =
                    entry.content() instanceof FileTree.Content.Made
                            || entry.content() instanceof FileTree.Content.FileOfBuild;
            if (isFile && !entry.path().startsWith("etc/")) {
                sums.append(checksum(entry.content())).append("  ").append(entry.path());
                sums.append('\n');
            }
        }
        control.addText("md5sums", FileTree.FILE_MODE, sums.toString());
        for (String script : List.of("postinst", "prerm", "postrm")) {
            control.addFile(script, FileTree.PROGRAM_MODE, packaging.resolve(script));
        }
        return control;
    }

    private static byte[] bytes(FileTree tree, String path) throws IOException {
        for (FileTree.Entry entry : tree.entries()) {
            if (entry.path().equals(path)) {
                return bytes(entry.content());
            }
        }
        throw new IllegalStateException("the archive has no " + path);
    }

    private static byte[] bytes(FileTree.Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        copy(content, bytes);
        return bytes.toByteArray();
    }

    private static void copy(FileTree.Content content, OutputStream output) throws IOException {
        switch (content) {
            case FileTree.Content.Folder() -> {}
            case FileTree.Content.LinkTo(_) -> {}
            case FileTree.Content.Made(var bytes) -> output.write(bytes);
            case FileTree.Content.FileOfBuild(var file) -> Files.copy(file, output);
        }
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream output = GzipStreams.of(packed, GzipStreams.SMALLEST)) {
            output.write(bytes);
        }
        return packed.toByteArray();
    }

    /** MD5, since dpkg knows no other; it finds files that were damaged, not forged ones. */
    private static String checksum(FileTree.Content content) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            try (OutputStream output =
                    new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
                copy(content, output);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
