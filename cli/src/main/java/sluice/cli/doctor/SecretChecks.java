package sluice.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sluice.model.SluiceException;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;

/** Checks of who may come in: certificate, key, token. */
final class SecretChecks {
    private static final Duration SOON = Duration.ofDays(30);

    private final Host host;
    private final Diagnosis diagnosis;

    SecretChecks(Host host, Diagnosis diagnosis) {
        this.host = host;
        this.diagnosis = diagnosis;
    }

    void run(ServerSettings settings) throws IOException {
        Optional<Path> certificate = settings.file("--tls-certificate");
        Optional<Path> key = settings.file("--tls-key");
        Optional<Path> token = settings.file("--token-file");
        boolean isOpen = !isLoopback(settings.host());
        if (isOpen && (certificate.isEmpty() || token.isEmpty())) {
            diagnosis.fault(
                    "access",
                    "%s can be reached from other machines, without %s"
                            .formatted(settings.host(), certificate.isEmpty() ? "TLS" : "a token"),
                    "set tls-certificate, tls-key and token-file, or host to 127.0.0.1");
        } else {
            diagnosis.good("access", isOpen ? "by TLS and token" : "this machine alone");
        }
        if (certificate.isPresent() != key.isPresent()) {
            diagnosis.fault(
                    "tls-key",
                    "TLS requires a certificate and its key, and only one of them is named",
                    "set both tls-certificate and tls-key");
        } else if (certificate.isPresent() && key.isPresent()) {
            tls(certificate.get(), key.get(), settings.host());
        }
        if (token.isPresent()) {
            accepted("token-file", ServerOptions.LOCAL.secured(null, null, token.get()));
        }
    }

    private static boolean isLoopback(String host) throws IOException {
        return InetAddress.getByName(host).isLoopbackAddress();
    }

    /** As the server would at its start. */
    private void accepted(String name, ServerOptions options) {
        try {
            SluiceServer.check(options);
            diagnosis.good(name, "the server accepts it");
        } catch (SluiceException e) {
            diagnosis.fault(name, e);
        }
    }

    private void tls(Path file, Path key, String address) throws IOException {
        X509Certificate certificate;
        try (InputStream stream = Files.newInputStream(file)) {
            // The first one is the server's own.
            certificate =
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509").generateCertificate(stream);
        } catch (IOException | CertificateException e) {
            diagnosis.fault(
                    "certificate",
                    "%s holds no certificate that can be read".formatted(file),
                    "name a PEM file that this user may read");
            return;
        }
        diagnosis.good("certificate", certificate.getSubjectX500Principal().getName());
        accepted("tls-key", ServerOptions.LOCAL.secured(file, key, null));
        expiry(file, certificate);
        names(file, certificate, address);
    }

    private void expiry(Path file, X509Certificate certificate) {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        String renew = "get a new certificate, then restart the server";
        if (until.isBefore(host.now())) {
            diagnosis.fault("certificate-expiry", "%s expired at %s".formatted(file, until), renew);
        } else if (from.isAfter(host.now())) {
            diagnosis.fault(
                    "certificate-expiry",
                    "%s is valid from %s, and the clock shows %s".formatted(file, from, host.now()),
                    "set the clock, or wait");
        } else if (until.isBefore(host.now().plus(SOON))) {
            diagnosis.warning(
                    "certificate-expiry", "%s expires at %s".formatted(file, until), renew);
        } else {
            diagnosis.good("certificate-expiry", "valid until " + until);
        }
    }

    /** The name of this machine, or {@code otherwise} where its name leads to no address. */
    private static String machineName(String otherwise) {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return otherwise;
        }
    }

    private void names(Path file, X509Certificate certificate, String address) throws IOException {
        Collection<List<?>> names;
        try {
            names = certificate.getSubjectAlternativeNames();
        } catch (CertificateException e) {
            names = List.of();
        }
        List<String> texts =
                names == null
                        ? List.of()
                        : names.stream().map(name -> String.valueOf(name.get(1))).toList();
        InetAddress bound = InetAddress.getByName(address);
        String machine = machineName(address);
        boolean isNamed =
                texts.stream()
                        .anyMatch(
                                name ->
                                        name.equals(bound.getHostAddress())
                                                || isOf(name, address)
                                                || isOf(name, machine)
                                                || (bound.isLoopbackAddress()
                                                        && name.equals("localhost")));
        if (isNamed) {
            diagnosis.good("certificate-host", String.join(", ", texts));
        } else {
            diagnosis.warning(
                    "certificate-host",
                    "%s is for %s, not for %s or %s"
                            .formatted(
                                    file,
                                    texts.isEmpty() ? "no host" : String.join(", ", texts),
                                    machine,
                                    address),
                    "clients must use a name of the certificate; else get one with the name that"
                            + " they use as subjectAltName");
        }
    }

    private static boolean isOf(String name, String machine) {
        String host = machine.toLowerCase(Locale.ROOT);
        String pattern = name.toLowerCase(Locale.ROOT);
        int dot = host.indexOf('.');
        return host.equals(pattern)
                || (pattern.startsWith("*.") && dot > 0 && host.endsWith(pattern.substring(1)));
    }
}
