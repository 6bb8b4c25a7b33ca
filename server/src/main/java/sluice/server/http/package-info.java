/**
 * HTTP/1.1 for the pages of a server: connections that are admitted, bounded in size and time, and
 * answered one request after the other. It knows nothing of what the pages say.
 *
 * <p>Begin at {@link sluice.server.http.HttpListener}.
 *
 * <p>Called by {@code server} and {@code server.look}.
 */
@NullMarked
package sluice.server.http;

import org.jspecify.annotations.NullMarked;
