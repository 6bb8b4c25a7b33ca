package sluice.readonly;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DirectoryRegistryTest extends RegistryContract {
    @TempDir Path directory;

    @Override
    protected Registry open() throws IOException {
        return DirectoryRegistry.create(directory.resolve("ring"), System::nanoTime);
    }
}
