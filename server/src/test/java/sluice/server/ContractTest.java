package sluice.server;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Descriptors.MethodDescriptor;
import org.junit.jupiter.api.Test;

class ContractTest {
    @Test
    void callsAreThoseOfTheContract() {
        assertEquals(
                Contract.file().findServiceByName("Sluice").getMethods().stream()
                        .map(MethodDescriptor::getName)
                        .collect(toSet()),
                Contract.service().getMethods().stream()
                        .map(io.grpc.MethodDescriptor::getBareMethodName)
                        .collect(toSet()));
    }
}
