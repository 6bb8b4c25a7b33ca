package sluice.server;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.List;

/** A service whose messages of requests reach its calls as they came. */
final class IncomingService {
    private final ServiceDescriptor.Builder descriptor;
    private final List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();

    /** What reflection tells of it is that of {@code service}. */
    IncomingService(ServiceDescriptor service) {
        this.descriptor =
                ServiceDescriptor.newBuilder(service.getName())
                        .setSchemaDescriptor(service.getSchemaDescriptor());
    }

    <B> IncomingService add(MethodDescriptor<?, B> method, ServerCallHandler<Incoming, B> handler) {
        return add(method, Incoming.MARSHALLER, handler);
    }

    /** A method whose messages have {@code requestsMax} requests at most. */
    <B> IncomingService addOfRequests(
            MethodDescriptor<?, B> method,
            int requestsMax,
            ServerCallHandler<Incoming, B> handler) {
        return add(method, Incoming.ofRequests(requestsMax), handler);
    }

    private <B> IncomingService add(
            MethodDescriptor<?, B> method,
            Marshaller<Incoming> marshaller,
            ServerCallHandler<Incoming, B> handler) {
        MethodDescriptor<Incoming, B> incoming =
                method.toBuilder(marshaller, method.getResponseMarshaller()).build();
        descriptor.addMethod(incoming);
        methods.add(ServerMethodDefinition.create(incoming, handler));
        return this;
    }

    ServerServiceDefinition definition() {
        ServerServiceDefinition.Builder definition =
                ServerServiceDefinition.builder(descriptor.build());
        methods.forEach(definition::addMethod);
        return definition.build();
    }
}
