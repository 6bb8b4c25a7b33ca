package sluice.readonly.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.FilePart;
import sluice.readonly.fetch.VersionFolder;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** The files of a node's versions, for other nodes that fetch them. Thread-safe. */
final class NodeFiles {
    private final String node;
    private final VersionFolder folder;
    private final OpenVersions versions;

    NodeFiles(String node, VersionFolder folder, OpenVersions versions) {
        this.node = node;
        this.folder = folder;
        this.versions = versions;
    }

    /** The bytes that {@code ask} wants; only files that its version lists are given away. */
    FilePart read(FilePart.Ask ask) throws IOException {
        @Nullable OpenVersion version = ask.version() == 0 ? null : versions.lease(ask.version());
        if (version == null) {
            throw gone(ask);
        }
        try {
            if (!ask.name().isEmpty() && !version.hasFile(ask.name())) {
                throw new SluiceException(
                        ErrorCode.MISROUTED,
                        "node %s does not hold %s of version %d"
                                .formatted(node, ask.name(), ask.version()));
            }
            String name = ask.name().isEmpty() ? VersionFolder.sealed(ask.version()) : ask.name();
            try (Storage.Source source = folder.storage().open(name)) {
                long length = source.lengthBytes();
                int count = Math.clamp(length - ask.offset(), 0, ask.length());
                byte[] content = new byte[count];
                StorageFiles.readFully(source, ByteBuffer.wrap(content), ask.offset());
                return new FilePart(content, length);
            } catch (NoSuchFileException _) {
                throw gone(ask);
            }
        } finally {
            version.release();
        }
    }

    private SluiceException gone(FilePart.Ask ask) {
        return new SluiceException(
                ErrorCode.VERSION_GONE,
                "node %s does not have version %d".formatted(node, ask.version()));
    }
}
