package sluice.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.model.Visibility;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/**
 * Clients that do to a server what it should stand, all from one address, until they are closed.
 * Serves the tests of modules above this one too.
 */
public final class HostileClients implements AutoCloseable {
    private static final String ADDRESS = "127.0.0.66";
    private static final int THREADS = 4;

    /** Kinds of HTTP/2's frames, and a flag. */
    private static final int HEADERS = 1;

    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int END_HEADERS = 4;

    /** What they do. */
    public enum Kind {
        /** Streams ask for lists and read no answer. */
        NEVER_READ,
        /** Messages come byte by byte, each in a frame of its own, and do not end. */
        DRIP,
        /** Messages of nearly the largest size, several at once. */
        HUGE,
        /** As many requests in a message as fit it. */
        MANY_REQUESTS,
        /** Connections that say nothing. */
        MANY_CONNECTIONS,
        /** Connections that begin to say something, at both ports. */
        HALF_OPEN,
        /** Bytes that are no message. */
        MALFORMED,
        /** Calls that are begun and taken back at once, as many as a connection takes. */
        RESETS
    }

    private final int port;
    private final int httpPort;
    private final long hub;
    private final long type;
    private final AtomicLong acts = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isClosed;

    /** Begins {@code kind}; {@code hub} has a long list of links of {@code type}. */
    public HostileClients(Kind kind, int port, int httpPort, long hub, long type, long seed) {
        this.port = port;
        this.httpPort = httpPort;
        this.hub = hub;
        this.type = type;
        for (int index = 0; index < THREADS; index++) {
            SplittableRandom random = new SplittableRandom(seed + index);
            threads.add(Thread.ofVirtual().start(() -> act(kind, random)));
        }
    }

    /** How often they did something. */
    public long acts() {
        return acts.get();
    }

    private void act(Kind kind, SplittableRandom random) {
        while (!isClosed) {
            try {
                switch (kind) {
                    case NEVER_READ -> neverRead();
                    case DRIP -> drip();
                    case HUGE -> huge(random);
                    case MANY_REQUESTS -> manyRequests();
                    case MANY_CONNECTIONS -> open(random, 325, 0);
                    case HALF_OPEN -> open(random, 60, 10);
                    case MALFORMED -> malformed(random);
                    case RESETS -> resets();
                }
            } catch (IOException refused) {
                // That is what a server may do.
                pause(20);
            }
        }
    }

    private ManagedChannel channel() {
        return NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .localSocketPicker(
                        new NettyChannelBuilder.LocalSocketPicker() {
                            @Override
                            public SocketAddress createSocketAddress(
                                    SocketAddress remote, Attributes attributes) {
                                return new InetSocketAddress(ADDRESS, 0);
                            }
                        })
                .build();
    }

