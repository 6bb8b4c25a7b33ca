package sluice.dictionary;

import java.nio.ByteBuffer;
import sluice.storage.CorruptFileException;

/** Takes a footer apart; what does not fit into it is damage of the file. */
final class FooterReader {
    private final NameFileReader file;
    private final ByteBuffer bytes;

    FooterReader(NameFileReader file) {
        this.file = file;
        this.bytes = file.footer();
    }

    int readByte() throws CorruptFileException {
        return Byte.toUnsignedInt(read(1).get());
    }

    int readInt() throws CorruptFileException {
        return read(4).getInt();
    }

    long readLong() throws CorruptFileException {
        return read(8).getLong();
    }

    byte[] readName() throws CorruptFileException {
        return readBytes(Short.toUnsignedInt(read(2).getShort()));
    }

    byte[] readBytes(int length) throws CorruptFileException {
        read(length);
        byte[] value = new byte[length];
        bytes.get(value);
        return value;
    }

    /** A count of things that take at least {@code bytesEach}, so that it can be believed. */
    int readCount(int bytesEach) throws CorruptFileException {
        int count = readInt();
        if (count < 0 || count > bytes.remaining() / bytesEach) {
            throw corrupt("a count in the footer is too large: " + Integer.toUnsignedString(count));
        }
        return count;
    }

    void end() throws CorruptFileException {
        if (bytes.hasRemaining()) {
            throw corrupt(bytes.remaining() + " bytes are left at the end of the footer");
        }
    }

    CorruptFileException corrupt(String finding) {
        return file.corrupt(file.footerOffset() + bytes.position(), finding);
    }

    private ByteBuffer read(int length) throws CorruptFileException {
        if (length < 0 || length > bytes.remaining()) {
            throw corrupt("the footer ends early");
        }
        return bytes;
    }
}
