package sluice.server;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;

/**
 * Methods that there are not. They are calls like any other, so that a client without the token
 * does not learn which there are.
 */
final class UnknownMethods extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
        MethodDescriptor<Incoming, Incoming> method =
                MethodDescriptor.newBuilder(Incoming.MARSHALLER, Incoming.MARSHALLER)
                        .setType(MethodType.UNKNOWN)
                        .setFullMethodName(name)
                        .build();
        return ServerMethodDefinition.create(
                method,
                (call, _) -> {
                    call.close(
                            Status.UNIMPLEMENTED.withDescription(
                                    "there is no method "
                                            + name
                                            + "; sluice.proto names those that"
                                            + " there are"),
                            new Metadata());
                    return new ServerCall.Listener<>() {};
                });
    }
}
