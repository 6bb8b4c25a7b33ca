package sluice.client;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Token;

/** Makes channels to one server. Never sends a token, or anything to another machine, in clear. */
final class Connector {
    private static final int MESSAGE_BYTES_MAX = 1 << 30;

    private final ClientOptions options;
    private final ChannelCredentials credentials;
    private final @Nullable Token token;

    Connector(ClientOptions options) {
        this.options = options;
        Path certificates = options.certificates();
        if (certificates == null && !isLoopback(options.host())) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is another machine, to which nothing is sent without TLS; name the PEM file"
                                    .formatted(options.host())
                            + " with the certificates that its server is believed by");
        }
        this.credentials =
                certificates == null ? InsecureChannelCredentials.create() : tls(certificates);
        Path tokenFile = options.tokenFile();
        this.token = tokenFile == null ? null : Token.read(tokenFile);
    }

    /**
     * A thread for one channel at a time; the caller shuts it down.
     *
     * <p>Programs that use this client may have a gRPC of 2023, in which the successors of these
     * two classes are missing. Two returns, as {@code ?:} would name what both extend: a successor.
     */
    @SuppressWarnings("deprecation")
    static EventLoopGroup newLoop() {
        ThreadFactory threads = Thread.ofPlatform().name("client-", 0).daemon().factory();
        if (Epoll.isAvailable()) {
            return new EpollEventLoopGroup(1, threads);
        }
        return new NioEventLoopGroup(1, threads);
    }

    /** A channel that is not connected yet. The caller shuts it down. */
    ManagedChannel newChannel(EventLoopGroup loop) {
        return NettyChannelBuilder.forAddress(options.host(), options.port(), credentials)
                .eventLoopGroup(loop)
                .channelType(
                        Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .directExecutor()
                .disableRetry()
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .build();
    }

    /** What each call shows. */
    Metadata headers() {
        Metadata headers = new Metadata();
        if (token != null) {
            headers.put(Token.HEADER, token.header());
        }
        return headers;
    }

    String address() {
        boolean isV6 = options.host().indexOf(':') >= 0;
        return (isV6 ? "[" + options.host() + "]" : options.host()) + ":" + options.port();
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "no address is known for the host " + host, e);
        }
    }

    private static ChannelCredentials tls(Path certificates) {
        try (InputStream file = Files.newInputStream(certificates)) {
            // The network layer would find out with its first connection only.
            if (CertificateFactory.getInstance("X.509").generateCertificates(file).isEmpty()) {
                throw new CertificateException("no certificate");
            }
            return TlsChannelCredentials.newBuilder().trustManager(certificates.toFile()).build();
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "certificates %s cannot be read; check path and permissions"
                            .formatted(certificates),
                    e);
        } catch (CertificateException e) {
            // Not with its cause, which may quote what the file holds: a key by mistake.
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s holds no certificates; name the PEM file of those that the server is believed by"
                            .formatted(certificates));
        }
    }
}
