package sluice.server.http;

import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.ChannelPipeline;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpObjectAggregator;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests of HTTP/1.1 at one port. Each connection is admitted first, has five seconds for
 * a request, and is answered one request after the other, each by a virtual thread. Bodies are not
 * taken. The owner closes it.
 */
public final class HttpListener implements AutoCloseable {
    private static final int BACKLOG = 64;
    static final int LINE_BYTES_MAX = 4 << 10;
    static final int HEADERS_BYTES_MAX = 16 << 10;
    private static final int BODY_BYTES_MAX = 1 << 10;
    private static final long STOP_SECONDS = 2;
    private static final long ANSWERS_SECONDS = 12;

    private final EventLoopGroup loops;
    private final Channel listening;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());

    /** Decides which connections are kept. */
    public interface Admission {
        /** Keeps one from {@code remote}; null where it must be closed, else what to run then. */
        @Nullable Runnable admit(InetSocketAddress remote);
    }

    /**
     * Listens at {@code address}.
     *
     * @param loops the threads of the network; closed with this, and where it cannot listen
     * @param channels what accepts in these threads
     * @param tls null for HTTP without it
     * @param answers called by several threads at once
     */
    public HttpListener(
            InetSocketAddress address,
            EventLoopGroup loops,
            Supplier<ServerChannel> channels,
            @Nullable SSLContext tls,
            Admission admission,
            Function<HttpCall, HttpReply> answers)
            throws IOException {
        this.loops = loops;
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(loops)
                        .channelFactory(channels::get)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childOption(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new AdaptiveRecvByteBufAllocator(64, 2_048, HEADERS_BYTES_MAX)
                                        .maxMessagesPerRead(1))
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        begin(channel, tls, admission, answers);
                                    }
                                })
                        .bind(address)
                        .awaitUninterruptibly();
        listening = bound.channel();
        Throwable failure = bound.cause();
        if (failure != null) {
            close();
            throw failure instanceof IOException e ? e : new IOException(failure);
        }
    }

    private void begin(
            SocketChannel channel,
            @Nullable SSLContext tls,
            Admission admission,
            Function<HttpCall, HttpReply> answers) {
        InetSocketAddress remote = channel.remoteAddress();
        Runnable left = remote == null ? null : admission.admit(remote);
        if (left == null) {
            channel.unsafe().closeForcibly();
            return;
        }
        var unused = channel.closeFuture().addListener(_ -> left.run());
        ChannelPipeline pipeline = channel.pipeline();
        if (tls != null) {
            SSLEngine engine = tls.createSSLEngine();
            engine.setUseClientMode(false);
            SslHandler handler = new SslHandler(engine);
            handler.setHandshakeTimeout(HttpConnection.REQUEST_SECONDS, TimeUnit.SECONDS);
            pipeline.addLast(handler);
        }
        pipeline.addLast(new HttpServerCodec(LINE_BYTES_MAX, HEADERS_BYTES_MAX, BODY_BYTES_MAX));
        pipeline.addLast(new HttpObjectAggregator(BODY_BYTES_MAX, true));
        pipeline.addLast(new HttpConnection(answers, threads));
    }

    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @Override
    public void close() {
        listening.close().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
        threads.shutdown();
        try {
            // They read the store, which its owner closes next.
            if (!threads.awaitTermination(ANSWERS_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var ended = loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
        ended.awaitUninterruptibly(STOP_SECONDS + 1, TimeUnit.SECONDS);
    }
}
