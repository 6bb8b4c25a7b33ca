package sluice.server;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import sluice.protocol.SluiceMethods;

/** What reflection tells of the service: sluice.proto. */
final class Contract {
    private Contract() {}

    /** The service with its contract. */
    static ServiceDescriptor service() {
        FileDescriptor file = file();
        ProtoFileDescriptorSupplier schema = () -> file;
        return SluiceMethods.service(schema);
    }

    /** sluice.proto, as protoc left it in the jar of {@code protocol}. */
    static FileDescriptor file() {
        try (InputStream file = SluiceMethods.class.getResourceAsStream("/sluice.desc")) {
            if (file == null) {
                throw new IllegalStateException("sluice.desc is missing in the jar");
            }
            FileDescriptorProto proto = FileDescriptorSet.parseFrom(file).getFile(0);
            return FileDescriptor.buildFrom(proto, new FileDescriptor[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException("sluice.desc cannot be used", e);
        }
    }
}
