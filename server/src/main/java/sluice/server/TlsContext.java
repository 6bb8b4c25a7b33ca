package sluice.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** TLS of gRPC and HTTP, from PEM files. */
final class TlsContext {
    private static final List<String> KEY_KINDS = List.of("EC", "RSA", "Ed25519");
    private static final Set<PosixFilePermission> ALLOWED =
            PosixFilePermissions.fromString("rwxr-x---");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private TlsContext() {}

    /** For HTTP. */
    static SSLContext of(PemFiles files) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(files), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    /** What shows the server's certificate, and proves that it is its own. */
    static KeyManager[] keyManagers(PemFiles files) {
        try {
            refuseKeyThatIsKnown(files.key());
            char[] password = {};
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            PrivateKey key = key(files.key());
            Certificate[] certificates = certificates(files.certificate());
            refuseKeyOfAnother(files, key, certificates);
            store.setKeyEntry("server", key, password, certificates);
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, password);
            return keys.getKeyManagers();
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s cannot be read; check path and permissions".formatted(e.getFile()));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            // Not the cause's message: it may quote the key.
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "certificate %s and key %s cannot be used; expected PEM, the key as PKCS #8"
                                    .formatted(files.certificate(), files.key())
                            + " without a password: openssl pkcs8 -topk8 -nocrypt");
        }
    }

    /** A group may read it, such as that of all servers of a machine. */
    private static void refuseKeyThatIsKnown(Path key) throws IOException {
        Set<PosixFilePermission> permissions;
        try {
            permissions = Files.getPosixFilePermissions(key);
        } catch (UnsupportedOperationException e) {
            // The files of this system have no such permissions.
            return;
        }
        if (!ALLOWED.containsAll(permissions)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    ("the key %s has permissions %s: others than its owner and its group may read it,"
                                    + " or others than its owner may write it; chmod 600 it, and make"
                                    + " a new key if it was seen")
                            .formatted(key, PosixFilePermissions.toString(permissions)));
        }
    }

    private static Certificate[] certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream stream = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(stream)
                    .toArray(new Certificate[0]);
        }
    }

    /** Else the server would start, and every connection to it fail. */
    private static void refuseKeyOfAnother(
            PemFiles files, PrivateKey key, Certificate[] certificates)
            throws GeneralSecurityException {
        if (certificates.length == 0) {
            throw new GeneralSecurityException("no certificate");
        }
        byte[] said = files.certificate().toString().getBytes(UTF_8);
        Signature signing = Signature.getInstance(signatureKind(key));
        signing.initSign(key);
        signing.update(said);
        byte[] signed = signing.sign();
        PublicKey shown = certificates[0].getPublicKey();
        boolean isOfIt = shown.getAlgorithm().equals(key.getAlgorithm());
        if (isOfIt) {
            signing.initVerify(shown);
            signing.update(said);
            isOfIt = isVerified(signing, signed);
        }
        if (!isOfIt) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the key %s is not that of the certificate %s; name the key that was made with it, the server's own certificate first in its file"
                            .formatted(files.key(), files.certificate()));
        }
    }

    private static String signatureKind(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> "EdDSA";
        };
    }

    private static boolean isVerified(Signature signing, byte[] signed) {
        try {
            return signing.verify(signed);
        } catch (SignatureException e) {
            // Of another length or curve: not of this key.
            return false;
        }
    }

    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, US_ASCII);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException("no private key");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(bytes);
        for (String kind : KEY_KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // A key of another kind: the next one is tried.
                continue;
            }
        }
        throw new GeneralSecurityException("a key of an unknown kind");
    }
}
