package sluice.ingest.mapping;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The text of a mapping file, read once: a process that opens the same source elsewhere does not
 * need the file.
 *
 * @param file where the text was read; messages name it, and schema files are beside it
 */
public record MappingText(Path file, String text) {
    /** Reads {@code file}: UTF-8 of at most {@value MappingLoader#MAPPING_BYTES_MAX} bytes. */
    public static MappingText read(Path file) throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": no such mapping file, or no permission to read it; check --mapping");
        }
        if (Files.size(file) > MappingLoader.MAPPING_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: the mapping has %d bytes, expected at most %d; is it the right file?"
                            .formatted(file, Files.size(file), MappingLoader.MAPPING_BYTES_MAX));
        }
        try {
            return new MappingText(file, Files.readString(file));
        } catch (CharacterCodingException failure) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": the mapping is not UTF-8 text; save it as UTF-8",
                    failure);
        }
    }

    /** The mapping that the text is. Throws if it says something unknown, with the line. */
    public Mapping mapping() {
        return MappingLoader.parse(file.toString(), text);
    }
}
