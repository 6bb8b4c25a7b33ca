package sluice.export.rdf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.rdf.Term;
import sluice.schema.TypeNames;
import sluice.store.StoreNames;

/**
 * Writes nodes as subjects and objects, and tells whether a parsed term is a node. Belongs to one
 * thread.
 */
final class NodeText {
    private static final String BLANK = "_";
    private static final String UID = "uid";

    /** What labels of nodes of JSON without a name begin with, and what is written instead. */
    private static final String UNNAMED = "@";

    private static final String RENAMED = "json.";

    private final StoreNames names;
    private final Dictionary dictionary;
    private final OtherWays ways;
    private boolean hasBlank;
    private boolean hasRenamed;

    NodeText(StoreNames names, Dictionary dictionary, OtherWays ways) {
        this.names = names;
        this.dictionary = dictionary;
        this.ways = ways;
    }

    /** Whether a blank node was written. */
    boolean hasBlank() {
        return hasBlank;
    }

    /** Whether a blank node got another label. */
    boolean hasRenamed() {
        return hasRenamed;
    }

    /** Writes a node of the statement's namespace, whose label is empty for none. */
    void put(LineText line, long id, String namespace) throws IOException {
        if (!names.idsAreNames()) {
            if (id == 0) {
                throw refused(
                        "the node 0 cannot be written: 0 is no uid; give it another id, or "
                                + ways.always());
            }
            line.put("<0x");
            line.put(Long.toHexString(id));
            line.put('>');
            return;
        }
        Name name = names.idName(id);
        String own = TypeNames.labelOf(name.group());
        if (!own.equals(namespace)) {
            throw refused(
                    "the node %s has a row of another namespace than its own, which RDF cannot say; delete it"
                            .formatted(names.idText(id)));
        }
        switch (name.group().substring(own.length())) {
            case "", UID -> line.iri(name.bytes());
            case BLANK -> {
                byte[] label = label(name);
                line.put("_:");
                line.put(label, 0, label.length);
                hasBlank = true;
            }
            default ->
                    throw refused(
                            "the node %s has the group \"%s\", and names of RDF have no group; %s"
                                    .formatted(names.idText(id), name.group(), ways.always()));
        }
    }

    /** Whether {@code term} is the node. */
    boolean is(Term term, long id) throws IOException {
        if (!names.idsAreNames()) {
            return term.kind() == Term.Kind.UID && term.uid() == id;
        }
        Name name = names.idName(id);
        return switch (name.group().substring(TypeNames.labelOf(name.group()).length())) {
            case UID ->
                    term.kind() == Term.Kind.UID
                            && name.text().equals("0x" + Long.toHexString(term.uid()));
            case BLANK -> term.kind() == Term.Kind.BLANK && equals(term, label(name));
            default -> term.kind() == Term.Kind.IRI && equals(term, name.bytes());
        };
    }

    String text(long id) throws IOException {
        return names.idText(id);
    }

    private static boolean equals(Term term, byte[] bytes) {
        return Arrays.equals(
                term.bytes(), term.offset(), term.offset() + term.length(), bytes, 0, bytes.length);
    }

    /** The label of a blank node; RDF reserves the sign that some of those of JSON begin with. */
    private byte[] label(Name name) throws IOException {
        byte[] bytes = name.bytes();
        if (bytes.length == 0 || bytes[0] != UNNAMED.charAt(0)) {
            return bytes;
        }
        String label = RENAMED + name.text().substring(UNNAMED.length());
        if (dictionary.find(name.group(), label) >= 0) {
            throw refused(
                    "the node %s needs the label _:%s, which another node has; rename that node"
                            .formatted(name, label));
        }
        hasRenamed = true;
        return label.getBytes(StandardCharsets.UTF_8);
    }

    private static SluiceException refused(String message) {
        return new SluiceException(ErrorCode.STORE, message);
    }
}
