package sluice.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where each file is in the archive.
 *
 * <pre>{@code
 * bin/sluice     the launcher
 * lib/           jars, options of Java, the script that trains Java
 * runtime/       Java
 * man/man1/      the manual
 * completion/    for bash and zsh
 * docs/          the pages, with README.md above them
 * examples/      programs that ask a server
 * python/        the Python package, for pip
 * LICENSE NOTICE bom.json
 * }</pre>
 */
final class ArchiveTree {
    private static final String LAUNCHER = "cli/src/main/launcher";

    private ArchiveTree() {}

    static FileTree of(Parts parts) throws IOException {
        Path project = parts.project();
        FileTree tree = new FileTree();
        tree.addFile("bin/sluice", FileTree.PROGRAM_MODE, project.resolve("sluice"));
        for (String name : List.of("java.options", "serving.options", "train.sh")) {
            Path file = project.resolve(LAUNCHER).resolve(name);
            tree.addFile("lib/" + name, FileTree.FILE_MODE, file);
        }
        for (Path jar : Jars.in(parts.jars())) {
            tree.addFile("lib/" + jar.getFileName(), FileTree.FILE_MODE, jar);
        }
        tree.addAll("runtime", parts.java().home());
        tree.addAll("man/man1", parts.manual());
        tree.addText("completion/sluice.bash", FileTree.FILE_MODE, parts.completion());
        tree.addText("completion/_sluice", FileTree.FILE_MODE, forZsh(parts.completion()));
        for (String name : List.of("LICENSE", "NOTICE", "README.md")) {
            tree.addFile(name, FileTree.FILE_MODE, project.resolve(name));
        }
        if (parts.bill().length > 0) {
            tree.addBytes("bom.json", FileTree.FILE_MODE, parts.bill());
        }
        addPages(tree, project, "docs");
        addPages(tree, project, "docs/decisions");
        addPages(tree, project, "docs/history");
        addSources(tree, project, "examples");
        tree.addBytes(
                "python/sluice_client-%s.tar.gz".formatted(parts.version()),
                FileTree.FILE_MODE,
                pythonPackage(project, parts.version()));
        return tree;
    }

    /**
     * A file that zsh finds by its name in its list of folders, and calls as a function: the first
     * call defines the function of the script in its place, and asks that.
     */
    private static String forZsh(String completion) {
        return "#compdef sluice\n" + completion + "_bash_complete -o default -F _sluice\n";
    }

    private static void addPages(FileTree tree, Path project, String folder) throws IOException {
        for (Path file : filesOf(project.resolve(folder))) {
            String name = file.getFileName().toString();
            if (name.endsWith(".md") || name.endsWith(".svg")) {
                tree.addFile(folder + "/" + name, FileTree.FILE_MODE, file);
            }
        }
    }

    /** Adds what is below {@code folder} but what builds left. */
    private static void addSources(FileTree tree, Path project, String folder) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(project.resolve(folder))) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                boolean isBuilt =
                        name.equals("target")
                                || name.startsWith(".")
                                || name.equals("__pycache__")
                                || (folder.equals("examples/python") && Files.isDirectory(entry));
                if (isBuilt) {
                    continue;
                }
                if (Files.isDirectory(entry)) {
                    addSources(tree, project, folder + "/" + name);
                } else {
                    tree.addFile(folder + "/" + name, FileTree.FILE_MODE, entry);
                }
            }
        }
    }

    /** The Python package as pip takes it: its sources with the contract that it speaks. */
    private static byte[] pythonPackage(Path project, String version) throws IOException {
        Path python = project.resolve("python");
        FileTree tree = new FileTree();
        for (String name : List.of("README.md", "pyproject.toml", "hatch_build.py")) {
            tree.addFile(name, FileTree.FILE_MODE, python.resolve(name));
        }
        for (Path file : filesOf(python.resolve("src/sluice"))) {
            tree.addFile("src/sluice/" + file.getFileName(), FileTree.FILE_MODE, file);
        }
        String contract = "sluice/v1/sluice.proto";
        tree.addFile(
                "protobuf/" + contract,
                FileTree.FILE_MODE,
                project.resolve("protocol/src/main/protobuf").resolve(contract));
        tree.addFile("LICENSE", FileTree.FILE_MODE, project.resolve("LICENSE"));
        tree.addText(
                "PKG-INFO",
                FileTree.FILE_MODE,
                "Metadata-Version: 2.1\nName: sluice-client\nVersion: %s\n".formatted(version));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarWriter tar =
                new TarWriter(
                        GzipStreams.of(bytes, GzipStreams.SMALLEST), TarWriter.TIME_SECONDS)) {
            tar.write("sluice_client-%s/".formatted(version), tree);
        }
        return bytes.toByteArray();
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(folder, Files::isRegularFile)) {
            entries.forEach(files::add);
        }
        Collections.sort(files);
        return files;
    }
}
