package sluice.protocol;

/** The messages by which nodes of a ring fetch files. Fields are written last first. */
final class FileCodec {
    private static final int MESSAGE_BYTES = 64;

    private FileCodec() {}

    static WireBytes encodeAsk(FilePart.Ask ask) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        to.unsigned(4, ask.length());
        to.unsigned(3, ask.offset());
        to.text(2, ask.name());
        to.unsigned(1, ask.version());
        return to.toStream();
    }

    static FilePart.Ask decodeAsk(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        long version = 0;
        String name = "";
        long offset = 0;
        long length = 0;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> version = from.unsigned();
                case 2 -> name = from.text();
                case 3 -> offset = from.unsigned();
                case 4 -> length = from.unsigned();
                default -> from.skip();
            }
        }
        if (version < 0 || version > Integer.MAX_VALUE || offset < 0) {
            throw new WireException("a version or an offset that no file has");
        }
        if (length < 0 || length > FilePart.BYTES_MAX) {
            throw new WireException("a length above " + FilePart.BYTES_MAX);
        }
        return new FilePart.Ask((int) version, name, offset, (int) length);
    }

    static WireBytes encode(FilePart part) {
        WireWriter to = new WireWriter(part.content().length + MESSAGE_BYTES);
        to.unsigned(2, part.fileLengthBytes());
        to.bytes(1, part.content());
        return to.toStream();
    }

    static FilePart decode(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        byte[] content = {};
        long length = 0;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> content = from.bytes();
                case 2 -> length = from.unsigned();
                default -> from.skip();
            }
        }
        return new FilePart(content, length);
    }
}
