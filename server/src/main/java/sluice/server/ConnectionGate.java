package sluice.server;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Stands where connections are accepted: closes at once those for which the {@link Budget} has no
 * room, before anything is made for them. Belongs to the thread that accepts.
 */
final class ConnectionGate extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = System.getLogger(ConnectionGate.class.getName());
    private static final long PAUSE_MILLIS = 200;
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Budget budget;
    private final LongSupplier nanoClock;
    private long refused;
    private long toldNanos;

    ConnectionGate(Budget budget, LongSupplier nanoClock) {
        this.budget = budget;
        this.nanoClock = nanoClock;
        this.toldNanos = nanoClock.getAsLong() - QUIET_NANOS;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel accepted = (Channel) message;
        Budget.Connection connection =
                accepted.remoteAddress() instanceof InetSocketAddress remote
                        ? budget.admit(remote, () -> close(accepted))
                        : null;
        if (connection == null) {
            accepted.unsafe().closeForcibly();
            refused++;
            tell(
                    "connections closed count=%d reason=\"too many are open\" open=%d max=%d"
                            .formatted(
                                    refused,
                                    budget.whole().connections().used(),
                                    budget.limits().connections()));
            return;
        }
        var unused = accepted.closeFuture().addListener(_ -> connection.left());
        context.fireChannelRead(message);
    }

    private static void close(Channel channel) {
        var unused = channel.close();
    }

    /** Such as too few file handles, which passes: it is tried again a little later. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        tell("connection not accepted reason=\"%s\"".formatted(cause.getMessage()));
        Channel accepting = context.channel();
        accepting.config().setAutoRead(false);
        var unused =
                context.executor()
                        .schedule(
                                () -> accepting.config().setAutoRead(true),
                                PAUSE_MILLIS,
                                TimeUnit.MILLISECONDS);
    }

    private void tell(String event) {
        long nowNanos = nanoClock.getAsLong();
        if (nowNanos - toldNanos >= QUIET_NANOS) {
            toldNanos = nowNanos;
            refused = 0;
            LOG.log(Level.WARNING, event);
        }
    }
}
