package sluice.schema;

import java.nio.charset.StandardCharsets;

/**
 * Reads GeoJSON geometries into WKB, little-endian with two coordinates a point, and writes them
 * back. An apostrophe is read as a quote, and written instead of one. Belongs to one thread.
 */
final class GeoText {
    /** Names of geometries; the number of each in WKB is its place here and one. */
    private static final String[] KINDS = {
        "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon"
    };

    /** How deep the arrays of coordinates are, and what the parts of a collection are. */
    private static final int[] DEPTHS = {1, 2, 3, 2, 3, 4};

    private static final int POINT = 1;
    private static final int FIRST_COLLECTION = 4;
    private static final int COLLECTION_TO_PART = 3;
    private static final int HEADER_BYTES = 5;
    private static final int NESTING_MAX = 64;

    private final NumberText numbers = new NumberText();
    private final NumberWriter writer = new NumberWriter();
    private byte[] text = new byte[0];
    private int at;
    private int end;
    private boolean isGood;

    /** Reads a geometry and puts its WKB into {@code to}; whether it is one. */
    boolean read(byte[] from, int offset, int length, TextBuffer to) {
        text = from;
        at = offset;
        end = offset + length;
        isGood = true;
        int kind = 0;
        int coordinates = -1;
        require('{');
        while (isGood && !take('}')) {
            String name = string();
            require(':');
            blanks();
            if (name.equals("type")) {
                kind = kind(string());
            } else {
                coordinates = name.equals("coordinates") ? at : coordinates;
                skip(0);
            }
            isGood &= take(',') || sees('}');
        }
        blanks();
        isGood &= at == end && kind > 0 && coordinates >= 0;
        if (isGood) {
            at = coordinates;
            geometry(kind, to);
        }
        return isGood;
    }

    private static int kind(String name) {
        for (int i = 0; i < KINDS.length; i++) {
            if (KINDS[i].equals(name)) {
                return i + 1;
            }
        }
        return 0;
    }

    private void geometry(int kind, TextBuffer to) {
        to.put(1);
        to.putInt(kind);
        if (kind >= FIRST_COLLECTION) {
            int count = to.length;
            to.putInt(0);
            require('[');
            int parts = 0;
            while (isGood && !take(']')) {
                geometry(kind - COLLECTION_TO_PART, to);
                parts++;
                isGood &= take(',') || sees(']');
            }
            ValueBytes.INTS.set(to.bytes, count, parts);
        } else {
            points(DEPTHS[kind - 1], to);
        }
    }

    private void points(int depth, TextBuffer to) {
        require('[');
        if (depth == 1) {
            coordinate(to);
            require(',');
            coordinate(to);
            require(']');
            return;
        }
        int count = to.length;
        to.putInt(0);
        int parts = 0;
        while (isGood && !take(']')) {
            points(depth - 1, to);
            parts++;
            isGood &= take(',') || sees(']');
        }
        ValueBytes.INTS.set(to.bytes, count, parts);
    }

    private void coordinate(TextBuffer to) {
        blanks();
        int from = at;
        while (at < end && ",] \t\r\n".indexOf(text[at]) < 0) {
            at++;
        }
        isGood &= numbers.readFloat(text, from, at - from) == ConversionFault.NONE;
        isGood &= Double.isFinite(numbers.real);
        to.putDouble(isGood ? numbers.real : 0);
    }

    private void blanks() {
        while (at < end && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
    }

    private boolean sees(char c) {
        blanks();
        return at < end && text[at] == c;
    }

    private boolean take(char c) {
        boolean isNext = sees(c);
        at += isNext ? 1 : 0;
        return isNext;
    }

    private void require(char c) {
        isGood &= take(c);
    }

    /** A text in quotes; escapes stay as they are, since no name here has one. */
    private String string() {
        blanks();
        int from = at;
        if (at == end || !isQuote(text[at])) {
            isGood = false;
            return "";
        }
        at++;
        while (at < end && !isQuote(text[at])) {
            at += text[at] == '\\' ? 2 : 1;
        }
        if (at >= end) {
            isGood = false;
            return "";
        }
        at++;
        return new String(text, from + 1, at - from - 2, StandardCharsets.UTF_8);
    }

    private static boolean isQuote(byte c) {
        return c == '"' || c == '\'';
    }

    /** Passes over any value of JSON. */
    private void skip(int depth) {
        blanks();
        isGood &= depth < NESTING_MAX && at < end;
        if (!isGood) {
            return;
        }
        if (isQuote(text[at])) {
            string();
        } else if (take('[')) {
            while (isGood && !take(']')) {
                skip(depth + 1);
                isGood &= take(',') || sees(']');
            }
        } else if (take('{')) {
            while (isGood && !take('}')) {
                string();
                require(':');
                skip(depth + 1);
                isGood &= take(',') || sees('}');
            }
        } else {
            int from = at;
            while (at < end && ",]} \t\r\n".indexOf(text[at]) < 0) {
                at++;
            }
            isGood &= at > from;
        }
    }

    /** Writes WKB as GeoJSON with apostrophes; whether it is WKB as {@link #read} makes it. */
    boolean write(byte[] wkb, int offset, int length, TextBuffer to) {
        text = wkb;
        at = offset;
        end = offset + length;
        isGood = true;
        int kind = header();
        if (isGood) {
            to.put("{'type':'");
            to.put(KINDS[kind - 1]);
            to.put("','coordinates':");
            writeGeometry(kind, to);
            to.put('}');
        }
        return isGood && at == end;
    }

    private int header() {
        isGood &= end - at >= HEADER_BYTES && text[at] == 1;
        int kind = isGood ? (int) ValueBytes.INTS.get(text, at + 1) : 0;
        isGood &= kind >= POINT && kind <= KINDS.length;
        at += HEADER_BYTES;
        return kind;
    }

    private void writeGeometry(int kind, TextBuffer to) {
        if (kind < FIRST_COLLECTION) {
            writePoints(DEPTHS[kind - 1], to);
            return;
        }
        int count = count(HEADER_BYTES);
        to.put('[');
        for (int i = 0; i < count && isGood; i++) {
            if (i > 0) {
                to.put(',');
            }
            isGood &= header() == kind - COLLECTION_TO_PART;
            if (isGood) {
                writeGeometry(kind - COLLECTION_TO_PART, to);
            }
        }
        to.put(']');
    }

    private void writePoints(int depth, TextBuffer to) {
        to.put('[');
        if (depth == 1) {
            writeCoordinate(to);
            to.put(',');
            writeCoordinate(to);
        } else {
            int count = count(depth == 2 ? 2 * Double.BYTES : Integer.BYTES);
            for (int i = 0; i < count && isGood; i++) {
                if (i > 0) {
                    to.put(',');
                }
                writePoints(depth - 1, to);
            }
        }
        to.put(']');
    }

    /** A count of parts, each of which takes {@code bytesMin} at least. */
    private int count(int bytesMin) {
        isGood &= end - at >= Integer.BYTES;
        int count = isGood ? (int) ValueBytes.INTS.get(text, at) : 0;
        at += Integer.BYTES;
        isGood &= count >= 0 && count <= (end - at) / bytesMin;
        return count;
    }

    private void writeCoordinate(TextBuffer to) {
        isGood &= end - at >= Double.BYTES;
        if (isGood) {
            double number = Double.longBitsToDouble((long) ValueBytes.LONGS.get(text, at));
            isGood = Double.isFinite(number);
            if (isGood) {
                writer.putJson(number, to);
            }
        }
        at += Double.BYTES;
    }
}
