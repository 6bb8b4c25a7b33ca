package sluice.servers.mariadb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the programs of MariaDB are.
 *
 * @param server the server itself, {@code mariadbd}
 * @param installer the script that makes a data directory, {@code mariadb-install-db}
 * @param base what the server is told as its {@code basedir}; empty where it knows by itself
 */
public record MariaDbHome(Path server, Path installer, Optional<Path> base) {
    private static final List<String> USUAL =
            List.of("/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin");

    /** Looks on the PATH and in the usual places. */
    public static Optional<MariaDbHome> find() {
        List<String> directories = new ArrayList<>();
        String path = System.getenv("PATH");
        if (path != null) {
            directories.addAll(List.of(path.split(":", -1)));
        }
        directories.addAll(USUAL);
        Optional<Path> server = program(directories, "mariadbd");
        Optional<Path> installer = program(directories, "mariadb-install-db");
        return server.isPresent() && installer.isPresent()
                ? Optional.of(new MariaDbHome(server.get(), installer.get(), Optional.empty()))
                : Optional.empty();
    }

    private static Optional<Path> program(List<String> directories, String name) {
        return directories.stream()
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
