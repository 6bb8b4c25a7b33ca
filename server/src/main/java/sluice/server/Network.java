package sluice.server;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The threads of a server's network, with a gate where it accepts. The owner closes it. */
final class Network implements AutoCloseable {
    /**
     * What is read of one connection before the others of its thread have their turn. A client that
     * sends many small frames would hold them up for as long as all that has come takes to be
     * understood, which the usual 16 times this much makes many milliseconds.
     */
    private static final int TURN_BYTES_MAX = 16 << 10;

    private final EventLoopGroup accepting = group("accept", 1);
    private final EventLoopGroup working =
            group("network", 2 * Runtime.getRuntime().availableProcessors());
    private final ByteBufAllocator buffers = new NetworkBuffers();
    private final Budget budget;
    private final LongSupplier nanoClock;

    Network(Budget budget, LongSupplier nanoClock) {
        this.budget = budget;
        this.nanoClock = nanoClock;
    }

    /** Threads of a network, which their owner shuts down. */
    static EventLoopGroup group(String name, int threads) {
        IoHandlerFactory handlers =
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(name, true), handlers);
    }

    NettyServerBuilder under(NettyServerBuilder server) {
        return server.bossEventLoopGroup(accepting)
                .workerEventLoopGroup(working)
                .withChildOption(ChannelOption.ALLOCATOR, buffers)
                .withChildOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(64, 2_048, TURN_BYTES_MAX)
                                .maxMessagesPerRead(1))
                .channelFactory(this::gated);
    }

    /** What accepts connections in the threads of {@link #group}. */
    static ServerChannel listening() {
        return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    private ServerChannel gated() {
        ServerChannel channel = listening();
        ((Channel) channel).pipeline().addLast(new ConnectionGate(budget, nanoClock));
        return channel;
    }

    @Override
    public void close() {
        var accepts = accepting.shutdownGracefully(0, 2, TimeUnit.SECONDS);
        var works = working.shutdownGracefully(0, 2, TimeUnit.SECONDS);
        accepts.awaitUninterruptibly(3, TimeUnit.SECONDS);
        works.awaitUninterruptibly(3, TimeUnit.SECONDS);
    }
}