    private Socket socket(int to) throws IOException {
        Socket socket = new Socket();
        try {
            socket.bind(new InetSocketAddress(ADDRESS, 0));
            socket.connect(new InetSocketAddress("127.0.0.1", to), 1_000);
            acts.incrementAndGet();
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void neverRead() {
        List<Request> requests = new ArrayList<>();
        for (int index = 0; index < 1_000; index++) {
            requests.add(
                    new Request(
                            index,
                            0,
                            Patience.NONE,
                            new Operation.GetLinkList(LinkQuery.newest(hub, type, 10_000))));
        }
        ManagedChannel channel = channel();
        try {
            for (int stream = 0; stream < 8; stream++) {
                var call = channel.newCall(SluiceMethods.STREAM, CallOptions.DEFAULT);
                call.start(new ClientCall.Listener<>() {}, new Metadata());
                call.sendMessage(requests);
                acts.incrementAndGet();
            }
            pause(3_000);
        } finally {
            channel.shutdownNow();
        }
    }

    private void drip() throws IOException {
        try (Socket socket = socket(port)) {
            OutputStream out = socket.getOutputStream();
            preface(out);
            frame(out, HEADERS, END_HEADERS, 1, headers());
            out.write(new byte[] {0, 0, 5, 0, 0, 0, 0, 0, 1, 0, 0, (byte) 0xff, 0, 0});
            byte[] one = {0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
            for (int pieces = 0; pieces < 1 << 16 && !isClosed; pieces++) {
                out.write(one);
                acts.incrementAndGet();
                if (pieces % 500 == 0) {
                    // So that the window of the connection stays open, as far as the server will.
                    int there = socket.getInputStream().available();
                    socket.getInputStream().skipNBytes(there);
                    pause(10);
                }
            }
        }
    }

    private void resets() throws IOException {
        try (Socket socket = socket(port)) {
            OutputStream out = socket.getOutputStream();
            preface(out);
            byte[] headers = headers();
            byte[] cancel = {0, 0, 0, 8};
            for (int stream = 1; stream < 1 << 20 && !isClosed; stream += 2) {
                frame(out, HEADERS, END_HEADERS, stream, headers);
                frame(out, RST_STREAM, 0, stream, cancel);
                acts.incrementAndGet();
                if (stream % 1_000 == 1) {
                    int there = socket.getInputStream().available();
                    socket.getInputStream().skipNBytes(there);
                }
            }
        }
    }

    private static void preface(OutputStream out) throws IOException {
        out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
        frame(out, SETTINGS, 0, 0, new byte[0]);
    }

    private static byte[] headers() throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        String[][] all = {
            {":method", "POST"},
            {":scheme", "http"},
            {":path", "/sluice.v1.Sluice/Stream"},
            {":authority", "localhost"},
            {"content-type", "application/grpc"},
            {"te", "trailers"}
        };
        for (String[] header : all) {
            block.write(0);
            for (String text : header) {
                block.write(text.length());
                block.write(text.getBytes(US_ASCII));
            }
        }
        return block.toByteArray();
    }

    private static void frame(OutputStream out, int kind, int flags, int stream, byte[] payload)
            throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.putInt(payload.length << 8 | kind).put((byte) flags).putInt(stream).put(payload);
        out.write(frame.array());
        out.flush();
    }

    private void huge(SplittableRandom random) {
        byte[] data = new byte[15 << 20];
        Link link = new Link(hub, type + 1, random.nextLong(), Visibility.VISIBLE, 1, 1, data);
        List<Request> requests =
                List.of(new Request(1, 0, Patience.NONE, new Operation.AddLink(link)));
        ManagedChannel channel = channel();
        try {
            send(channel, SluiceMethods.BATCH, bytes(requests));
        } finally {
            channel.shutdownNow();
        }
    }

    private static byte[] bytes(List<Request> requests) {
        try (var stream = SluiceMethods.BATCH.streamRequest(requests)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void manyRequests() {
        byte[] message = new byte[4_000_000];
        for (int at = 0; at < message.length; at += 2) {
            message[at] = 0x0A;
        }
        ManagedChannel channel = channel();
        try {
            for (int call = 0; call < 10 && !isClosed; call++) {
                send(channel, SluiceMethods.BATCH, message);
            }
        } finally {
            channel.shutdownNow();
        }
    }

    private void malformed(SplittableRandom random) {
        List<MethodDescriptor<?, ?>> methods =
                List.of(
                        SluiceMethods.BATCH,
                        SluiceMethods.STREAM,
                        SluiceMethods.unary(Verb.GET_LINK_LIST),
                        SluiceMethods.unary(Verb.ADD_LINK));
        ManagedChannel channel = channel();
        try {
            for (int call = 0; call < 100 && !isClosed; call++) {
                byte[] message = new byte[random.nextInt(200)];
                random.nextBytes(message);
                send(channel, methods.get(random.nextInt(methods.size())), message);
                pause(5);
            }
        } finally {
            channel.shutdownNow();
        }
    }

    private void send(ManagedChannel channel, MethodDescriptor<?, ?> method, byte[] message) {
        CountDownLatch ended = new CountDownLatch(1);
        ClientCall<byte[], byte[]> call =
                channel.newCall(
                        method.toBuilder(RawRequests.BYTES, RawRequests.BYTES).build(),
                        CallOptions.DEFAULT.withDeadlineAfter(5, TimeUnit.SECONDS));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.countDown();
                    }
                },
                new Metadata());
        call.request(10);
        call.sendMessage(message);
        call.halfClose();
        acts.incrementAndGet();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Connections that stay open for some seconds, of which each has said {@code bytes}. */
    private void open(SplittableRandom random, int count, int bytes) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int index = 0; index < count && !isClosed; index++) {
                Socket socket = socket(random.nextInt(4) == 0 ? httpPort : port);
                sockets.add(socket);
                String text = httpPort == socket.getPort() ? "GET / HTTP/1.1" : "PRI * HTTP/2.0";
                socket.getOutputStream().write(text.substring(0, bytes).getBytes(US_ASCII));
            }
            for (int wait = 0; wait < 30 && !isClosed; wait++) {
                pause(100);
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
