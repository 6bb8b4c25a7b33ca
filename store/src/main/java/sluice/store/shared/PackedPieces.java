package sluice.store.shared;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.cache.PieceSource;
import sluice.storage.shared.SharedFile;
import sluice.store.packed.PackedFile;

/**
 * The pieces of a packed file whose unpacked length is known, each unpacked as it is fetched. The
 * first one costs two more requests: for the length of the file, and for its index. Safe for any
 * number of threads; {@code this} guards the index.
 */
final class PackedPieces implements PieceSource.Fetching {
    private final FarFolder place;
    private final FileEntry entry;
    private @Nullable PackedFile file;

    PackedPieces(FarFolder place, FileEntry entry) {
        this.place = place;
        this.entry = entry;
    }

    @Override
    public void fetch(long offset, byte[] bytes) throws IOException {
        file().fetch(offset, bytes);
    }

    private synchronized PackedFile file() throws IOException {
        PackedFile known = file;
        if (known == null) {
            long lengthBytes = place.find(entry.name()).lengthBytes();
            SharedFile packed = place.known(entry.name(), lengthBytes);
            known =
                    PackedFile.open(
                            entry.name(),
                            lengthBytes,
                            (offset, bytes) -> place.fetch(packed, offset, bytes));
            if (known.lengthBytes() != entry.lengthBytes()) {
                throw new CorruptFileException(
                        entry.name(),
                        lengthBytes,
                        "it unpacks to %d bytes, expected %d"
                                .formatted(known.lengthBytes(), entry.lengthBytes()),
                        "run: sluice verify");
            }
            file = known;
        }
        return known;
    }
}
