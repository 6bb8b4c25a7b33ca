package sluice.server;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the calls of each method of a service, those too that are refused before they are begun. A
 * call costs three objects and no lock, and a message of it nothing. Safe for any number of
 * threads.
 */
final class CallMeter implements ServerInterceptor {
    private final Map<String, OfMethod> methods = new HashMap<>();
    private final List<OfMethod> all = new ArrayList<>();

    /** The calls of one method. */
    static final class OfMethod {
        private final String name;
        private final LongAdder answered = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final LongAdder open = new LongAdder();

        private OfMethod(String name) {
            this.name = name;
        }

        /** As the service names it. */
        String name() {
            return name;
        }

        /** Those that ended well. */
        long answered() {
            return answered.sum();
        }

        /** Those that ended otherwise: with an error, or by the client. */
        long failed() {
            return failed.sum();
        }

        /** Those that have begun and not ended. */
        long open() {
            return open.sum();
        }

        private void end(boolean well) {
            open.decrement();
            (well ? answered : failed).increment();
        }
    }

    CallMeter(ServiceDescriptor service) {
        for (MethodDescriptor<?, ?> method : service.getMethods()) {
            String name = method.getBareMethodName();
            OfMethod counts = new OfMethod(name == null ? method.getFullMethodName() : name);
            methods.put(method.getFullMethodName(), counts);
            all.add(counts);
        }
    }

    List<OfMethod> methods() {
        return all;
    }

    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
            ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
        OfMethod method = methods.get(call.getMethodDescriptor().getFullMethodName());
        if (method == null) {
            return next.startCall(call, headers);
        }
        method.open.increment();
        Counted<A, B> counted = new Counted<>(call, method);
        ServerCall.Listener<A> listener;
        try {
            listener = next.startCall(counted, headers);
        } catch (Throwable failure) {
            counted.end(false);
            throw failure;
        }
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onCancel() {
                counted.end(false);
                super.onCancel();
            }
        };
    }

    /** Is counted when it is closed, so before its client hears of it, or when the client goes. */
    private static final class Counted<A, B> extends SimpleForwardingServerCall<A, B> {
        private final OfMethod method;
        private final AtomicBoolean isEnded = new AtomicBoolean();

        private Counted(ServerCall<A, B> call, OfMethod method) {
            super(call);
            this.method = method;
        }

        @Override
        public void close(Status status, Metadata trailers) {
            end(status.isOk());
            super.close(status, trailers);
        }

        private void end(boolean well) {
            if (isEnded.compareAndSet(false, true)) {
                method.end(well);
            }
        }
    }
}
