package sluice.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import io.grpc.Metadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * What a client shows so that a server lets it in. It is read from a file that nobody but its owner
 * may read, compared in a time that does not depend on what is guessed, and never printed.
 */
public final class Token {
    /** The metadata in which a call carries it, as "Bearer" and the token. */
    public static final Metadata.Key<String> HEADER =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final String SCHEME = "Bearer ";
    private static final int LENGTH_MIN = 16;
    private static final int LENGTH_MAX = 1024;

    private final String text;

    private Token(String text) {
        this.text = text;
    }

    /** Reads the one line of {@code file}. */
    public static Token read(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!EnumSet.of(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE).containsAll(permissions)) {
                throw wrong(
                        file,
                        "may be read or written by others than its owner",
                        "chmod 600 it, and make a new token if it was seen");
            }
            if (Files.size(file) > LENGTH_MAX + 2) {
                throw wrong(file, "is too long", "let it hold one line of at most 1024 characters");
            }
            return of(file, Files.readString(file, UTF_8).strip());
        } catch (NoSuchFileException e) {
            throw wrong(file, "does not exist", "make one: umask 077; openssl rand -hex 32 > FILE");
        } catch (UnsupportedOperationException e) {
            throw wrong(file, "lies where files have no owner's permissions", "move it");
        } catch (IOException e) {
            throw wrong(file, "cannot be read", "look at its permissions and its characters");
        }
    }

    private static Token of(Path file, String text) {
        boolean isPlain = text.chars().allMatch(letter -> letter > ' ' && letter < 0x7F);
        if (!isPlain || text.length() < LENGTH_MIN || text.length() > LENGTH_MAX) {
            throw wrong(
                    file,
                    "holds no token",
                    "let it hold one line of 16 to 1024 letters, digits and signs without spaces");
        }
        return new Token(text);
    }

    private static SluiceException wrong(Path file, String finding, String advice) {
        return new SluiceException(
                ErrorCode.CONFIG, "token file %s %s; %s".formatted(file, finding, advice));
    }

    /** The value of {@link #HEADER}. */
    public String header() {
        return SCHEME + text;
    }

    /** Whether {@code header}, which may be null, is that of this token. */
    public boolean isHeader(@Nullable String header) {
        return header != null && isSame(header.getBytes(UTF_8), header().getBytes(UTF_8));
    }

    /** Whether {@code presented} is this token itself. */
    public boolean isToken(byte[] presented) {
        return isSame(presented, text.getBytes(UTF_8));
    }

    private static boolean isSame(byte[] presented, byte[] expected) {
        return MessageDigest.isEqual(presented, expected);
    }

    @Override
    public String toString() {
        return "token (not shown)";
    }
}
