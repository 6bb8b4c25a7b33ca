package sluice.server;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import java.util.List;
import java.util.function.BooleanSupplier;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.protocol.IdRange;
import sluice.protocol.Outlook;
import sluice.protocol.Pin;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;

/** The calls about what is built when. They take no time, so the network's thread runs them. */
final class BuildCalls {
    private final ServerStatus status;
    private final BooleanSupplier stopping;

    BuildCalls(ServerStatus status, BooleanSupplier stopping) {
        this.status = status;
        this.stopping = stopping;
    }

    ServerCall.Listener<Incoming> outlook(ServerCall<Incoming, Outlook> call) {
        Marshaller<Long> ids = SluiceMethods.OUTLOOK.getRequestMarshaller();
        return new UnaryCall.OneMessage<Long>(call, message -> message.as(ids)) {
            @Override
            void run(Long id, CallShare share, Asker asker) {
                answer(call, "Outlook", () -> status.outlook(id));
            }
        };
    }

    ServerCall.Listener<Incoming> pin(ServerCall<Incoming, List<IdRange>> call) {
        Marshaller<Pin> pins = SluiceMethods.PIN.getRequestMarshaller();
        return new UnaryCall.OneMessage<Pin>(call, message -> message.as(pins)) {
            @Override
            void run(Pin pin, CallShare share, Asker asker) {
                if (Long.compareUnsigned(pin.first(), pin.last()) > 0) {
                    UnaryCall.fail(call, backwards(pin));
                } else {
                    IdRange range = new IdRange(pin.first(), pin.last());
                    answer(call, "Pin", () -> status.pin(range, !pin.unpin()));
                }
            }
        };
    }

    ServerCall.Listener<Incoming> ring(ServerCall<Incoming, byte[]> call) {
        Marshaller<Long> epochs = SluiceMethods.RING.getRequestMarshaller();
        return new UnaryCall.OneMessage<Long>(call, message -> message.as(epochs)) {
            @Override
            void run(Long epoch, CallShare share, Asker asker) {
                answer(call, "Ring", status::ring);
            }
        };
    }

    private static Failure backwards(Pin pin) {
        return new Failure(
                ErrorCode.CONFIG,
                "the range of ids runs backwards: %s to %s; give the lower one first"
                        .formatted(
                                Long.toUnsignedString(pin.first()),
                                Long.toUnsignedString(pin.last())),
                false);
    }

    private interface Work<B> {
        B result();
    }

    private <B> void answer(ServerCall<?, B> call, String name, Work<B> work) {
        if (stopping.getAsBoolean()) {
            UnaryCall.fail(call, RequestFailure.STOPPED);
            return;
        }
        B result;
        try {
            result = work.result();
        } catch (RuntimeException e) {
            UnaryCall.fail(call, RequestFailure.of(name, e));
            return;
        }
        UnaryCall.send(call, result);
    }
}
