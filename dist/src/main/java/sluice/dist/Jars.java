package sluice.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Copies the jars of the command and leaves native libraries of other systems out: those of RocksDB
 * alone would be 85 MB of the archive.
 */
final class Jars {
    private Jars() {}

    /** Copies all jars of {@code from} into {@code to}; returns the names of those that changed. */
    static TreeSet<String> copy(Path from, Path to, Platform platform) throws IOException {
        Files.createDirectories(to);
        TreeSet<String> changed = new TreeSet<>();
        for (Path jar : in(from)) {
            Path copy = to.resolve(jar.getFileName());
            if (holdsOthers(jar, platform)) {
                copyWithout(jar, copy, platform);
                changed.add(jar.getFileName().toString());
            } else {
                Files.copy(jar, copy);
            }
        }
        return changed;
    }

    /** The jars of a folder, in order. */
    static List<Path> in(Path folder) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            files.forEach(jars::add);
        }
        Collections.sort(jars);
        return jars;
    }

    private static boolean holdsOthers(Path jar, Platform platform) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().anyMatch(entry -> platform.isForOthers(entry.getName()));
        }
    }

    private static void copyWithout(Path from, Path to, Platform platform) throws IOException {
        try (JarFile jar = new JarFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                JarOutputStream copy = new JarOutputStream(file)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (platform.isForOthers(entry.getName())) {
                    continue;
                }
                ZipEntry copied = new ZipEntry(entry.getName());
                // In local time on both sides, so that no time zone is part of the bytes.
                copied.setTimeLocal(entry.getTimeLocal());
                copy.putNextEntry(copied);
                try (InputStream bytes = jar.getInputStream(entry)) {
                    bytes.transferTo(copy);
                }
                copy.closeEntry();
            }
        }
    }
}
