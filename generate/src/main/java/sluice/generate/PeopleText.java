package sluice.generate;

import java.nio.charset.StandardCharsets;

/**
 * Turns people and their links into RDF or JSON in one buffer, which is handed on when it is full
 * and at the end of a chunk.
 *
 * <p>Belongs to one thread. A link of 35 bytes costs some 30 ns and no object.
 */
final class PeopleText extends PartFile.ChunkText {
    /** More than all of a row but its names, data and IRIs. */
    private static final int ROW_EXTRA_BYTES = 512;

    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final byte[] DATA_FACET = bytes(" (data=\"");
    private static final byte[] TIME_FACET = bytes("\",time=");
    private static final byte[] DATA = bytes("|data");
    private static final byte[] TIME = bytes("|time");

    private final boolean json;
    private final boolean facets;
    private final byte[] person;
    private final byte[] afterPerson;
    private final byte[] name;
    private final byte[] age;
    private final byte[][] follows;
    private final int rowBytes;
    private boolean first;

    PeopleText(PeopleLayout layout, int linkTypes, int bufferBytes, Output output) {
        super(bufferBytes, output);
        json = layout.format() == PeopleLayout.Format.JSON;
        facets = layout.facets();
        String base = layout.base();
        person = bytes(json ? "\"uid\":\"_:user" : base.isEmpty() ? "_:user" : "<" + base + "user");
        afterPerson = bytes(json ? "\"" : base.isEmpty() ? "" : ">");
        name = bytes(json ? "name" : " <" + base + "name> ");
        age = bytes(json ? "age" : " <" + base + "age> ");
        follows = new byte[linkTypes + 1][];
        for (int type = 1; type <= linkTypes; type++) {
            String predicate = predicate(type);
            follows[type] = bytes(json ? predicate : " <" + base + predicate + "> ");
        }
        rowBytes = ROW_EXTRA_BYTES + 5 * base.length();
    }

    /** The schema of the people: as the text of a schema file. */
    static String schema(PeopleLayout layout, int linkTypes) {
        StringBuilder schema = new StringBuilder();
        for (int type = 1; type <= linkTypes; type++) {
            schema.append("<%s%s>: [uid] @reverse .\n".formatted(layout.base(), predicate(type)));
        }
        return schema.append("<%sname>: string @index(exact) .\n".formatted(layout.base()))
                .append("<%sage>: int .\n".formatted(layout.base()))
                .toString();
    }

    private static String predicate(int linkType) {
        return linkType == 1 ? "follows" : "follows" + linkType;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    void begin(boolean firstOfFile) {
        first = firstOfFile;
    }

    void person(long id, byte[] name, int nameBytes, int age) {
        makeRoom(rowBytes + nameBytes);
        if (json) {
            beginObject();
            node(id);
            member(this.name, -1);
            append('"');
            append(name, nameBytes);
            append('"');
            member(this.age, -1);
            number(age);
            append('}');
            rowEnds();
        } else {
            node(id);
            append(this.name);
            append('"');
            append(name, nameBytes);
            append('"');
            statementEnds();
            node(id);
            append(this.age);
            append('"');
            number(age);
            append('"');
            statementEnds();
        }
    }

    void link(long id1, long linkType, long id2, long timeMillis, byte[] data, int dataBytes) {
        makeRoom(rowBytes + dataBytes);
        byte[] predicate = follows[(int) linkType];
        if (json) {
            beginObject();
            node(id1);
            member(predicate, -1);
            append('[');
            append('{');
            node(id2);
            if (facets) {
                member(predicate, 'd');
                append('"');
                append(data, dataBytes);
                append('"');
                member(predicate, 't');
                append('"');
                time(timeMillis);
                append('"');
            }
            append('}');
            append(']');
            append('}');
            rowEnds();
        } else {
            node(id1);
            append(predicate);
            node(id2);
            if (facets) {
                append(DATA_FACET);
                append(data, dataBytes);
                append(TIME_FACET);
                time(timeMillis);
                append(')');
            }
            statementEnds();
        }
    }

    private void beginObject() {
        if (!first) {
            append(',');
            append('\n');
        }
        first = false;
        append('{');
    }

    private void statementEnds() {
        append(' ');
        append('.');
        append('\n');
        rowEnds();
    }

    private void node(long id) {
        append(person);
        number(id);
        append(afterPerson);
    }

    /** Begins a member of an object; {@code facet} is the first letter of a facet, or -1. */
    private void member(byte[] predicate, int facet) {
        append(',');
        append('"');
        append(predicate);
        if (facet >= 0) {
            append(facet == 'd' ? DATA : TIME);
        }
        append('"');
        append(':');
    }

    /** Writes {@code 2025-12-31T23:59:59.999Z}; the day by Hinnant's days-to-civil algorithm. */
    private void time(long millis) {
        long shifted = Math.floorDiv(millis, MILLIS_PER_DAY) + 719_468;
        int rest = (int) Math.floorMod(millis, MILLIS_PER_DAY);
        long era = Math.floorDiv(shifted, 146_097);
        int dayOfEra = (int) (shifted - era * 146_097);
        int yearOfEra =
                (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int shiftedMonth = (5 * dayOfYear + 2) / 153;
        int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        digits((int) (yearOfEra + era * 400) + (month <= 2 ? 1 : 0), 4);
        append('-');
        digits(month, 2);
        append('-');
        digits(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2);
        append('T');
        digits(rest / 3_600_000, 2);
        append(':');
        digits(rest / 60_000 % 60, 2);
        append(':');
        digits(rest / 1_000 % 60, 2);
        append('.');
        digits(rest % 1_000, 3);
        append('Z');
    }
}
