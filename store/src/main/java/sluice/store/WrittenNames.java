package sluice.store;

import java.io.IOException;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.schema.TypeNames;

/**
 * Names of nodes as RDF writes them: {@code <http://a/b>}, {@code _:label} and {@code <0x1f>}, each
 * of a group of its own; in a namespace with its label in front, {@code 0x10|<alice>}. docs/rdf.md
 * lists them.
 */
final class WrittenNames {
    private static final String UID_GROUP = "uid";
    private static final String BLANK_GROUP = "_";
    private static final Pattern HEX_UID = Pattern.compile("<0[xX]0*([0-9a-fA-F]{1,16})>");
    private static final Pattern DECIMAL_UID = Pattern.compile("<([1-9][0-9]{0,19})>");
    private static final Pattern IRI = Pattern.compile("(?s)<([^<>]+)>");
    private static final Pattern BLANK = Pattern.compile("(?s)<_:([^<>]+)>|_:(.+)");

    private WrittenNames() {}

    /** The number of a uid literal, or empty where {@code text} is not one. */
    static OptionalLong uid(String text) {
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
     * The id of the name {@code labelled}, as RDF writes it behind the label of its namespace; -1
     * where it is not written so, or has none.
     */
    static long find(Dictionary names, String labelled) throws IOException {
        String label = TypeNames.labelOf(labelled);
        String text = labelled.substring(label.length());
        OptionalLong uid = uid(text);
        if (uid.isPresent()) {
            String number = "0x" + Long.toHexString(uid.getAsLong()).toLowerCase(Locale.ROOT);
            long id = names.find(label + UID_GROUP, number);
            if (id >= 0) {
                return id;
            }
        }
        Matcher blank = BLANK.matcher(text);
        if (blank.matches()) {
            String blankLabel = blank.group(1) == null ? blank.group(2) : blank.group(1);
            return names.find(label + BLANK_GROUP, blankLabel);
        }
        Matcher iri = IRI.matcher(text);
        return iri.matches() ? names.find(label, iri.group(1)) : -1;
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

    /** A name as RDF writes it; those of other groups as {@code group:name}. */
    static String written(Name name) {
        String label = TypeNames.labelOf(name.group());
        String group = name.group().substring(label.length());
        boolean isIri = group.isEmpty() || group.equals(UID_GROUP);
        return isIri ? label + "<" + name.text() + ">" : name.toString();
    }
}
