package sluice.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import sluice.protocol.Token;

/** Lets only calls in that show the token, whichever service they are for. */
final class TokenGuard implements ServerInterceptor {
    private final @Nullable Token token;

    /** Lets all calls in where there is no {@code token}. */
    TokenGuard(@Nullable Token token) {
        this.token = token;
    }

    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
            ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
        if (token == null || showsToken(token, headers)) {
            Budget.Connection connection = CallShare.CURRENT.get().connection();
            if (connection != null) {
                connection.known();
            }
            return next.startCall(call, headers);
        }
        call.close(
                Status.UNAUTHENTICATED.withDescription(
                        "the call shows no token, or not this server's;"
                                + " send it as metadata: authorization: Bearer TOKEN"),
                new Metadata());
        return new ServerCall.Listener<>() {};
    }

    /** Once: of several, others on the way may have looked at another one. */
    private static boolean showsToken(Token token, Metadata headers) {
        Iterable<String> shown = headers.getAll(Token.HEADER);
        if (shown == null) {
            return false;
        }
        Iterator<String> each = shown.iterator();
        return token.isHeader(each.next()) && !each.hasNext();
    }
}
