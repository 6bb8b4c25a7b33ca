package sluice.client;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.model.names.Names;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** A store behind a server, a client of it, and a plain channel. Closes all of them. */
final class Served implements AutoCloseable {
    static final ServerOptions ANY_PORT =
            ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);

    /** Longer than any pause of a machine that has other work. */
    static final Duration LONG = Duration.ofMinutes(2);

    /** A server that would wait for an hour for whatever keeps a stop from its end. */
    static final ServerOptions PATIENT =
            new ServerOptions(
                    ANY_PORT.host(),
                    ANY_PORT.port(),
                    ANY_PORT.httpPort(),
                    null,
                    null,
                    null,
                    ANY_PORT.readThreads(),
                    ANY_PORT.writeThreads(),
                    ANY_PORT.requestsInFlightMax(),
                    ANY_PORT.answerBytesMax(),
                    ANY_PORT.scansMax(),
                    Duration.ofHours(1));

    final SluiceServer server;
    final SluiceClient client;
    final ManagedChannel channel;

    Served(GraphStore store) {
        this(store, ANY_PORT, Duration.ofSeconds(10));
    }

    Served(GraphStore store, Names names, ServerOptions options) {
        this(
                SluiceServer.start(options, store, names, () -> StatusReport.COMPLETE),
                Duration.ofSeconds(10));
    }

    Served(GraphStore store, ServerOptions options, Duration deadline) {
        this(store, options, deadline, System::nanoTime);
    }

    Served(GraphStore store, ServerOptions options, Duration deadline, LongSupplier nanoClock) {
        this(SluiceServer.start(options, store, () -> StatusReport.COMPLETE, nanoClock), deadline);
    }

    private Served(SluiceServer started, Duration deadline) {
        server = started;
        ClientOptions of = ClientOptions.of("127.0.0.1", server.port()).within(deadline);
        client = SluiceClient.open(of);
        channel = new Connector(of).newChannel(Connector.newLoop());
    }

    /** One plain gRPC call, as any other language makes it. */
    <A, B> B ask(MethodDescriptor<A, B> method, A request, long deadlineMillis) {
        return ClientCalls.blockingUnaryCall(
                channel,
                method,
                CallOptions.DEFAULT.withDeadlineAfter(deadlineMillis, TimeUnit.MILLISECONDS),
                request);
    }

    static Link link(long id1, long id2, long time) {
        return new Link(id1, 7, id2, Visibility.VISIBLE, 1, time, new byte[] {1, 2, 3});
    }

    static Node node(long id) {
        return new Node(id, 5, 1, 2, new byte[] {4});
    }

    @Override
    public void close() {
        client.close();
        channel.shutdownNow();
        server.close();
    }
}
