package sluice.storage;

/**
 * The rule for names in a flat directory. A name that breaks it is a mistake of ours, not of the
 * disk.
 */
final class FileName {
    private FileName() {}

    /** Returns {@code name}, or throws where it is empty or could lead out of the directory. */
    static String checked(String name) {
        boolean wrong =
                name.isEmpty()
                        || name.equals(".")
                        || name.equals("..")
                        || name.indexOf('/') >= 0
                        || name.indexOf('\\') >= 0
                        || name.indexOf('\0') >= 0;
        if (wrong) {
            throw new IllegalArgumentException(
                    "\"%s\" is not the name of a file in one directory".formatted(name));
        }
        return name;
    }
}
