package sluice.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of HTTP, without the body.
 *
 * @param path decoded
 * @param query what follows the question mark, as it came; null without one
 * @param hosts the values of all headers {@code Host}
 * @param authorizations the values of all headers {@code Authorization}
 */
public record HttpCall(
        String method,
        String path,
        @Nullable String query,
        List<String> hosts,
        List<String> authorizations) {

    public HttpCall {
        hosts = List.copyOf(hosts);
        authorizations = List.copyOf(authorizations);
    }
}
