package sluice.cli.logs;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps clients that do wrong or go away out of the log of the network layer: that is no news. */
public final class NetworkLogs {
    /** Warns, with a stack trace, of each client that went away before its answer. */
    private static final Logger CALLS =
            Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");

    /** Tells, with a stack trace, of each connection of somebody who does not speak gRPC. */
    private static final Logger CONNECTIONS =
            Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerTransport");

    /** Warns, with a stack trace, of each message that is refused for its size. */
    private static final Logger STREAMS =
            Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerStream");

    private NetworkLogs() {}

    /** Does so in this process, for as long as this class is there. */
    public static void leaveOut() {
        CALLS.setLevel(Level.SEVERE);
        CONNECTIONS.setLevel(Level.WARNING);
        STREAMS.setLevel(Level.SEVERE);
    }
}
