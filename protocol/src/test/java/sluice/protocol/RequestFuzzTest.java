package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import sluice.testkit.FuzzRun;

/**
 * Any bytes are a message of requests, or are refused; so are they as the message of every call.
 * What was understood is written and understood again as the same.
 */
class RequestFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 requests");
    private static final int REQUESTS_MAX = 64;

    @FuzzTest(maxDuration = "2m")
    void isAMessageOrRefused(byte[] input) throws IOException {
        RUN.attempt(
                () -> {
                    readAsRequests(input);
                    for (Verb verb : Verb.CALLS) {
                        parsed(SluiceMethods.unary(verb).getRequestMarshaller(), input);
                    }
                    parsed(SluiceMethods.PIN.getRequestMarshaller(), input);
                    parsed(SluiceMethods.OUTLOOK.getRequestMarshaller(), input);
                    parsed(SluiceMethods.SCAN.getRequestMarshaller(), input);
                });
    }

    private static void readAsRequests(byte[] input) {
        List<Request> requests;
        try {
            requests = RequestCodec.decode(input, REQUESTS_MAX);
        } catch (WireException refused) {
            return;
        }
        boolean isKnown =
                requests.stream()
                        .noneMatch(request -> request.operation().verb() == Verb.UNSUPPORTED);
        if (isKnown) {
            byte[] once = RequestCodec.encode(requests).readAllBytes();
            List<Request> again = RequestCodec.decode(once, REQUESTS_MAX);
            assertEquals(requests.size(), again.size());
            byte[] twice = RequestCodec.encode(again).readAllBytes();
            assertArrayEquals(once, twice);
        }
    }

    private static void parsed(Marshaller<?> marshaller, byte[] input) {
        try {
            marshaller.parse(new ByteArrayInputStream(input));
        } catch (StatusRuntimeException refused) {
            return;
        }
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
