package sluice.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.model.names.WrittenName;
import sluice.schema.TypeNames;

/**
 * Names of nodes as RDF writes them: {@code <http://a/b>}, {@code _:label} and {@code <0x1f>}, each
 * of a group of its own; in a namespace with its label in front, {@code 0x10|<alice>}. docs/rdf.md
 * lists them.
 *
 * <p>All that makes such a name is ASCII, and the rest may be any bytes. So their text is taken to
 * be ISO 8859-1 here, in which each byte is a character.
 */
final class WrittenNames {
    private static final String UID_GROUP = "uid";
    private static final String BLANK_GROUP = "_";
    private static final String BLANK_MARK = "_:";
    private static final Pattern HEX_UID = Pattern.compile("<0[xX]0*([0-9a-fA-F]{1,16})>");
    private static final Pattern DECIMAL_UID = Pattern.compile("<([1-9][0-9]{0,19})>");
    private static final Pattern IRI = Pattern.compile("(?s)<(.+)>");
    private static final Pattern BLANK = Pattern.compile("(?s)<_:(.+)>|_:(.+)");

    private WrittenNames() {}

    /** The number of a uid literal, or empty where {@code text} is not one. */
    static OptionalLong uid(String text) {
        // Nearly no name is one, and each name of an answer is looked at.
        if (text.length() < 3 || text.charAt(1) < '0' || text.charAt(1) > '9') {
            return OptionalLong.empty();
        }
        try {
            Matcher hex = HEX_UID.matcher(text);
            if (hex.matches()) {
                return OptionalLong.of(Long.parseUnsignedLong(hex.group(1), 16));
            }
            Matcher decimal = DECIMAL_UID.matcher(text);
            return decimal.matches()
                    ? OptionalLong.of(Long.parseUnsignedLong(decimal.group(1)))
                    : OptionalLong.empty();
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    /**
     * The id of the name {@code written}, as RDF writes it behind the label of its namespace; -1
     * where it is not written so, or has none.
     */
    static long find(Dictionary names, byte[] written) throws IOException {
        String labelled = new String(written, ISO_8859_1);
        String label = TypeNames.labelOf(labelled);
        String text = labelled.substring(label.length());
        OptionalLong uid = uid(text);
        if (uid.isPresent()) {
            long id = find(names, label + UID_GROUP, uidName(uid.getAsLong()));
            if (id >= 0) {
                return id;
            }
        }
        Matcher blank = BLANK.matcher(text);
        if (blank.matches()) {
            String blankLabel = blank.group(1) == null ? blank.group(2) : blank.group(1);
            return find(names, label + BLANK_GROUP, blankLabel);
        }
        Matcher iri = IRI.matcher(text);
        return iri.matches() ? find(names, label, iri.group(1)) : -1;
    }

    private static long find(Dictionary names, String group, String text) throws IOException {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return names.find(names.group(group), MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    /** The name of the node of a uid, in its group. */
    private static String uidName(long uid) {
        return "0x" + Long.toHexString(uid).toLowerCase(Locale.ROOT);
    }

    /** Whether {@code labelled} is, but for the label of a namespace, as RDF writes names. */
    static boolean isWritten(String labelled) {
        String text = labelled.substring(TypeNames.labelOf(labelled).length());
        return BLANK.matcher(text).matches() || IRI.matcher(text).matches();
    }

    /** The name of a predicate without the brackets that RDF puts around it. */
    static String type(String text) {
        Matcher iri = IRI.matcher(text);
        return iri.matches() ? iri.group(1) : text;
    }

    /**
     * A name as RDF writes it where {@link #find} takes that for this name whatever else the
     * dictionary has; any other with its group apart.
     */
    static WrittenName written(Name name) {
        String label = TypeNames.labelOf(name.group());
        String text = new String(name.bytes(), ISO_8859_1);
        String written =
                switch (name.group().substring(label.length())) {
                    case "" -> iri(text);
                    case UID_GROUP -> uidLiteral(text);
                    case BLANK_GROUP -> BLANK_MARK + text;
                    default -> "";
                };
        return written.isEmpty()
                ? new WrittenName(name.group(), name.bytes())
                : new WrittenName(null, (label + written).getBytes(ISO_8859_1));
    }

    /** Empty where it would be read as another kind of name. */
    private static String iri(String text) {
        String written = "<" + text + ">";
        return text.startsWith(BLANK_MARK) || uid(written).isPresent() ? "" : written;
    }

    /** Empty where it is no uid, or not written as RDF loads write it. */
    private static String uidLiteral(String text) {
        String written = "<" + text + ">";
        OptionalLong uid = uid(written);
        return uid.isPresent() && text.equals(uidName(uid.getAsLong())) ? written : "";
    }
}
