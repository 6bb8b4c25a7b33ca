package sluice.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Failures;
import sluice.protocol.Result.Failure;
import sluice.protocol.ScanAsk;
import sluice.protocol.ScanPart;
import sluice.protocol.SluiceMethods;

/**
 * Reads one scan. The next message is asked for when the last one was shown, so that a slow visitor
 * holds the server up and no memory fills. A scan that breaks off is not begun again: the visitor
 * has seen rows.
 */
final class ScanReader {
    private final Connector connector;
    private final Duration silenceMax;

    /** At most two parts and the end: the server sends what was asked for. */
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

    private sealed interface Event {}

    private record Part(ScanPart part) implements Event {}

    private record End(Status status, Metadata trailers) implements Event {}

    ScanReader(Connector connector, Duration silenceMax) {
        this.connector = connector;
        this.silenceMax = silenceMax;
    }

    /** Is shown each message of a scan. */
    interface Parts {
        void show(ScanPart part) throws IOException;
    }

    boolean scan(Channel channel, ScanAsk ask, Parts parts) throws IOException {
        ClientCall<ScanAsk, ScanPart> call =
                channel.newCall(SluiceMethods.SCAN, CallOptions.DEFAULT);
        call.start(new Listener(), connector.headers());
        try {
            call.request(2);
            call.sendMessage(ask);
            call.halfClose();
            return show(call, parts);
        } finally {
            call.cancel("the scan is over", null);
        }
    }

    private boolean show(ClientCall<ScanAsk, ScanPart> call, Parts parts) throws IOException {
        while (true) {
            switch (next()) {
                case Part(ScanPart part) -> {
                    parts.show(part);
                    if (part.last()) {
                        return part.complete();
                    }
                    call.request(1);
                }
                case End(Status status, Metadata trailers) -> throw broken(status, trailers);
            }
        }
    }

    private Event next() {
        try {
            Event event = events.poll(silenceMax.toMillis(), TimeUnit.MILLISECONDS);
            if (event == null) {
                throw new SluiceException(
                        ErrorCode.DEADLINE,
                        "the scan of %s broke off: nothing came for %d ms; scan again"
                                .formatted(connector.address(), silenceMax.toMillis()));
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "the scan was interrupted", e);
        }
    }

    private SluiceException broken(Status status, Metadata trailers) {
        Failure failure = Failures.ofTrailers(trailers);
        if (failure != null) {
            return new SluiceException(failure.code(), failure.message());
        }
        return new SluiceException(
                Lane.REFUSALS.contains(status.getCode()) ? ErrorCode.CONFIG : ErrorCode.RESOURCE,
                "the scan of %s broke off: %s; scan again"
                        .formatted(connector.address(), Reason.of(status)));
    }

    private final class Listener extends ClientCall.Listener<ScanPart> {
        @Override
        public void onMessage(ScanPart part) {
            events.add(new Part(part));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            events.add(new End(status, trailers));
        }
    }
}
