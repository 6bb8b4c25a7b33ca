package sluice.protocol;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Descriptors.MethodDescriptor;
import org.junit.jupiter.api.Test;

class SluiceMethodsTest {
    @Test
    void callsAreThoseOfTheContract() {
        assertEquals(
                SluiceMethods.fileDescriptor().findServiceByName("Sluice").getMethods().stream()
                        .map(MethodDescriptor::getName)
                        .collect(toSet()),
                SluiceMethods.service().getMethods().stream()
                        .map(io.grpc.MethodDescriptor::getBareMethodName)
                        .collect(toSet()));
    }
}
