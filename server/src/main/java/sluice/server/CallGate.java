package sluice.server;

import io.grpc.ForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import sluice.model.ErrorCode;
import sluice.protocol.Result.Failure;

/** Lets calls in for which the {@link Budget} has room, whatever they ask and whoever asks. */
final class CallGate implements ServerInterceptor {
    private final Budget budget;

    CallGate(Budget budget) {
        this.budget = budget;
    }

    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
            ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
        Budget.Connection connection =
                budget.connection(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        CallShare share = CallShare.CURRENT.get();
        if (connection != null && share.enter(connection)) {
            return new Listening<>(next.startCall(call, headers), share);
        }
        UnaryCall.fail(call, tooMany());
        return new ServerCall.Listener<>() {};
    }

    private Failure tooMany() {
        return new Failure(
                ErrorCode.RESOURCE,
                ("%d calls are open, of %d that may be, half of them from one address; end some, or"
                                + " send requests in one stream")
                        .formatted(budget.whole().calls().used(), budget.limits().calls()),
                false);
    }

    /** Tells the share of a call that a message has been read out of the network's buffers. */
    private static final class Listening<A>
            extends ForwardingServerCallListener.SimpleForwardingServerCallListener<A> {
        private final CallShare share;

        Listening(ServerCall.Listener<A> listener, CallShare share) {
            super(listener);
            this.share = share;
        }

        @Override
        public void onMessage(A message) {
            share.understood();
            super.onMessage(message);
        }
    }
}
