package sluice.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/**
 * What is answered to a request of HTTP. The caller must not change the body later.
 *
 * @param type of the body, as the header {@code Content-Type}
 * @param headers further ones
 */
@SuppressWarnings("ArrayRecordComponent")
public record HttpReply(int status, String type, byte[] body, Map<String, String> headers) {
    private static final String TEXT = "text/plain; charset=utf-8";

    public HttpReply {
        headers = Map.copyOf(headers);
    }

    /** A line of text, without further headers. */
    public static HttpReply ofText(int status, String text) {
        return new HttpReply(status, TEXT, text.getBytes(UTF_8), Map.of());
    }
}
