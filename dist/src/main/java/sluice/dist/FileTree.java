package sluice.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a package before it is written: paths without a leading slash, what each path holds,
 * and what users may do with it.
 *
 * <p>Entries are in the order of their paths, so that a folder comes before its files. Folders are
 * added with the first file below them.
 */
final class FileTree {
    static final int FOLDER_MODE = 0755;
    static final int PROGRAM_MODE = 0755;
    static final int FILE_MODE = 0644;

    private final TreeMap<String, Entry> entries = new TreeMap<>();

    /** The content of a path. */
    sealed interface Content {
        /** A folder. */
        record Folder() implements Content {}

        /** The bytes of a file of the build. */
        record FileOfBuild(Path file) implements Content {}

        /** Bytes that were made for the package. */
        record Made(byte[] bytes) implements Content {}

        /** A symbolic link. */
        record LinkTo(String target) implements Content {}
    }

    /** One path of a package: {@code mode} is as in {@code chmod}. */
    record Entry(String path, int mode, Content content) {}

    Collection<Entry> entries() {
        return entries.values();
    }

    void addFolder(String path) {
        add(new Entry(path, FOLDER_MODE, new Content.Folder()));
    }

    void addText(String path, int mode, String text) {
        addBytes(path, mode, text.getBytes(StandardCharsets.UTF_8));
    }

    void addBytes(String path, int mode, byte[] bytes) {
        add(new Entry(path, mode, new Content.Made(bytes)));
    }

    void addFile(String path, int mode, Path file) {
        add(new Entry(path, mode, new Content.FileOfBuild(file)));
    }

    void addLink(String path, String target) {
        add(new Entry(path, 0777, new Content.LinkTo(target)));
    }

    /**
     * Adds all that is below the folder {@code from}. A file keeps only its right to be run: the
     * others depend on the user that builds.
     */
    void addAll(String path, Path from) throws IOException {
        List<Path> found;
        try (Stream<Path> walk = Files.walk(from)) {
            found = walk.filter(file -> !file.equals(from)).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : found) {
            String name = path + "/" + from.relativize(file).toString().replace('\\', '/');
            if (Files.isSymbolicLink(file)) {
                addLink(name, Files.readSymbolicLink(file).toString());
            } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                addFolder(name);
            } else {
                addFile(name, Files.isExecutable(file) ? PROGRAM_MODE : FILE_MODE, file);
            }
        }
    }

    /** Adds all entries of {@code other} below {@code path}, but those below {@code without}. */
    void addTree(String path, FileTree other, Collection<String> without) {
        for (Entry entry : other.entries()) {
            boolean isLeftOut =
                    without.stream()
                            .anyMatch(
                                    left ->
                                            entry.path().equals(left)
                                                    || entry.path().startsWith(left + "/"));
            if (!isLeftOut) {
                add(new Entry(path + "/" + entry.path(), entry.mode(), entry.content()));
            }
        }
    }

    private void add(Entry entry) {
        int slash = entry.path().lastIndexOf('/');
        if (slash > 0 && !entries.containsKey(entry.path().substring(0, slash))) {
            addFolder(entry.path().substring(0, slash));
        }
        Entry before = entries.put(entry.path(), entry);
        if (before != null && !(entry.content() instanceof Content.Folder)) {
            throw new IllegalStateException("two files of a package have the path " + entry.path());
        }
    }

    static long lengthBytes(Content content) throws IOException {
        return switch (content) {
            case Content.Folder() -> 0;
            case Content.LinkTo(_) -> 0;
            case Content.Made(var bytes) -> bytes.length;
            case Content.FileOfBuild(var file) -> Files.size(file);
        };
    }

    /** The bytes of all files. */
    long lengthBytes() throws IOException {
        long sum = 0;
        for (Entry entry : entries()) {
            sum += lengthBytes(entry.content());
        }
        return sum;
    }
}
