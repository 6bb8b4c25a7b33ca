package sluice.storage.hadoop;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;
import sluice.model.apart.OwnLoader;

/** Failures of Hadoop in words for users; Hadoop's own text is long, and kept as the cause. */
final class HadoopErrors {
    private static final int CAUSES_MAX = 20;

    private HadoopErrors() {}

    /** A call of Hadoop. */
    interface Call<T> {
        T make() throws IOException;
    }

    static <T> T call(String address, String action, Call<T> call) throws IOException {
        try (OwnLoader _ = new OwnLoader(HadoopErrors.class)) {
            return call.make();
        } catch (IOException | IllegalArgumentException e) {
            throw of(address, action, e);
        }
    }

    /** The failure to throw: one that passes, or a {@link SluiceException} where none does. */
    private static IOException of(String address, String action, Exception failure) {
        if (failure instanceof FileAlreadyExistsException) {
            return (IOException) failure;
        }
        if (find(failure, NoAuthWithAWSException.class) != null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    address
                            + ": no credentials were found; set AWS_ACCESS_KEY_ID and"
                            + " AWS_SECRET_ACCESS_KEY, or name a provider of credentials in"
                            + " core-site.xml",
                    failure);
        }
        if (find(failure, UnknownStoreException.class) != null) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the bucket does not exist; check its name and the endpoint"
                            .formatted(address),
                    failure);
        }
        if (find(failure, AccessDeniedException.class) != null
                || find(failure, AccessControlException.class) != null) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: no permission to %s; check the credentials and what they allow"
                            .formatted(address, action),
                    failure);
        }
        String away = away(failure);
        if (away != null) {
            return new UnreachableException(
                    "%s: the storage does not answer (%s); check the address, or repeat the command once it runs"
                            .formatted(address, away),
                    failure);
        }
        if (failure instanceof IllegalArgumentException) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: not an address that the storage takes: %s"
                            .formatted(address, failure.getMessage()),
                    failure);
        }
        return new IOException(
                "%s: cannot %s: %s".formatted(address, action, firstLine(failure)), failure);
    }

    private static @Nullable String away(Throwable failure) {
        if (find(failure, ConnectException.class) != null) {
            return "connection refused";
        }
        if (find(failure, UnknownHostException.class) != null) {
            return "no host has its name";
        }
        if (find(failure, SocketTimeoutException.class) != null
                || find(failure, NoRouteToHostException.class) != null) {
            return "no route, or no answer in time";
        }
        return null;
    }

    private static String firstLine(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < CAUSES_MAX; depth++) {
            if (kind.isInstance(at)) {
                return kind.cast(at);
            }
            at = at.getCause();
        }
        return null;
    }
}
