package sluice.ingest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.file.InParallel;
import sluice.ingest.file.SourceFile;
import sluice.ingest.layout.FileHead;
import sluice.ingest.row.Column;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowMembers;
import sluice.ingest.row.TextFormat;
import sluice.ingest.row.TimeFormat;
import sluice.schema.Schema;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/** Tells one source from another: SHA-256 over what can be had without reading all of it. */
final class Fingerprint {
    private static final int SAMPLE_BYTES = 64 << 10;

    private Fingerprint() {}

    static byte[] of(Source source) throws IOException {
        MessageDigest digest = FileHead.sha256();
        if (source.hasFacts() || !source.schema().equals(Schema.EMPTY)) {
            add(digest, source.schema().text());
        }
        InParallel.forEach(
                source.files(),
                file -> file.lengthBytes() >= 0 && file.place().disk() == null,
                Fingerprint::samples,
                (file, samples) -> {
                    add(digest, file.name());
                    add(digest, samples.description());
                    add(digest, describe(file.relation()));
                    if (file.lengthBytes() < 0) {
                        add(digest, source.head(file).digestOfText());
                    } else {
                        samples.bytes().forEach(digest::update);
                    }
                });
        return digest.digest();
    }

    /** The parts of a file that count: its first, middle and last bytes, packed as they are. */
    private record Samples(String description, List<ByteBuffer> bytes) {}

    private static Samples samples(SourceFile file) throws IOException {
        List<ByteBuffer> samples = new ArrayList<>();
        if (file.lengthBytes() < 0) {
            return new Samples(describe(file), samples);
        }
        try (Storage.Source packed = file.place().open(SharedFiles.Reading.PLACES)) {
            long length = file.lengthBytes();
            long[] positions = {
                0, Math.max(0, length / 2 - SAMPLE_BYTES / 2), Math.max(0, length - SAMPLE_BYTES)
            };
            for (long position : positions) {
                samples.add(sample(packed, position, length));
            }
        }
        return new Samples(describe(file), samples);
    }

    private static ByteBuffer sample(Storage.Source packed, long position, long length)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(SAMPLE_BYTES, length - position));
        while (bytes.hasRemaining()) {
            int count = packed.read(bytes, position + bytes.position());
            if (count < 0) {
                break;
            }
        }
        return bytes.flip();
    }

    private static String describe(SourceFile file) throws IOException {
        String token = file.lengthBytes() < 0 ? "" : file.place().token();
        return file.codec()
                + " "
                + file.coding()
                + " "
                + file.lengthBytes()
                + " "
                + file.modifiedNanos()
                + " "
                + file.dataStartByte()
                + (token.isEmpty() ? "" : " " + token);
    }

    /** All that a relation says, in an order that stays. */
    private static String describe(Relation relation) {
        TextFormat format = relation.format();
        StringBuilder text = new StringBuilder(relation.name()).append('\n');
        text.append(relation.kind()).append(' ').append(format.delimiter()).append(' ');
        text.append(format.whitespace()).append(' ').append(format.quote()).append(' ');
        text.append(format.escape()).append(' ').append(format.trim()).append(' ');
        text.append(format.nullText()).append(format.emptyIsNull() ? " empty\n" : "\n");
        text.append(format.comment()).append(' ').append(relation.arrayDelimiter()).append(' ');
        text.append(relation.extraFields()).append(' ').append(relation.shortRows()).append('\n');
        text.append(describe(relation.type())).append('\n');
        text.append(describe(relation.inverse())).append('\n');
        for (Column column : relation.columns()) {
            text.append(column.role()).append(' ').append(column.json()).append(' ');
            text.append(describe(column.time())).append(' ').append(column.group()).append(' ');
            text.append(column.name()).append('\n');
            ValueColumn value = column.value();
            if (value != null) {
                text.append(value.written()).append(' ').append(value.isArray()).append(' ');
                text.append(value.isFirm()).append(' ').append(value.typeSaid()).append('\n');
                value.constants()
                        .forEach(each -> text.append("constant ").append(each).append('\n'));
            }
        }
        RowMembers members = relation.members();
        if (members != null) {
            text.append(members.names()).append(' ').append(members.nullText()).append('\n');
        }
        FactFormat facts = relation.facts();
        if (facts != null) {
            text.append(facts.syntax()).append(' ').append(facts.quads()).append(' ');
            text.append(facts.graphs()).append(' ').append(facts.blankNodes()).append(' ');
            text.append(facts.blankPrefix()).append(' ').append(facts.ids()).append(' ');
            text.append(facts.delete()).append('\n');
            text.append(facts.time()).append('\n').append(facts.version()).append('\n');
            facts.idMembers().forEach(member -> text.append("id ").append(member).append('\n'));
        }
        return text.toString();
    }

    private static String describe(Relation.@Nullable TypeRef type) {
        if (type instanceof Relation.TypeRef.Number number) {
            return "number " + number.type();
        }
        return type instanceof Relation.TypeRef.Named named ? "name " + named.name() : "none";
    }

    private static String describe(@Nullable TimeFormat time) {
        if (time instanceof TimeFormat.Unit unit) {
            return "unit " + unit.multiplier() + "/" + unit.divisor();
        }
        if (time instanceof TimeFormat.Pattern pattern) {
            return "pattern " + pattern.pattern();
        }
        return time == null ? "none" : "iso";
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }
}
