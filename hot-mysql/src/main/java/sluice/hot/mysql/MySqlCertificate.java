package sluice.hot.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.sql.SQLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** The certificate that an address names, and what comes of those that servers show. */
final class MySqlCertificate {
    private MySqlCertificate() {}

    /**
     * Refuses a file that holds none: the driver would say so of each connection, and not which.
     */
    static void require(MySqlAddress address) {
        Path file = address.certificate();
        if (file == null) {
            return;
        }
        try (InputStream pem = Files.newInputStream(file)) {
            if (CertificateFactory.getInstance("X.509").generateCertificates(pem).isEmpty()) {
                throw new CertificateException("it is empty");
            }
        } catch (IOException | CertificateException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the file %s has no certificate in PEM (%s); name that of the server, or of its signer: certificate=FILE"
                            .formatted(file, e),
                    e);
        }
    }

    /** The failure of a connection whose server has shown a certificate that is not believed. */
    static @Nullable SluiceException disbelieved(MySqlAddress address, SQLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLHandshakeException
                    && cause.getCause() instanceof CertificateException reason) {
                return new SluiceException(
                        ErrorCode.CONFIG,
                        "%s: the server's certificate is not believed, or is of another host; name it, or its signer's, in the address: certificate=FILE (%s)"
                                .formatted(address, reason.getMessage()),
                        failure);
            }
        }
        return null;
    }
}
