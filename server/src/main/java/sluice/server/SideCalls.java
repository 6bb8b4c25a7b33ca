package sluice.server;

import io.grpc.BindableService;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls of services beside our own, health and reflection. Their streams go on for as long as
 * their client likes, so a stop ends them; a message that they do not understand ends a call. Safe
 * for any number of threads.
 */
final class SideCalls implements ServerInterceptor {
    private final Set<Endable<?, ?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isStopping;

    /** {@code service}, whose streams are ended by {@link #stop}, and messages may be anything. */
    ServerServiceDefinition of(BindableService service) {
        return ServerInterceptors.intercept(
                ServerInterceptors.useInputStreamMessages(service.bindService()), this);
    }

    /** Ends the streams, and those that are still to come. */
    void stop() {
        isStopping = true;
        open.forEach(Endable::end);
    }

    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
            ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
        Endable<A, B> endable = new Endable<>(call);
        ServerCall.Listener<A> listener = next.startCall(endable, headers);
        if (!call.getMethodDescriptor().getType().serverSendsOneMessage()) {
            open.add(endable);
            if (isStopping) {
                endable.end();
            }
        }
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onMessage(A message) {
                try {
                    super.onMessage(message);
                } catch (StatusRuntimeException e) {
                    endable.close(
                            Status.INVALID_ARGUMENT.withDescription(
                                    "the message is not what this method takes"),
                            new Metadata());
                }
            }

            @Override
            public void onCancel() {
                open.remove(endable);
                super.onCancel();
            }

            @Override
            public void onComplete() {
                open.remove(endable);
                super.onComplete();
            }
        };
    }

    /** A call that its service and a stop may end, whoever comes first; guarded by this. */
    private static final class Endable<A, B> extends SimpleForwardingServerCall<A, B> {
        private boolean isEnded;

        private Endable(ServerCall<A, B> call) {
            super(call);
        }

        private void end() {
            close(
                    Status.UNAVAILABLE.withDescription("the server is being stopped"),
                    new Metadata());
        }

        @Override
        public synchronized void sendHeaders(Metadata headers) {
            if (!isEnded) {
                super.sendHeaders(headers);
            }
        }

        @Override
        public synchronized void sendMessage(B message) {
            if (!isEnded) {
                super.sendMessage(message);
            }
        }

        @Override
        public synchronized void close(Status status, Metadata trailers) {
            if (!isEnded) {
                isEnded = true;
                super.close(status, trailers);
            }
        }
    }
}
