package sluice.server.http;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.SimpleChannelInboundHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.ChannelInputShutdownEvent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.grpc.netty.shaded.io.netty.handler.codec.http.TooLongHttpLineException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection of HTTP: a request is read, answered, and only then the next one is read. It is
 * closed where a request, or the taking of an answer, lasts too long. Belongs to the thread of its
 * network, but for the making of answers.
 */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
    /** From the end of the last answer, or the beginning, to the end of a request. */
    static final int REQUEST_SECONDS = 5;

    private static final Logger LOG = System.getLogger(HttpConnection.class.getName());
    private static final int ANSWER_SECONDS = 30;

    private static final HttpReply NO_REQUEST =
            HttpReply.ofText(400, "this is not a request of HTTP/1.1\n");
    private static final HttpReply LINE_TOO_LONG =
            HttpReply.ofText(
                    414,
                    "the address has more than %d bytes; ask for what it names through gRPC\n"
                            .formatted(HttpListener.LINE_BYTES_MAX));
    private static final HttpReply HEADERS_TOO_LONG =
            HttpReply.ofText(
                    431,
                    "the headers have more than %d bytes\n"
                            .formatted(HttpListener.HEADERS_BYTES_MAX));

    private final Function<HttpCall, HttpReply> answers;
    private final Executor threads;

    /** Requests that came with the one that is answered; as many as fit one read. */
    private final Queue<Asked> waiting = new ArrayDeque<>();

    private boolean isAnswering;

    /** Whether the client has said that it sends no more; it may still read. */
    private boolean isHalfClosed;

    private @Nullable Future<?> patience;

    /** A request, or the answer where it cannot be understood. */
    private record Asked(@Nullable HttpCall call, HttpReply refusal, boolean goesOn) {}

    HttpConnection(Function<HttpCall, HttpReply> answers, Executor threads) {
        this.answers = answers;
        this.threads = threads;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        closeAfter(context, REQUEST_SECONDS);
    }

    /** Answers the next request, which may be here already, as the last one is answered. */
    private void goOn(ChannelHandlerContext context) {
        Asked next = waiting.poll();
        isAnswering = next != null;
        if (next != null) {
            answer(context, next);
        } else if (isHalfClosed) {
            close(context);
        } else {
            closeAfter(context, REQUEST_SECONDS);
            context.channel().config().setAutoRead(true);
        }
    }

    private void closeAfter(ChannelHandlerContext context, int seconds) {
        stopWaiting();
        patience = context.executor().schedule(() -> close(context), seconds, TimeUnit.SECONDS);
    }

    private void stopWaiting() {
        if (patience != null) {
            patience.cancel(false);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        HttpCall call = request.decoderResult().isSuccess() ? call(request) : null;
        HttpReply refusal = refusal(request.decoderResult().cause());
        Asked asked = new Asked(call, refusal, call != null && HttpUtil.isKeepAlive(request));
        if (isAnswering) {
            waiting.add(asked);
            return;
        }
        isAnswering = true;
        context.channel().config().setAutoRead(false);
        stopWaiting();
        answer(context, asked);
    }

    private void answer(ChannelHandlerContext context, Asked asked) {
        HttpCall call = asked.call();
        if (call == null) {
            write(context, asked.refusal(), false);
            return;
        }
        try {
            threads.execute(
                    () -> {
                        HttpReply reply = reply(call);
                        context.executor().execute(() -> write(context, reply, asked.goesOn()));
                    });
        } catch (RejectedExecutionException stopped) {
            close(context);
        }
    }

    private static HttpReply refusal(@Nullable Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> LINE_TOO_LONG;
            case TooLongHttpHeaderException _ -> HEADERS_TOO_LONG;
            case null, default -> NO_REQUEST;
        };
    }

    private static @Nullable HttpCall call(FullHttpRequest request) {
        try {
            URI target = new URI(request.uri());
            String path = target.getPath();
            return path == null
                    ? null
                    : new HttpCall(
                            request.method().name(),
                            path,
                            target.getRawQuery(),
                            request.headers().getAll(HttpHeaderNames.HOST),
                            request.headers().getAll(HttpHeaderNames.AUTHORIZATION));
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private HttpReply reply(HttpCall call) {
        try {
            return answers.apply(call);
        } catch (Throwable e) {
            // Without an answer nobody would close the connection: its timer is off.
            LOG.log(Level.ERROR, "page failed path=" + call.path(), e);
            return HttpReply.ofText(500, "a fault of the server; its log has more\n");
        }
    }

    private void write(ChannelHandlerContext context, HttpReply reply, boolean goesOn) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        HttpResponseStatus.valueOf(reply.status()),
                        Unpooled.wrappedBuffer(reply.body()));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, reply.type());
        reply.headers().forEach((name, value) -> response.headers().set(name, value));
        HttpUtil.setContentLength(response, reply.body().length);
        HttpUtil.setKeepAlive(response, goesOn);
        closeAfter(context, ANSWER_SECONDS);
        var unused =
                context.writeAndFlush(response)
                        .addListener(
                                written -> {
                                    if (goesOn && written.isSuccess()) {
                                        goOn(context);
                                    } else {
                                        close(context);
                                    }
                                });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            isHalfClosed = true;
            if (!isAnswering) {
                close(context);
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopWaiting();
    }

    /** A client that went away, sent no TLS, or broke off. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        close(context);
    }

    private static void close(ChannelHandlerContext context) {
        var unused = context.close();
    }
}
