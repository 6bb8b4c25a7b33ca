package sluice.backup;

import java.util.Locale;

/**
 * A file of a store as a backup keeps it.
 *
 * @param part where in the store it belongs
 * @param name its name there
 * @param lengthBytes its length
 * @param checksum the CRC32C of all its bytes
 * @param version hexadecimal digits that tell it from other files of that name
 */
record KeptFile(Part part, String name, long lengthBytes, int checksum, String version) {
    /** The two folders of a store. */
    enum Part {
        /** The folder of the hot store. */
        HOT,
        /** The folder of the store itself. */
        STORE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Part of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    KeptFile {
        if (lengthBytes < 0
                || !name.matches("[A-Za-z0-9][\\w.-]*")
                || !version.matches("[0-9a-f]+")) {
            throw new IllegalArgumentException(
                    "%s has %d bytes and the version \"%s\"".formatted(name, lengthBytes, version));
        }
    }

    /** Its name in the folder of backups. */
    String keptName() {
        return keptName(part, name, version);
    }

    static String keptName(Part part, String name, String version) {
        return "%s-%s.%s".formatted(part.word(), name, version);
    }
}
