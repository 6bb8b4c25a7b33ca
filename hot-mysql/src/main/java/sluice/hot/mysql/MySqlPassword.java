package sluice.hot.mysql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Where passwords come from; nothing here shows one. */
final class MySqlPassword {
    static final String VARIABLE = "SLUICE_MYSQL_PASSWORD";

    private static final Set<PosixFilePermission> OF_OTHERS =
            EnumSet.complementOf(
                    EnumSet.of(
                            PosixFilePermission.OWNER_READ,
                            PosixFilePermission.OWNER_WRITE,
                            PosixFilePermission.OWNER_EXECUTE));

    private MySqlPassword() {}

    /** The password for {@code address}; empty where none is set. */
    static String of(MySqlAddress address, Map<String, String> environment) throws IOException {
        Path file = address.passwordFile();
        if (file == null) {
            return environment.getOrDefault(VARIABLE, "");
        }
        if (!Files.isRegularFile(file)) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "the password file %s is not there".formatted(file));
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
        for (PosixFilePermission permission : mode) {
            if (OF_OTHERS.contains(permission)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "the password file %s has the mode %s, so that others may read it; run: chmod 600 %s"
                                .formatted(file, PosixFilePermissions.toString(mode), file));
            }
        }
        // A byte is a character: whatever the bytes are, no message is made of them.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String line = text.lines().findFirst().orElse("");
        return new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
