package sluice.client;

import io.grpc.Status;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a call did not come through, in one line: what the network layer reports over many, and what
 * to do, where that is known.
 */
final class Reason {
    private static final Pattern UNREACHABLE =
            Pattern.compile("Connection timed out|Network is unreachable|No route to host");

    private static final Pattern CLOSED =
            Pattern.compile("Network closed for unknown reason|Connection reset by peer");

    private Reason() {}

    static String of(Status status) {
        String all = status.getDescription() + "\n" + causes(status.getCause());
        if (all.contains("Connection refused")) {
            return "nobody listens there (connection refused); start the server, or name its host"
                    + " and its port of gRPC";
        }
        Matcher unreachable = UNREACHABLE.matcher(all);
        if (unreachable.find()) {
            return unreachable.group() + "; is a server running there?";
        }
        String certificate = certificate(status.getCause());
        if (certificate != null) {
            return "the server's certificate is not believed: " + certificate;
        }
        if (all.contains("not an SSL/TLS record")) {
            return "what listens there has no TLS; leave the certificates out, or start the server"
                    + " with TLS";
        }
        if (all.contains("First received frame was not SETTINGS")) {
            return "what listens there is no port of gRPC; name that of a Sluice server";
        }
        if (CLOSED.matcher(all).find()) {
            return "the connection was closed from there; where that happens each time, only one side"
                    + " may have TLS: name the certificates by which the server is believed, or"
                    + " leave them out";
        }
        return plain(status);
    }

    private static String plain(Status status) {
        List<String> parts = new ArrayList<>();
        parts.add(status.getCode().toString());
        if (status.getDescription() != null) {
            parts.add(firstLine(status.getDescription()));
        }
        if (status.getCause() != null && status.getCause().getMessage() != null) {
            parts.add(firstLine(status.getCause().getMessage()));
        }
        return String.join(": ", parts);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String causes(@Nullable Throwable first) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = first; each != null; each = each.getCause()) {
            text.append(each.getMessage()).append('\n');
        }
        return text.toString();
    }

    /** What is wrong with a certificate, where that is what is wrong: the innermost cause. */
    private static @Nullable String certificate(@Nullable Throwable first) {
        boolean isOfCertificate = false;
        String last = null;
        for (Throwable each = first; each != null; each = each.getCause()) {
            isOfCertificate |= each instanceof CertificateException;
            last = each.getMessage() == null ? last : firstLine(each.getMessage());
        }
        return isOfCertificate ? last : null;
    }
}
