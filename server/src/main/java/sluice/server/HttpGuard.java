package sluice.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.protocol.Token;
import sluice.server.http.HttpCall;

/**
 * Whom the pages are shown to. With a token: who shows it, as "Bearer", or as the password that a
 * browser asks for. Without one: who calls this machine by a name of its own, so that no page of
 * another site can read along under a name that it turned to this address.
 */
final class HttpGuard {
    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String BASIC = "Basic ";

    private final @Nullable Token token;
    private final String ownAddress;

    /** Why somebody is shown nothing. */
    record Refusal(int status, String text) {}

    HttpGuard(@Nullable Token token, InetAddress address) {
        this.token = token;
        String text = address.getHostAddress();
        this.ownAddress = address instanceof Inet6Address ? "[" + text + "]" : text;
    }

    @Nullable Refusal refusal(HttpCall call) {
        String method = call.method();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return new Refusal(405, "nothing can be changed here\n");
        }
        if (call.hosts().size() > 1 || call.authorizations().size() > 1) {
            return new Refusal(400, "the headers Host and Authorization may be there once each\n");
        }
        if (token == null) {
            return isOwnName(first(call.hosts()))
                    ? null
                    : new Refusal(403, "call this server %s\n".formatted(names()));
        }
        String shown = first(call.authorizations());
        return token.isHeader(shown) || isPassword(token, shown)
                ? null
                : new Refusal(401, "show the token: as Bearer, or as password of any user\n");
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.getFirst();
    }

    private boolean isOwnName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
        return OWN_NAMES.contains(name) || name.equals(ownAddress);
    }

    private String names() {
        return OWN_NAMES.contains(ownAddress) ? "localhost or " + ownAddress : ownAddress;
    }

    private static boolean isPassword(Token token, @Nullable String header) {
        if (header == null || !header.startsWith(BASIC)) {
            return false;
        }
        try {
            byte[] pair = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
            for (int index = 0; index < pair.length; index++) {
                if (pair[index] == ':') {
                    return token.isToken(Arrays.copyOfRange(pair, index + 1, pair.length));
                }
            }
            return false;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
