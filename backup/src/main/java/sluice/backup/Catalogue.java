package sluice.backup;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.load.files.CheckedLines;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * One backup: which files a store had at one moment, and under which names the folder keeps them.
 *
 * @param number counts the backups of a folder from 1
 * @param time when it was begun
 * @param store where the store was, for people
 * @param files the files, those of the hot store first
 */
record Catalogue(int number, Instant time, String store, List<KeptFile> files) {
    static final String PREFIX = "backup-";

    private static final String FORMAT = "sluice backup 1";
    private static final String TIME = "time ";
    private static final String STORE = "store ";
    private static final String FILE = "file ";
    private static final int FIELDS = 5;
    private static final int HEX = 16;

    Catalogue {
        files = List.copyOf(files);
    }

    /** The name of the catalogue of the backup {@code number}. */
    static String name(int number) {
        return PREFIX + "%06d".formatted(number);
    }

    /** The number of the catalogue {@code name}; empty if it is another file. */
    static Optional<Integer> number(String name) {
        return name.matches(PREFIX + "\\d{6,9}")
                ? Optional.of(Integer.parseInt(name.substring(PREFIX.length())))
                : Optional.empty();
    }

    /** How many bytes a store has that is restored from it. */
    long lengthBytes() {
        return files.stream().mapToLong(KeptFile::lengthBytes).sum();
    }

    /** The files by the names under which the folder keeps them. */
    Map<String, KeptFile> byKeptName() {
        Map<String, KeptFile> kept = new HashMap<>();
        files.forEach(file -> kept.put(file.keptName(), file));
        return kept;
    }

    /** Makes this the folder's backup of its number, durably. */
    void publish(Storage folder) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(FORMAT);
        lines.add(TIME + time);
        lines.add(STORE + store.replaceAll("\\R", " "));
        for (KeptFile file : files) {
            lines.add(
                    FILE
                            + "%s %d %08x %s"
                                    .formatted(
                                            file.part().word(),
                                            file.lengthBytes(),
                                            file.checksum(),
                                            file.name() + " " + file.version()));
        }
        CheckedLines.publish(folder, name(number), lines);
    }

    /** Reads the catalogue of the backup {@code number}, which must be there. */
    static Catalogue read(Storage folder, int number) throws IOException {
        String name = name(number);
        List<String> lines =
                CheckedLines.read(folder, name)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "%s has no backup %d"
                                                        .formatted(folder.location(), number)));
        if (!lines.getFirst().equals(FORMAT)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s of %s begins with \"%s\", not \"%s\": install a newer sluice"
                            .formatted(name, folder.location(), lines.getFirst(), FORMAT));
        }
        try {
            Instant time = Instant.parse(lines.get(1).substring(TIME.length()));
            String store = lines.get(2).substring(STORE.length());
            List<KeptFile> files = new ArrayList<>();
            for (String line : lines.subList(3, lines.size())) {
                files.add(file(line.substring(FILE.length())));
            }
            return new Catalogue(number, time, store, files);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | DateTimeParseException e) {
            CorruptFileException failure =
                    new CorruptFileException(
                            name, 0, "it cannot be understood", "use another backup of the folder");
            failure.initCause(e);
            throw failure;
        }
    }

    private static KeptFile file(String line) {
        String[] fields = line.split(" ", FIELDS);
        return new KeptFile(
                KeptFile.Part.of(fields[0]),
                fields[3],
                Long.parseLong(fields[1]),
                Integer.parseUnsignedInt(fields[2], HEX),
                fields[4]);
    }
}
